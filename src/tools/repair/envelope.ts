import { isRecord } from '../contract/json-schema.ts';
import { argumentFor } from './aliases.ts';
import { isEqual } from './draft.ts';
import { looseCall, looseJson } from './loose-json.ts';
import { ALIASES, DIALECT, type Member } from './members.ts';
import type { Mending } from './mending.ts';
import { readJsonText, readListOfOne, unlisted } from './shapes.ts';
import { mendStrays } from './strays.ts';
import { mendTimeout, timeoutOf } from './timeout.ts';
import { mendToolName, mendVersion } from './tool-name.ts';
import { bare } from './words.ts';

/** Repairs of everything around the arguments: wrappers of other dialects, names of members, the tool and its version. */

/** Members that only hold a call. */
const WRAPPERS =
  /^(?:function|functioncall|toolcall|toolcalls|tooluse|call|calls|invocation|toolinvocation|request|params|payload|body|message|data|action|response)$/;

/** Moves the members of a call to their places. Returns false when the value is not a call. */
export function mendEnvelope(mending: Mending): boolean {
  if (!unwrap(mending)) return false;
  renameMembers(mending);
  mendToolName(mending);
  mendArgumentsHolder(mending);
  mendStrays(mending);
  mendVersion(mending);
  mendTimeout(mending);
  return true;
}

const hasTool = (value: unknown): boolean =>
  isRecord(value) &&
  Object.entries(value).some(([key, member]) => ALIASES[bare(key)] === 'tool_name' && typeof member === 'string' && member !== '');

/** Unwraps a call from lists, texts and members that contain only the call. */
function unwrap(mending: Mending): boolean {
  for (let depth = 0; depth < 5; depth++) {
    const value = mending.draft.value;
    if (Array.isArray(value) && value.length === 1) mending.set([], value[0], 'a list of one call was read as the call');
    else if (typeof value === 'string') {
      const read = looseCall(value);
      if (read === undefined || typeof read.value === 'string') return false;
      mending.set([], read.value, 'a text that holds JSON was read as JSON');
    } else if (!isRecord(value)) return false;
    else if (hasTool(value) || !unwrapMember(mending, value)) return isRecord(mending.draft.value);
  }
  return isRecord(mending.draft.value);
}

function unwrapMember(mending: Mending, value: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(value);
  const holders = keys.filter((key) => WRAPPERS.test(bare(key)) && isHolder(value[key]));
  const [holder] = holders;
  if (holder !== undefined && holders.length === 1) {
    const read = typeof value[holder] === 'string' ? looseJson(value[holder])?.value : value[holder];
    const inner = unlisted(read);
    const beside = Object.fromEntries(Object.entries(value).filter(([key]) => key !== holder && !DIALECT.test(bare(key))));
    if (isRecord(inner)) return mending.set([], { ...beside, ...inner }, `the call was taken out of ${JSON.stringify(holder)}`);
  }
  // `{ "capture_overview": { … } }`
  const [name] = keys;
  if (keys.length !== 1 || name === undefined || mending.facts.registry.get(name) === undefined || !isHolder(value[name])) return false;
  return mending.set([], { tool_name: name, arguments: value[name] }, 'the key that names a tool became its name');
}

const isHolder = (value: unknown): boolean =>
  isRecord(value) || (typeof value === 'string' && /^\s*[[{]/.test(value)) || (Array.isArray(value) && value.length === 1);

function renameMembers(mending: Mending): void {
  const record = mending.draft.value;
  if (!isRecord(record)) return;
  const has = (member: Member): boolean => mending.get([member]) !== undefined;
  for (const key of Object.keys(record)) {
    const member = ALIASES[bare(key)];
    if (member === undefined || key === member || (has(member) && !isEqual(record[key], mending.get([member])))) continue;
    // `mendStrays` decides about members such as `{ name: … }` beside a tool_name.
    if (member === 'tool_name' && typeof record[key] !== 'string') continue;
    const value = record[key];
    if (has(member)) {
      mending.drop([key], `${member} has the same value`);
      continue;
    }
    mending.move([key], [member], `${JSON.stringify(key)} is called ${member}`);
    const ms = member === 'timeout_ms' ? timeoutOf(value, key) : undefined;
    if (ms !== undefined) mending.set([member], ms, 'the timeout in ms');
  }
}

/** Replaces arguments that are a text, a list of one, missing, or nested one level too deep. */
function mendArgumentsHolder(mending: Mending): void {
  const { tool } = mending;
  readJsonText(mending, ['arguments']);
  readListOfOne(mending, ['arguments']);
  if (tool === undefined) return;
  for (let depth = 0; depth < 3; depth++) {
    const args = mending.get(['arguments']);
    if (!isRecord(args)) break;
    const [key] = Object.keys(args).filter(
      (each) => ALIASES[bare(each)] === 'arguments' && argumentFor(each, tool.input.schema, {}) === undefined,
    );
    const inner = key === undefined ? undefined : typeof args[key] === 'string' ? looseJson(args[key])?.value : args[key];
    if (key === undefined || !isRecord(inner)) break;
    const beside = Object.fromEntries(Object.entries(args).filter(([each]) => each !== key));
    mending.set(['arguments'], { ...beside, ...inner }, 'the arguments were nested one level too deep');
  }
  const given = mending.get(['arguments']);
  const empty = given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
  if (empty) mending.set(['arguments'], {}, 'no arguments were given');
}
