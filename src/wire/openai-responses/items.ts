import type { Assembly } from '../assembly.ts';
import { callMembers, programOf, reportUnreadOfCall } from '../decoder.ts';
import { member, textMember } from '../events.ts';
import type { CallKind } from '../record.ts';
import type { CallStart, WireCall } from '../wire-call.ts';

/** How a type of item contains a call that the client executes. */
interface ClientItem {
  readonly kind?: CallKind;
  /** Name of the called tool, for types of items that do not contain it. */
  readonly name?: string;
  /** Members of the item that together are the arguments, each under its own name. */
  readonly members: readonly string[];
}

const CLIENT: Readonly<Record<string, ClientItem>> = {
  function_call: { members: [] },
  custom_tool_call: { kind: 'custom', members: [] },
  shell_call: { kind: 'shell', name: 'shell', members: ['action'] },
  local_shell_call: { kind: 'local_shell', name: 'local_shell', members: ['action'] },
  apply_patch_call: { kind: 'apply_patch', name: 'apply_patch', members: ['operation'] },
  computer_call: { kind: 'computer', name: 'computer', members: ['action', 'actions'] },
  tool_search_call: { kind: 'tool_search', name: 'tool_search', members: [] },
};

/** Types of items that are calls executed by OpenAI's servers. */
const SERVER: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'program',
]);

/** Types of items that are neither calls nor results. */
const OTHER: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'compaction',
  'compaction_summary',
  'item_reference',
  'additional_tools',
  'mcp_approval_response',
  'program_output',
]);

/** `client`: a call to execute here; `server`: a call executed elsewhere; `output`: a result; `other`: none of these. */
export type ItemSort = 'client' | 'server' | 'output' | 'other' | 'unknown';

export function sortOf(item: unknown): ItemSort {
  const type = textMember(item, 'type');
  if (type === undefined) return textMember(item, 'role') === undefined ? 'unknown' : 'other';
  if (SERVER.has(type)) return 'server';
  if (OTHER.has(type)) return 'other';
  if (type === 'tool_search_output' && textMember(item, 'execution') === 'server') return 'other';
  if (type.endsWith('_output')) return 'output';
  if (!Object.hasOwn(CLIENT, type)) return 'unknown';
  if (type === 'tool_search_call' && textMember(item, 'execution') !== 'client') return 'server';
  const place = textMember(member(item, 'environment'), 'type');
  return type === 'shell_call' && place !== undefined && place !== 'local' ? 'server' : 'client';
}

const clientItem = (item: unknown): ClientItem => CLIENT[textMember(item, 'type') ?? ''] ?? { members: [] };

/** Id, name and kind of the call in an item. In the item, `id` names the item itself and `call_id` the call. */
export function startOf(item: unknown): CallStart {
  const { kind, name } = clientItem(item);
  return {
    id: textMember(item, 'call_id') ?? textMember(item, 'id'),
    name: textMember(item, 'name') ?? name,
    kind,
    caller: programOf(item),
    raw: item,
  };
}

const CALL = callMembers('id call_id name arguments input status namespace object created_by');

/** Reports what is not read of a function call or a call of a custom tool. */
export function reportRest(item: unknown, into: Assembly): void {
  if (comesInPieces(item)) reportUnreadOfCall(into, item, CALL);
}

/** Whether the arguments of a call in this item are text, which may arrive in pieces. */
export const comesInPieces = (item: unknown): boolean => ['function_call', 'custom_tool_call'].includes(textMember(item, 'type') ?? '');

/** The complete arguments, which the joined pieces must equal; undefined if the item does not repeat them. */
export const finalText = (item: unknown): string | undefined =>
  textMember(item, textMember(item, 'type') === 'custom_tool_call' ? 'input' : 'arguments');

export function inputOf(item: unknown): WireCall['input'] {
  const type = textMember(item, 'type');
  if (type === 'custom_tool_call') return { value: { input: member(item, 'input') } };
  if (type === 'function_call' || type === 'tool_search_call') {
    const given = member(item, 'arguments');
    return typeof given === 'string' ? { text: given } : { value: given };
  }
  const { members } = clientItem(item);
  const kept = members.map((key) => [key, member(item, key)] as const).filter(([, value]) => value !== undefined);
  return { value: kept.length > 0 ? Object.fromEntries(kept) : undefined };
}

/**
 * Returns why the call in an item must not run; undefined if it may. The arguments of an `incomplete` item may be valid JSON by chance. An
 * `in_progress` item in a finished answer is a call from a program: its arguments are complete unless they are empty.
 */
export function faultOf(item: unknown): string | undefined {
  const status = member(item, 'status') ?? 'completed';
  if (status === 'completed') return undefined;
  if (typeof status !== 'string') return 'expected a text as status, found something else';
  const begun = status === 'in_progress' && (!comesInPieces(item) || finalText(item) !== '');
  return begun ? undefined : `expected a completed item, found one of status ${JSON.stringify(status.slice(0, 40))}`;
}

/** Lists a call that is executed elsewhere. If it asks for an approval, that is a problem, because nothing here can answer. */
export function listServer(item: unknown, into: Assembly): void {
  const type = textMember(item, 'type') ?? '';
  into.server(type, textMember(item, 'call_id') ?? textMember(item, 'id'), textMember(item, 'name'));
  if (type === 'mcp_approval_request')
    into.problem(
      'APPROVAL_REQUEST',
      'expected calls to answer, found a request to approve a call of a server; nothing here answers it',
      textMember(item, 'id'),
    );
}

export function decodeOutput(item: unknown, into: Assembly): void {
  const output = member(item, 'output') ?? member(item, 'tools');
  const status = textMember(item, 'status');
  into.result(textMember(item, 'call_id') ?? textMember(item, 'id'), output, status === 'failed');
}

const PARTS = new Set(
  'output_text text refusal input_text input_image input_file input_audio output_audio summary_text reasoning_text computer_screenshot'.split(
    ' ',
  ),
);

/** Adds the text of a message item, which is in its parts. */
export function sayMessage(item: unknown, into: Assembly): void {
  const content = member(item, 'content');
  if (textMember(item, 'type') === 'reasoning') {
    into.aside('reasoning', member(item, 'summary'));
    into.aside('reasoning', content);
    return;
  }
  const assistant = textMember(item, 'role') === 'assistant';
  if (assistant) into.say(content);
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    const type = textMember(part, 'type');
    if (type === undefined || !PARTS.has(type)) into.unknown('content part', type);
    else if (type === 'refusal' || type === 'output_audio') into.aside(type, part);
    else if (assistant) into.say(textMember(part, 'text'));
  }
}
