import { canonicalJson } from '../../base/canonical.ts';
import { byLikeness } from '../../selection/nearest.ts';
import { isRecord } from '../contract/json-schema.ts';
import { compareVersions, majorOf } from '../contract/names.ts';
import { argumentFor, SMALL_TALK } from './aliases.ts';
import { defaultTimeout } from './facts.ts';
import { looseCall, looseJson } from './loose-json.ts';
import { choice, loss, type Mending, type Option } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { inUnit, quantityOf } from './units.ts';
import { bare, knownName } from './words.ts';

/** Repairs of everything around the arguments: wrappers of other dialects, names of members, the tool and its version. */

const MEMBERS = ['tool_name', 'tool_version', 'capture_selection', 'arguments', 'request_id', 'timeout_ms', 'tool_call_id'] as const;
type Member = (typeof MEMBERS)[number];

/** Other names of the members, as other dialects and habits have them. */
const ALIASES: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(MEMBERS.map((name) => [bare(name), name])),
  ...aliases('tool_name', 'tool name function functionname toolid action recipientname command'),
  ...aliases(
    'arguments',
    'args arg input inputs params parameters actioninput toolinput toolargs toolarguments toolparameters kwargs options',
  ),
  ...aliases('capture_selection', 'selection captureselector captureselect'),
  ...aliases('tool_version', 'version toolver'),
  ...aliases('request_id', 'requestuuid reqid'),
  ...aliases('tool_call_id', 'callid id'),
  ...aliases(
    'timeout_ms',
    'timeout timeouts timeoutsec timeoutsecs timeoutseconds timeoutmillis timeoutmilliseconds maxruntimems deadlinems',
  ),
};

function aliases(member: Member, names: string): Record<string, Member> {
  return Object.fromEntries(names.split(' ').map((name) => [name, member]));
}

/** Members that only hold a call, or say which dialect it is written in. */
const WRAPPERS =
  /^(?:function|functioncall|toolcall|toolcalls|tooluse|call|calls|invocation|toolinvocation|request|params|payload|body|message|data|action|response)$/;
const DIALECT = /^(?:type|jsonrpc|method|index|role|object|status|caller|id)$/;

/** Brings the members of a call into their places. False for what is no call at all. */
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

/** Takes a call out of lists, texts and members that hold nothing else. */
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
    const inner = Array.isArray(read) && read.length === 1 ? (read as unknown[])[0] : read;
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
    // `{ name: … }` beside a tool_name, and the like, are judged as strays.
    if (member === 'tool_name' && typeof record[key] !== 'string') continue;
    const value = record[key];
    if (has(member)) {
      mending.drop([key], `${member} says it already`);
      continue;
    }
    mending.move([key], [member], `${JSON.stringify(key)} is called ${member}`);
    const ms = member === 'timeout_ms' ? timeoutOf(value, key) : undefined;
    if (ms !== undefined) mending.set([member], ms, 'the timeout in ms');
  }
}

const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** Prefixes and suffixes that clients put around the names of tools. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^(?:functions|tools|default_api|namespace|workbench|capture[_-]workbench|mcp)[.:/]+/i, '')
    .replace(/^mcp__[\w-]+?__/, '')
    .replace(/(?:@|\s+v?|[-_]v)\d+(?:\.\d+)*$/, '')
    .replace(/\(.*\)$/, '');

function mendToolName(mending: Mending): void {
  const { facts } = mending;
  const written = mending.text(['tool_name']);
  if (written !== '' && facts.registry.get(written) !== undefined) return;
  const names = new Map(
    facts.catalog.flatMap(({ name, aliases, title }) => [name, ...aliases, title].map((each) => [each, name] as const)),
  );
  const plain = plainName(written);
  const spelt =
    knownName(plain, [...names.keys()].filter((each) => bare(each) === bare(plain)).slice(0, 1)) ??
    knownName(plain, [...new Set(names.values())]);
  const name = spelt === undefined ? undefined : names.get(spelt);
  if (name !== undefined && written !== '') {
    const version = /@v?(\d+\.\d+\.\d+)$/.exec(written.trim())?.[1];
    mending.set(['tool_name'], name, 'the name as it is installed');
    if (version !== undefined && mending.get(['tool_version']) === undefined)
      mending.set(['tool_version'], version, 'the version in the name');
    return;
  }
  const nearest = written === '' ? [] : byLikeness(plain, [...new Set(names.values())]).slice(0, 3);
  mending.leave(['tool_name'], ...nearest.map((each) => choice(['tool_name'], each, `${each} may be the tool that was meant`)));
}

/** Arguments that are a text, a list of one, nothing, or stand one level too deep. */
function mendArgumentsHolder(mending: Mending): void {
  const { tool } = mending;
  const read = typeof mending.get(['arguments']) === 'string' ? looseJson(mending.text(['arguments'])) : undefined;
  if (read && isRecord(read.value) && !read.doubtful) mending.set(['arguments'], read.value, 'a text that holds JSON was read as JSON');
  const list = mending.get(['arguments']);
  if (Array.isArray(list) && list.length === 1 && isRecord(list[0]))
    mending.set(['arguments'], list[0], 'a list of one was read as its item');
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
    mending.set(['arguments'], { ...beside, ...inner }, 'the arguments stood one level too deep');
  }
  const given = mending.get(['arguments']);
  const empty = given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
  if (empty) mending.set(['arguments'], {}, 'no arguments were given');
}

/** Members that stand in the wrong place: selections and envelope members among the arguments, arguments beside them. */
function mendStrays(mending: Mending): void {
  const { tool } = mending;
  const schema = tool?.input.schema ?? {};
  const args = mending.get(['arguments']);
  if (isRecord(args) && tool !== undefined) {
    for (const key of Object.keys(args)) {
      if (argumentFor(key, schema, {}) !== undefined) continue;
      const member = MEMBERS.find((each) => bare(each) === bare(key)) ?? (bare(key) === 'selection' ? 'capture_selection' : undefined);
      if (member !== undefined) settle(mending, ['arguments', key], [member], `${member} belongs beside the arguments`);
      else if (tool.manifest.scope === 'captures') moveToSelection(mending, ['arguments', key], key);
    }
  }
  const record = mending.draft.value;
  for (const key of isRecord(record) ? Object.keys(record) : []) {
    if (MEMBERS.some((each) => each === key)) continue;
    const argument = tool && argumentFor(key, schema, isRecord(mending.get(['arguments'])) ? (mending.get(['arguments']) as object) : {});
    if (argument !== undefined && bare(key) !== 'name') mending.move([key], ['arguments', key], 'an argument belongs into the arguments');
    else if (tool?.manifest.scope === 'captures' && moveToSelection(mending, [key], key)) continue;
    else if (isIdle(key, mending.get([key])) || DIALECT.test(bare(key))) mending.drop([key], 'it asks for nothing');
    else mending.leave([key], loss([key], undefined, `${key} is not known, and would be dropped`));
  }
}

/** Talk beside the request, or no value at all. */
export const isIdle = (key: string, value: unknown): boolean => value === null || value === '' || SMALL_TALK.has(bare(key));

function moveToSelection(mending: Mending, from: readonly string[], key: string): boolean {
  const target = selectionKey(key, false);
  if (target === undefined || (bare(key) === 'id' && from.length === 1)) return false;
  // A selection that is a text or list names captures; it is brought into shape first.
  const selection = mending.get(['capture_selection']);
  if (selection !== undefined && !isRecord(selection)) return false;
  settle(mending, from, ['capture_selection', ...target], 'it belongs into capture_selection');
  return true;
}

/** Moves a value to its place; the same value there makes it superfluous, another one is a question for a person. */
function settle(mending: Mending, from: readonly string[], to: readonly string[], why: string): void {
  const [value, there] = [mending.get(from), mending.get(to)];
  if (there === undefined) mending.move(from, to, why);
  else if (isEqual(value, there) || value === null) mending.drop(from, `${to.join('.')} says it already`);
  else {
    const dropped: Option['edits'][number] = [from, undefined];
    mending.leave(
      from,
      { class: 'choice', why: `${to.join('.')} counts`, edits: [dropped] },
      { class: 'choice', why: `${from.join('.')} counts`, edits: [[to, value], dropped] },
    );
  }
}

function mendVersion(mending: Mending): void {
  const { facts } = mending;
  const installed = facts.registry.versions(mending.text(['tool_name'])).map(({ manifest }) => manifest.version);
  const newest = installed.at(-1);
  const given = mending.get(['tool_version']);
  const written = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
  if (newest === undefined) return;
  const parts = /^[v=^~\s]*(\d+(?:\.\d+){0,2})(?:\.[x*])*(?:[-+].*)?$/i.exec(written)?.[1]?.split('.') ?? [];
  const same = installed.filter((version) => parts.every((part, at) => version.split('.')[at] === String(Number(part))));
  if (given === undefined || given === null || /^(?:|latest|newest|current|stable|any|\*)$/i.test(written))
    mending.set(['tool_version'], newest, 'the newest version, as none was named');
  else if (parts.length > 0 && same.length === 1) mending.set(['tool_version'], same[0], 'the version as it is written here');
  else if (/^\d+\.\d+\.\d+$/.test(written) && installed.some((version) => answers(version, written))) return;
  else if (installed.length === 1) mending.set(['tool_version'], newest, 'the only version that is installed');
  else {
    const nearest = [...(same.length > 0 ? same : installed)].sort((a, b) => compareVersions(b, a));
    mending.leave(['tool_version'], ...nearest.map((version) => choice(['tool_version'], version, `version ${version} is installed`)));
  }
}

/** The newest compatible version answers for an older one (R21). */
const answers = (installed: string, asked: string): boolean =>
  majorOf(installed) === majorOf(asked) && compareVersions(installed, asked) >= 0;

function timeoutOf(value: unknown, key: string): number | undefined {
  const quantity = typeof value === 'number' ? { value, unit: '' } : typeof value === 'string' ? quantityOf(value) : undefined;
  const unit = /(?:ms|millis|milliseconds)$/i.test(key)
    ? 'ms'
    : /(?:_s|sec|secs|seconds)$/i.test(key) || bare(key) === 'timeouts'
      ? 's'
      : '';
  const ms = quantity && inUnit({ value: quantity.value, unit: quantity.unit || unit }, 'ms');
  // Nobody waits for less than a second on purpose: a bare 30 says seconds.
  const bareSeconds = ms !== undefined && ms < 1000 && quantity?.unit === '' && unit === '' && key !== 'timeout_ms';
  return ms === undefined || (ms < 10 && !bareSeconds) ? undefined : Math.round(bareSeconds ? ms * 1000 : ms);
}

/** How long a call may take is no part of what it asks. */
function mendTimeout(mending: Mending): void {
  const { tool } = mending;
  const given = mending.get(['timeout_ms']);
  const usual = tool ? defaultTimeout(tool.manifest) : 30_000;
  if (typeof given === 'number' && Number.isInteger(given) && given >= 10) return;
  mending.set(
    ['timeout_ms'],
    timeoutOf(given, 'timeout_ms') ?? usual,
    given === undefined ? 'the usual timeout of the tool' : 'a whole number of ms',
  );
}
