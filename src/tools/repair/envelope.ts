/** Repairs everything around the arguments: wrappers of other dialects, names of members, the tool's name and version. */
import type { KnownTool } from '../catalog-view.ts';
import { isRecord } from '../contract/json-schema.ts';
import { argumentFor } from './aliases.ts';
import { isEqual } from './draft.ts';
import { looseCall } from './carriers/call-text.ts';
import { namesTool, type IsTool } from './carriers/tagged-call.ts';
import { membersOf } from './carriers/lines.ts';
import { isHolderName, recordIn } from './containers.ts';
import { looseJson } from './loose-json.ts';
import { nested, recordOfList } from './notations.ts';
import { ALIASES, aliasOf, CALLED_BY, isDialect, isOfChat, isOfMessage, WRAPPERS, type Member } from './members.ts';
import type { Mending } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { readJsonText, readListOfOne, readMembers, unlisted } from './shapes.ts';
import { mendStrays } from './strays.ts';
import { mendTimeout, timeoutOf } from './timeout.ts';
import { NOTHING } from './tokens.ts';
import { mendToolName, mendVersion, toolNamed } from './tool-name.ts';
import { bare } from './words.ts';

/** Moves the members of a call to their places. Returns false when the value is not a call. */
export function mendEnvelope(mending: Mending): boolean {
  if (!unwrap(mending)) return false;
  unfold(mending);
  renameMembers(mending);
  nameSelection(mending);
  nameArguments(mending);
  mendToolName(mending);
  mendArgumentsHolder(mending);
  mendStrays(mending);
  mendVersion(mending);
  mendTimeout(mending);
  return true;
}

/** Converts members of other notations: keys that are paths, and arguments that are given with their types. */
function unfold(mending: Mending): void {
  const value = mending.draft.value;
  const isPart = (step: string): boolean => /^(?:arguments|capture_selection)$/.test(ALIASES[bare(step)] ?? '');
  const paths = isRecord(value) ? nested(value, isPart) : undefined;
  if (paths !== undefined) mending.set([], paths, 'keys that are paths were read as objects');
  const record = mending.draft.value;
  for (const key of isRecord(record) ? Object.keys(record) : []) if (isPart(key)) readMembers(mending, [key]);
}

/** Returns the tool's name among the members of a call. */
const nameIn = (value: unknown): string | undefined =>
  Object.entries(isRecord(value) ? value : {})
    .sort(([one], [other]) => Number(bare(one) === 'toolid') - Number(bare(other) === 'toolid'))
    .flatMap(([key, member]) => (ALIASES[bare(key)] === 'tool_name' && typeof member === 'string' && member !== '' ? [member] : []))[0];

/** Unwraps a call from lists, texts and members that contain only the call. */
function unwrap(mending: Mending): boolean {
  for (let depth = 0; depth < 12; depth++) {
    const value = mending.draft.value;
    const listed = Array.isArray(value) ? recordOfList(value) : undefined;
    const item = Array.isArray(value) ? itemOf(mending, value) : undefined;
    const pair = Array.isArray(value) ? pairOf(mending, value) : undefined;
    if (pair !== undefined) mending.set([], pair, 'a name and its arguments were read as a call');
    else if (item !== undefined) mending.set([], item, 'a list of one call was read as the call');
    else if (listed !== undefined) mending.set([], listed, 'a list of names and values was read as an object');
    else if (typeof value === 'string') {
      const read = looseCall(value, isToolOf(mending));
      if (read === undefined || read.doubtful || read.mentioned !== undefined || typeof read.value === 'string') return false;
      mending.set([], read.value, 'a text that holds JSON was read as JSON');
    } else if (!isRecord(value)) return false;
    else if (!(nameIn(value) === undefined ? rename(mending, value) || unwrapMember(mending, value) : unwrapCaller(mending, value))) break;
  }
  return isRecord(mending.draft.value);
}

const isToolOf =
  ({ facts }: Mending): IsTool =>
  (word, loosely) =>
    toolNamed(facts, word, loosely === true) !== undefined;

/** Returns the only item of a list, or the one that is a call among the parts of a message. */
function itemOf(mending: Mending, list: readonly unknown[]): unknown {
  if (list.length < 2) return list[0];
  const [call, second] = list.filter((item) => namesTool(item, isToolOf(mending)));
  const isPart = (item: unknown): boolean => isRecord(item) && Object.entries(item).every(([key, value]) => isOfMessage(key, value, item));
  return second === undefined && list.every((item) => item === call || isPart(item)) ? call : undefined;
}

/** Converts a pair of name and arguments, `['tool_a', { … }]`, to a call. */
function pairOf(mending: Mending, [name, args, ...more]: readonly unknown[]): unknown {
  const isPair = more.length === 0 && typeof name === 'string' && isRecord(args) && isToolOf(mending)(name) && nameIn(args) === undefined;
  return isPair ? { tool_name: name, arguments: args } : undefined;
}

/** Renames the members of a JSON-RPC request, `{ method: 'tool_a', params: { … } }`. */
function rename(mending: Mending, value: Readonly<Record<string, unknown>>): boolean {
  const isName = ([key, member]: [string, unknown]): boolean =>
    CALLED_BY.test(bare(key)) && typeof member === 'string' && toolNamed(mending.facts, member, false) !== undefined;
  const [name, second] = Object.entries(value).filter(isName);
  if (name === undefined || second !== undefined) return false;
  mending.move([name[0]], ['tool_name'], `${JSON.stringify(name[0])} names the tool`);
  return true;
}

/** Unwraps a function that calls tools: `{ name: 'call_tool', arguments: { name: 'tool_a', arguments: { … } } }`. */
function unwrapCaller(mending: Mending, value: Readonly<Record<string, unknown>>): boolean {
  const { facts } = mending;
  const own = nameIn(value) ?? '';
  if (facts.registry.get(own) !== undefined || toolNamed(facts, own, true) !== undefined) return false;
  const held = Object.entries(value).flatMap(([key, member]) => (ALIASES[bare(key)] === 'arguments' ? (recordIn(member) ?? []) : []))[0];
  const inner = nameIn(held) === undefined ? onlyIn(held) : held;
  const isCall = inner !== undefined && toolNamed(facts, nameIn(inner) ?? '', false) !== undefined;
  return isCall && mending.set([], inner, `the call was taken out of that of ${own}`);
}

/** Returns the only item of an object's only list, or its only named object: `{ tool_uses: [{ … }] }`, `{ function: { … } }`. */
function onlyIn(held: unknown): Readonly<Record<string, unknown>> | undefined {
  const members = isRecord(held) ? Object.entries(held).filter(([key, value]) => !isDialect(key, value)) : [];
  const [entry, second] = members;
  if (entry === undefined || second !== undefined || !WRAPPERS.test(bare(entry[0]))) return undefined;
  return recordIn(unlisted(entry[1]));
}

function unwrapMember(mending: Mending, value: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(value);
  const holding = keys.filter((key) => (WRAPPERS.test(bare(key)) || isHolderName(key)) && isHolder(value[key]));
  const naming = holding.filter((key) => namesTool(listOfText(value[key]) ?? value[key], isToolOf(mending)));
  const holders = naming.length > 0 ? naming : holding;
  const [holder] = holders;
  if (holder !== undefined && holders.length === 1) {
    const held = listOfText(value[holder]) ?? value[holder];
    const inner = recordIn(value[holder]) ?? recordIn(Array.isArray(held) ? itemOf(mending, held) : held);
    const beside = Object.entries(value).filter(([key, member]) => key !== holder && !isOfMessage(key, member, value));
    const differs = beside.some(([key, member]) => inner !== undefined && Object.hasOwn(inner, key) && !isEqual(member, inner[key]));
    if (inner !== undefined && !differs)
      return mending.set([], { ...Object.fromEntries(beside), ...inner }, `the call was taken out of ${JSON.stringify(holder)}`);
  }
  if (holding.length === 0 && readText(mending, value)) return true;
  // An object may have the tool's name as a key: `{ "capture_overview": { … } }`.
  const [name, second] = keys.filter((key) => toolNamed(mending.facts, key, false) !== undefined && isHolder(value[key]));
  if (name === undefined || second !== undefined || keys.some((key) => ALIASES[bare(key)] === 'arguments')) return false;
  const { [name]: args, ...rest } = value;
  return mending.set([], { ...rest, tool_name: name, arguments: args }, 'the key that names a tool became its name');
}

/** Reads the text of a message that requests a call: `{ role: 'assistant', content: '<tool_call>…' }`. */
function readText(mending: Mending, value: Readonly<Record<string, unknown>>): boolean {
  const [entry, second] = Object.entries(value).filter(
    ([key, member]) => typeof member === 'string' && /^(?:text|content|outputtext)$/.test(bare(key)) && /[<[{(]/.test(member),
  );
  if (entry === undefined || second !== undefined || !Object.entries(value).every(([key, member]) => isOfMessage(key, member, value)))
    return false;
  const read = looseCall(String(entry[1]), isToolOf(mending));
  const isCall = read !== undefined && !read.doubtful && read.mentioned === undefined && namesTool(read.value, isToolOf(mending));
  return isCall && mending.set([], read.value, 'the text of a message was read as a call');
}

/** Parses the list that a text contains as JSON. */
const listOfText = (value: unknown): unknown => (typeof value === 'string' ? looseJson(value)?.value : undefined);

const isHolder = (value: unknown): boolean =>
  isRecord(value) || (typeof value === 'string' && /^\s*[[{]/.test(value)) || (Array.isArray(value) && value.length > 0);

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

function renameMembers(mending: Mending): void {
  const record = mending.draft.value;
  if (!isRecord(record)) return;
  const has = (member: Member): boolean => mending.get([member]) !== undefined;
  for (const key of Object.keys(record)) {
    const member = ALIASES[bare(key)];
    if (member !== undefined && key !== member && isEmpty(mending.get([member])) && isRecord(record[key]))
      mending.drop([member], 'nothing is given');
    if (member === undefined || key === member || (has(member) && !isEqual(record[key], mending.get([member])))) continue;
    // Skip members such as `{ name: … }` beside a tool_name; `mendStrays` handles them.
    if (member === 'tool_name' && typeof record[key] !== 'string') continue;
    const value = record[key];
    if (has(member)) {
      mending.drop([key], `${member} has the same value`);
      continue;
    }
    mending.move([key], [member], `${JSON.stringify(key)} is called ${member}`);
    if (member === 'tool_call_id' && !/^[A-Za-z0-9][\w.:-]{0,127}$/.test(String(value)))
      mending.drop([member], 'it identifies nothing here');
    else if (member === 'tool_call_id') mending.set([member], String(value), 'a text');
    const ms = member === 'timeout_ms' ? timeoutOf(value, key) : undefined;
    if (ms !== undefined) mending.set([member], ms, 'the timeout in ms');
  }
}

/** Takes the only member that contains something as the arguments: `{ service: 'tool_a', data: { … } }`. */
function nameArguments(mending: Mending): void {
  const record = mending.draft.value;
  if (!isRecord(record) || !isEmpty(mending.get(['arguments']) ?? null)) return;
  const [key, second] = Object.keys(record).filter(
    (each) => ALIASES[bare(each)] === undefined && (WRAPPERS.test(bare(each)) || isHolderName(each)) && isHolder(record[each]),
  );
  if (key !== undefined && second === undefined) mending.move([key], ['arguments'], `${JSON.stringify(key)} holds the arguments`);
}

/** Matches names of members that tell over which rows a call runs. */
const OVER = /^(?:data|datasets?|source|scope|rows|packets|subset|on|over|from|input|target|capture|where)$/;

/** Treats a member that contains only parts of a selection as the selection: `{ data: { capture_id: … } }`. */
function nameSelection(mending: Mending): void {
  const record = mending.draft.value;
  if (!isRecord(record) || mending.get(['capture_selection']) !== undefined) return;
  const isSelection = (value: unknown): boolean =>
    isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => selectionKey(key, false) !== undefined);
  const [key, second] = Object.keys(record).filter((each) => OVER.test(bare(each)) && isSelection(record[each]));
  if (key !== undefined && second === undefined && mending.get(['arguments']) !== undefined)
    mending.move([key], ['capture_selection'], `${JSON.stringify(key)} holds the selection`);
}

/** Repairs arguments that are a text, a list with one item, missing, or nested too deep. */
function mendArgumentsHolder(mending: Mending): void {
  const { tool } = mending;
  readJsonText(mending, ['arguments']);
  const written = mending.get(['arguments']);
  const members = typeof written === 'string' ? (keywordsOf(written) ?? membersOf(written)) : undefined;
  if (members !== undefined) mending.set(['arguments'], members, 'a text of names and values was read as an object');
  readMembers(mending, ['arguments']);
  dropEmptyItems(mending);
  readListOfOne(mending, ['arguments'], (item) => recordIn(item) !== undefined);
  readJsonText(mending, ['arguments']);
  if (tool === undefined) return;
  for (let depth = 0; depth < 4 && unnest(mending, tool); depth++);
  tidyNames(mending);
  unflatten(mending, tool);
  dropChat(mending);
  const given = mending.get(['arguments']);
  const empty = given === undefined || isEmpty(given) || (typeof given === 'string' && NOTHING.test(given.trim()));
  if (empty) mending.set(['arguments'], {}, 'no arguments were given');
  else if (!isRecord(given)) mending.leave(['arguments']);
}

/** Parses keyword arguments like those of a Python call: `limit=5, columns=['rssi']`. */
function keywordsOf(text: string): unknown {
  if (!/^\s*[a-z_]\w*\s*=(?!=)/i.test(text)) return undefined;
  const read = looseCall(`arguments(${text})`, () => true)?.value;
  return isRecord(read) && isRecord(read['arguments']) ? read['arguments'] : undefined;
}

/** Removes the empty list of positional arguments from `[[], { … }]`, whose second item has the named ones. */
function dropEmptyItems(mending: Mending): void {
  const list = mending.get(['arguments']);
  if (!Array.isArray(list) || list.length < 2) return;
  const rest = (list as unknown[]).filter((item) => !isEmpty(item) && !(isRecord(item) && Object.keys(item).length === 0));
  if (rest.length === 1 && recordIn(rest[0]) !== undefined) mending.set(['arguments'], rest, 'items that hold nothing were dropped');
}

/** Converts keys that are paths to nested values: `{ "features[0]": "rssi", "address_columns.advertiser_addr": … }`. */
function unflatten(mending: Mending, { input }: KnownTool): void {
  collectNumbered(mending, input.schema);
  const args = mending.get(['arguments']);
  const { properties } = input.schema;
  const found =
    isRecord(args) && isRecord(properties)
      ? nested(args, (step) => Object.hasOwn(properties, step) || aliasOf(step) === 'capture_selection')
      : undefined;
  if (found !== undefined) mending.set(['arguments'], found, 'names that are paths were read as objects and lists');
}

/** Collects numbered or lettered members, such as `group_1` and `group_2`, in the list `groups`. */
function collectNumbered(mending: Mending, schema: KnownTool['input']['schema']): void {
  const args = mending.get(['arguments']);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  if (!isRecord(args)) return;
  const lists = Object.entries(properties).filter(
    ([name, node]) => isRecord(node) && node['type'] === 'array' && !Object.hasOwn(args, name),
  );
  for (const [name] of lists) {
    const stem = name.replace(/s$/, '');
    const own = Object.keys(args).filter((key) => new RegExp(`^${stem}s?(?:[_ -]?\\d|[_ -][ab])$`, 'i').test(key));
    const order = own.map((key) => Number.parseInt(key.at(-1) ?? '', 12) % 10);
    if (own.length < 2 || !order.every((at, place) => at === (order[0] ?? 0) + place) || (order[0] ?? 2) > 1) continue;
    const rest = Object.entries(args).filter(([key]) => !own.includes(key));
    mending.set(
      ['arguments'],
      { ...Object.fromEntries(rest), [name]: own.map((key) => args[key]) },
      `numbered names are the items of ${name}`,
    );
    return;
  }
}

/** Removes members that a client sends with every call of a chat. */
function dropChat(mending: Mending): void {
  const args = mending.get(['arguments']);
  for (const key of isRecord(args) ? Object.keys(args).filter((each) => isOfChat(each, args)) : [])
    mending.drop(['arguments', key], 'it is a part of the chat');
}

/** Removes remains of a template or language from names: `limit</arg_key>`, or Ruby's symbols as in `:format` with `:csv`. */
function tidyNames(mending: Mending): void {
  const args = mending.get(['arguments']);
  const entries = isRecord(args) ? Object.entries(args) : [];
  const areSymbols = entries.every(([key]) => /^:\w/.test(key));
  const tidy = entries.map(([key, value]): [string, unknown] => [
    key.replace(/(?:<\/[\w:.-]*>?)+$/, '').replace(/^:(?=\w)/, ''),
    areSymbols && typeof value === 'string' ? value.replace(/^:(?=\w+$)/, '') : value,
  ]);
  const isTidy = tidy.every(([key], at) => key === entries[at]?.[0]);
  if (!isTidy && new Set(tidy.map(([key]) => key)).size === tidy.length)
    mending.set(['arguments'], Object.fromEntries(tidy), 'the names alone');
}

/** Takes the arguments out of members that only wrap them. If another member contains something else, nothing is changed. */
function unnest(mending: Mending, { manifest, input }: KnownTool): boolean {
  const args = mending.get(['arguments']);
  if (!isRecord(args)) return false;
  const own = new RegExp(`^(?:${manifest.name.split('_').join('|')})+(?=input|arg|param|request|option)`);
  const isHolding = (key: string): boolean =>
    (ALIASES[bare(key)] === 'arguments' || isHolderName(key) || bare(key) === 'result' || own.test(bare(key))) &&
    argumentFor(key, input.schema, {}) === undefined;
  const keys = Object.keys(args).filter((each) => isHolding(each) && recordIn(args[each]) !== undefined);
  const all = [
    ...Object.entries(args).filter(([each, value]) => !keys.includes(each) && !(bare(each) === 'type' && value === 'object')),
    ...keys.flatMap((key) => Object.entries(recordIn(args[key]) ?? {})),
  ];
  const inner = Object.fromEntries(all);
  if (keys.length === 0 || all.some(([each, value]) => !isEqual(value, inner[each]))) return false;
  return mending.set(['arguments'], inner, 'the arguments were nested one level too deep');
}
