import { isRecord } from '../tools/contract/json-schema.ts';
import type { Assembly } from './assembly.ts';
import { member, textMember } from './events.ts';
import type { CallingProgram } from './record.ts';

/** Reads one value of a transcript into an assembly. Returns false if the dialect does not recognise the value. */
export type Decoder = (value: unknown) => boolean;

/** Creates a decoder with the state for one transcript. */
export type MakeDecoder = (into: Assembly) => Decoder;

/** Returns a member that must be a list if it is present. Anything else is reported, because a call could be in it. */
export function listIn(into: Assembly, value: unknown, key: string): readonly unknown[] {
  const found = member(value, key);
  if (Array.isArray(found)) return found as readonly unknown[];
  if (found !== undefined && found !== null)
    into.problemOnce(`list ${key}`, 'BAD_MEMBER', `expected a list as ${key}, found something else`);
  return [];
}

/** Reports members that contain objects or lists and that no decoder reads, once each, because a call could be in them. */
export function reportUnread(into: Assembly, value: unknown, read: ReadonlySet<string>, where: string): void {
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (read.has(key) || typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) continue;
    into.problemOnce(
      `member ${where}.${key}`,
      'UNREAD_MEMBER',
      `expected members of ${where} that are known, found another; it was not read`,
      key.slice(0, 64),
    );
  }
}

/** Members of a call, or of a piece of one, that no dialect reads but that servers send. */
const ANNOTATIONS =
  'type extra_content provider_specific_fields thought_signature signature caller cache_control strict description parsed_arguments';

/** The members of a call that are known in a dialect. */
export const callMembers = (names: string): ReadonlySet<string> => new Set(`${names} ${ANNOTATIONS}`.split(' '));

/** Reports any member of a call that no decoder reads, text too: it may be the id, the name or the arguments under another name. */
export function reportUnreadOfCall(into: Assembly, call: unknown, read: ReadonlySet<string>): void {
  if (!isRecord(call)) return;
  for (const [key, inner] of Object.entries(call)) {
    if (read.has(key) || inner === null || inner === undefined || inner === '') continue;
    into.problemOnce(
      `call member ${key}`,
      'UNREAD_MEMBER',
      'expected members of a call that are known, found another; it was not read',
      key.slice(0, 64),
    );
  }
}

/** What made a call, if its member `caller` names a program of the provider; undefined if the model made it. */
export function programOf(call: unknown): CallingProgram | undefined {
  const caller = member(call, 'caller');
  const type = textMember(caller, 'type');
  if (type === undefined || type === 'direct') return undefined;
  const id = textMember(caller, 'tool_id') ?? textMember(caller, 'caller_id');
  return { type: type.slice(0, 128), id: id?.slice(0, 256) ?? null };
}

/** Reports that the endpoint returned an error instead of an answer. */
export function reportError(into: Assembly, error: unknown): void {
  const code = [member(error, 'code'), member(error, 'type'), member(error, 'status')].find((each) => typeof each === 'string');
  into.problem(
    'ENDPOINT_ERROR',
    `expected an answer, found an error of the endpoint${typeof code === 'string' ? ` (${code.slice(0, 64)})` : ''}`,
  );
  into.end('error', false);
}
