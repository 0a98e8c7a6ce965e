import type { Progress } from '../../../base/progress.ts';
import type { ToolManifest } from '../../../tools/contract/index.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { decode } from '../../decode.ts';
import { encode } from '../../encode.ts';
import { encodedResult, withBlocks } from '../encode.ts';
import type { CallContext, Form, FormAnswer, Listed, McpServerParts, OwnTool, Send } from './ports.ts';
import { showsForms, type Caller } from './revisions.ts';
import { isAtLeast } from './levels.ts';
import { invalidParams, type Id, type Params } from './rpc.ts';
import type { Asking } from './rounds.ts';

/** How a running call reaches its client. */
export interface CallLink {
  readonly id: Id;
  readonly caller: Caller;
  readonly send: Send;
  /** Sends a form to the client as a request; undefined if the client requests questions itself. */
  readonly request: ((form: Form, signal: AbortSignal) => Promise<FormAnswer>) | undefined;
}

/** A page of `tools/list`: page 1 has the tools that a model needs first, page 2 the rest of the catalog. */
export function toolPage(catalog: readonly ToolManifest[], own: readonly OwnTool[], cursor: unknown, caller: Caller): object {
  const page = pageOfTools(catalog, own, cursor, caller);
  if (caller.revision !== '2025-11-25') return page;
  // Revision 2025-11-25 states for each tool whether its calls may become tasks.
  const tools = page.tools.map((tool) => ({ ...tool, execution: { taskSupport: 'optional' } }));
  return { ...page, tools };
}

type ToolPage = Readonly<Record<string, unknown>> & { readonly tools: readonly Listed[] };

function pageOfTools(catalog: readonly ToolManifest[], own: readonly OwnTool[], cursor: unknown, { revision }: Caller): ToolPage {
  const first = encode('mcp', catalog, { revision }).value;
  if (cursor === undefined) return { ...first, tools: [...own.map(({ listed }) => listed), ...(first['tools'] as readonly Listed[])] };
  if (cursor !== first['nextCursor']) throw invalidParams('expected a cursor of an earlier page');
  const given = new Set((first['tools'] as readonly ToolManifest[]).map(({ name }) => name));
  return encode('mcp', catalog, { revision, tools: catalog.map(({ name }) => name).filter((name) => !given.has(name)) }).value as ToolPage;
}

/** Starts a call. A call that cannot start is answered at once with a failed result, or rejected with a protocol error. */
export function startCall(parts: McpServerParts, params: Params, given: CallLink, controller: AbortController): Asking {
  let attached = true;
  const send: Send = (message, about) => {
    if (attached) given.send(message, about);
  };
  const link = { ...given, send };
  const { caller, request } = link;
  const { signal } = controller;
  const questions = questionQueue(signal);
  const report = progressReporter(params, link);
  let latest: Progress | undefined;
  const context: CallContext = {
    signal,
    onProgress: (progress) => {
      latest = progress;
      report?.(progress);
    },
    log: (level, data) => {
      if (isAtLeast(level, caller.level))
        link.send({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'tools', data } }, link.id);
    },
    ask: !showsForms(caller) ? undefined : request === undefined ? questions.ask : (form) => request(form, signal),
  };
  return {
    done: runCall(parts, parts.catalog(showsForms(caller)), params, context),
    next: questions.next,
    progress: () => latest,
    detach: () => {
      attached = false;
    },
    controller,
  };
}

async function runCall(parts: McpServerParts, tools: readonly ToolManifest[], params: Params, context: CallContext): Promise<object> {
  const name = params['name'];
  const args = params['arguments'] ?? {};
  if (typeof name !== 'string') throw invalidParams('expected the name of a tool');
  const own = parts.own?.find((tool) => tool.name === name);
  if (own !== undefined) {
    if (!isRecord(args)) throw invalidParams('expected an object of arguments');
    return own.call(args, context);
  }
  const message = { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name, arguments: args } };
  const [record] = decode('mcp', message, tools).calls;
  if (record === undefined || record.invocation === null) {
    // Return the fault as a result instead of a protocol error, so that the model sees it and can correct its arguments.
    return refusal(record?.error?.errorCode ?? 'invalid_json', record?.error?.safeMessage ?? 'expected an object of arguments');
  }
  const { tool_name } = record.invocation;
  if (!tools.some((tool) => tool.name === tool_name)) throw invalidParams('Unknown tool');
  const callId = parts.newId();
  const result = await parts.run({ ...record.invocation, request_id: callId, tool_call_id: callId }, context);
  const { blocks, resources } = parts;
  const written = encodedResult(result, resources?.links?.(result), () => resources?.keep(result));
  return blocks === undefined ? written : withBlocks(written, (room) => blocks(result, room));
}

/** Returns a function that sends progress, if the client requested it. Values must increase (a rule of the protocol). */
function progressReporter(params: Params, { send, id }: CallLink): ((progress: Progress) => void) | undefined {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const progressToken = meta['progressToken'];
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  let last = -1;
  return ({ done, total, phase, unit }) => {
    if (done <= last) return;
    last = done;
    const progress = { progressToken, progress: done, ...(total !== null && { total }), message: `${phase} (${unit})` };
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: progress }, id);
  };
}

/** Queues the forms that a call asks to be answered, so that each is answered in its own round. */
function questionQueue(signal: AbortSignal): { readonly ask: NonNullable<CallContext['ask']>; readonly next: Asking['next'] } {
  type Question = Awaited<ReturnType<Asking['next']>>;
  const asked: Question[] = [];
  let deliver: ((question: Question) => void) | null = null;
  return {
    ask: (form) =>
      new Promise((resolve) => {
        const question = { form, answer: resolve };
        const cancel = (): void => {
          resolve({ action: 'cancel' });
        };
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
        if (deliver === null) asked.push(question);
        else deliver(question);
        deliver = null;
      }),
    next: () => {
      const first = asked.shift();
      return first === undefined ? new Promise((resolve) => (deliver = resolve)) : Promise.resolve(first);
    },
  };
}

export function refusal(code: string, message: string): Listed {
  const text = JSON.stringify({ status: 'error', summary: `The call did not run: ${message}`, errors: [{ code, message }] });
  return { content: [{ type: 'text', text }], isError: true };
}
