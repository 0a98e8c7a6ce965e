/** Repairs a tool's arguments by its schema: names, types and units, then columns. */
import { byLikeness, isNear } from '../../selection/nearest.ts';
import { isRecord, typeFits, type SchemaNode } from '../contract/json-schema.ts';
import type { ToolManifest } from '../contract/index.ts';
import { argumentFor, deniedSwitch, isComplement } from './aliases.ts';
import { bulletsIn, listIn, unboxed } from './containers.ts';
import { mendColumns } from './argument-columns.ts';
import { doubtsOf } from './argument-doubts.ts';
import { entriesOf, mapOf, pairsIn } from './entries.ts';
import { namedArgument, spread } from './argument-names.ts';
import { levelOf, mendPercents, numberOf, shareOf, underBound, withoutName } from './argument-numbers.ts';
import { unitOfColumn } from './column-names.ts';
import { isEqual, type Path } from './draft.ts';
import { choice, loss, nearest, type Mending, type Option } from './mending.ts';
import { readJsonText, readListOfOne, readListText, unlisted } from './shapes.ts';
import { looseJson } from './loose-json.ts';
import { mendWindow } from './time-window.ts';
import { isIdle } from './strays.ts';
import { inUnit, instantOf, quantityOf } from './units.ts';
import { addressOf, bare, truthOf } from './words.ts';
import { undressed } from './texts.ts';
import { NOTHING } from './tokens.ts';
import { valueNamed } from './enumerations.ts';
import { mendFormula } from './formula.ts';

export function mendArguments(mending: Mending, manifest: ToolManifest, schema: SchemaNode): void {
  mendFormula(mending, schema);
  dropToolName(mending, manifest.name);
  mendObject(mending, ['arguments'], schema);
  mendColumns(mending, manifest);
}

/** Removes the tool's name from names of arguments, as in `tool_a.limit` for `limit`. */
function dropToolName(mending: Mending, name: string): void {
  const args = mending.get(['arguments']);
  for (const key of isRecord(args) ? Object.keys(args) : []) {
    const own = key.startsWith(name) ? /^[._/:-]+(\w+)$/.exec(key.slice(name.length))?.[1] : undefined;
    if (own !== undefined && mending.get(['arguments', own]) === undefined)
      mending.move(['arguments', key], ['arguments', own], 'the name of the tool came before it');
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function mendObject(mending: Mending, path: Path, node: SchemaNode): void {
  const given = mending.get(path);
  if (!isRecord(given)) return;
  const properties = isRecord(node['properties']) ? node['properties'] : {};
  const required = listOf(node['required']);
  const rest = node['additionalProperties'];
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(properties, key)) continue;
    if (rest === undefined || rest === true) continue;
    if (isRecord(rest)) mendValue(mending, [...path, key], rest, true);
    else mendUnknown(mending, path, key, node);
  }
  for (const [key, child] of Object.entries(properties)) {
    if (!isRecord(child)) continue;
    const place = [...path, key];
    if (mending.get(place) === null || (isNothing(mending.get(place), required.includes(key), child) && !takesEmpty(child)))
      mending.drop(place, 'nothing is given');
    if (mending.get(place) !== undefined) mendValue(mending, place, child, required.includes(key));
    else if (required.includes(key)) mendMissing(mending, place, child);
  }
}

/** Whether a value means "nothing" in some language. A text of a required argument does not, nor does a word that the schema lists. */
const isNothing = (value: unknown, isRequired: boolean, node: SchemaNode): boolean =>
  typeof value === 'string' &&
  (value.trim() === '' || (!isRequired && NOTHING.test(value.trim()) && !listOf(node['enum']).includes(value.trim())));

const takesEmpty = (node: SchemaNode): boolean =>
  node['type'] === 'string' && !Array.isArray(node['enum']) && Number(node['minLength'] ?? 0) === 0 && node['pattern'] === undefined;

function mendUnknown(mending: Mending, path: Path, key: string, node: SchemaNode): void {
  const place = [...path, key];
  const value = mending.get(place);
  const holder = mending.get(path);
  const twin = argumentFor(key, node, {})?.name;
  if (twin !== undefined && isEqual(mending.get([...path, twin]), value)) {
    mending.drop(place, `${twin} has the same value`);
    return;
  }
  const denied = typeof value === 'boolean' && isRecord(holder) ? deniedSwitch(key, node, holder) : undefined;
  if (denied !== undefined) {
    mending.drop(place, `it says the contrary of ${denied}`);
    mending.set([...path, denied], !value, `${JSON.stringify(key)} says the contrary of ${denied}`);
    return;
  }
  const taken = isRecord(holder) ? holder : {};
  const argument =
    isIdle(key, value) && bare(key) !== 'purpose' && !/\d/.test(String(value))
      ? undefined
      : namedArgument(mending, key, value, node, taken);
  const doubts = doubtsOf([...path, key], value, node, taken, argument);
  if (doubts.length > 0) mending.leave(place, ...doubts);
  else if (argument !== undefined) {
    mending.move(place, [...path, argument.name], `${JSON.stringify(key)} is called ${argument.name}`);
    const level = isComplement(key, argument.name) ? levelOf(value) : undefined;
    if (level !== undefined) mending.set([...path, argument.name], Number((1 - level).toPrecision(12)), '1 minus the level of confidence');
    else if (isComplement(key, argument.name)) mending.leave([...path, argument.name]);
    // If a quantity names its own unit, convert it together with the value.
    const quantity = typeof value === 'number' || typeof value === 'string' ? quantityOf(String(value)) : undefined;
    if (argument.unit !== '' && quantity?.unit === '') {
      const unit = unitOf(isRecord(node['properties']) ? node['properties'][argument.name] : undefined);
      const converted = inUnit({ ...quantity, unit: argument.unit }, unit);
      if (converted !== undefined)
        mending.set([...path, argument.name], converted, `${argument.unit} in ${unit || 'the unit of the argument'}`);
    }
  } else if (isIdle(key, value)) mending.drop(place, 'it asks for nothing');
  else if (spread(mending, path, key, node)) return;
  else {
    const free = Object.keys(isRecord(node['properties']) ? node['properties'] : {}).filter(
      (name) => mending.get([...path, name]) === undefined,
    );
    const renamed = byLikeness(key, free)
      .filter((name) => isNear(key, name))
      .slice(0, 2)
      .map((name): Option => ({
        class: 'choice',
        why: `${name} may be meant`,
        edits: [
          [place, undefined],
          [[...path, name], value],
        ],
      }));
    mending.leave(place, ...renamed, loss(place, undefined, `${key} is not known, and would be dropped`));
  }
}

/** Converts a text such as `'treatment'` to the object that the argument expects, if that object has a single member. */
function readOnlyMember(mending: Mending, path: Path, { properties }: SchemaNode): void {
  const value = mending.get(path);
  if (typeof value !== 'string') return;
  const [only, second] = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([, node]) => isRecord(node) && valueNamed(value, listOf(node['enum']).map(String)) !== undefined,
  );
  if (only !== undefined && second === undefined) mending.set(path, { [only[0]]: value }, `the value of ${only[0]}`);
}

/** Converts a list of members, a text of pairs, or switches that have names of members to an object. */
function readMap(mending: Mending, path: Path, node: SchemaNode): void {
  const given = mending.get(path);
  const isSwitched = isRecord(given) && Object.keys(given).length > 0 && Object.values(given).every((value) => value === true);
  const list = Array.isArray(given) ? (given as unknown[]) : isSwitched ? Object.keys(given) : [];
  const found = typeof given === 'string' ? (pairsIn(given) ?? mapOf(given.split(/\s*,\s*/), node)) : mapOf(list, node);
  if (found !== undefined) mending.set(path, found, 'an object by the names of its members');
}

const unitOf = (node: unknown): string => (isRecord(node) && typeof node['x-unit'] === 'string' ? node['x-unit'] : '');

/** Fills in a missing value only when the schema allows just one. Examples are never used. */
function mendMissing(mending: Mending, path: Path, node: SchemaNode): void {
  const [only, ...others] = listOf(node['enum']);
  if (only !== undefined && others.length === 0) mending.set(path, only, 'the only value that there is');
  else
    mending.leave(
      path,
      ...listOf(node['enum'])
        .slice(0, 8)
        .map((value) => choice(path, value, `${String(value)} is one of the values`)),
    );
}

function mendValue(mending: Mending, path: Path, node: SchemaNode, required: boolean): void {
  if (node['type'] !== 'object') mending.set(path, undressed(unboxed(mending.get(path), path.at(-1)), node), 'the value alone');
  const value = mending.get(path);
  const allowed = node['enum'];
  if (Array.isArray(allowed)) {
    mendEnum(mending, path, allowed, value);
    return;
  }
  switch (node['type']) {
    case 'object':
      readJsonText(mending, path);
      readMap(mending, path, node);
      readListOfOne(mending, path);
      readOnlyMember(mending, path, node);
      if (isRecord(node['properties']) && 'start_ms' in node['properties'] && 'end_ms' in node['properties']) mendWindow(mending, path);
      mendObject(mending, path, node);
      break;
    case 'array':
      mendList(mending, path, isRecord(node['items']) ? node['items'] : {});
      break;
    case 'integer':
    case 'number':
      mendNumber(mending, path, node);
      break;
    case 'boolean': {
      const held = isRecord(value) && Object.keys(value).join() === 'enabled' ? value['enabled'] : value;
      const only = unlisted(held);
      const truth = typeof only === 'boolean' ? only : only === 'none' ? false : truthOf(only);
      if (truth !== undefined) mending.set(path, truth, 'true or false');
      break;
    }
    case 'string':
      mendText(mending, path, node, value);
      break;
    default:
  }
  const now = mending.get(path);
  if (!fits(node, now))
    mending.leave(path, ...clamped(path, node, now), ...(required ? [] : [loss(path, undefined, 'the tool’s default would count')]));
}

function mendEnum(mending: Mending, path: Path, allowed: readonly unknown[], given: unknown): void {
  const texts = allowed.map(String);
  const several = Array.isArray(given) && given.length > 1 && given.every((item) => typeof item === 'string') ? given.join(' ') : given;
  const value = unnamed(chosenIn(unlisted(several), texts), path);
  if (allowed.includes(given)) return;
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const spelt = valueNamed(written, texts);
  if (spelt !== undefined) mending.set(path, allowed[texts.indexOf(spelt)], 'the value as the schema has it');
  else mending.leave(path, ...nearest(path, written, texts, 'is one of the values', (text) => allowed[texts.indexOf(text)]));
}

/** Removes the argument's own name from a value, as in `operation=linear_regression`. */
const unnamed = (value: unknown, path: Path): unknown =>
  typeof value === 'string' ? value.replace(new RegExp(`^\\s*${String(path.at(-1))}\\s*[:=]\\s*(?=\\S)`, 'i'), '') : value;

/** Finds the allowed text that an object names: its only text, `{ type: 'csv' }`, or its only member that is true, `{ csv: true }`. */
function chosenIn(value: unknown, texts: readonly string[]): unknown {
  const entries = isRecord(value) ? Object.entries(value).filter(([, member]) => member !== null && member !== false && member !== '') : [];
  const [only, second] = entries;
  if (only === undefined || second !== undefined) return value;
  if (only[1] === true) return only[0];
  return typeof only[1] === 'string' && valueNamed(only[1], texts) !== undefined ? only[1] : value;
}

function mendNumber(mending: Mending, path: Path, node: SchemaNode): void {
  const value = withoutName(underBound(unlisted(mending.get(path)), String(path.at(-1))), String(path.at(-1)));
  const unit = unitFor(mending, path, node);
  const number = numberOf(value, unit);
  const isPercent = typeof value === 'string' && /%|percent/i.test(value);
  // Leave `150%` alone, because 1.5 would look like a percentage again.
  if (number === undefined || (isPercent && !fits(node, number))) return;
  mending.set(path, number, unit === '' ? 'a number' : `a number, in ${unit}`);
  // Do not convert a fraction above 1: 1.5 may be a slip of 0.15, and `[25, 0.75]` mixes two units.
  const isShare = unit === 'ratio' && typeof path.at(-1) === 'string' && number >= 1 && Number.isInteger(number);
  if (isShare && !fits(node, number) && fits(node, shareOf(number))) mending.set(path, shareOf(number), 'a percentage as a share');
}

/** The unit of an argument. A value that is compared with the response has the response's unit. */
function unitFor(mending: Mending, path: Path, node: SchemaNode): string {
  const own = unitOf(node);
  const response = mending.text(['arguments', 'response']);
  if (own === 'unitless' && response !== '' && /^(?:margin|value)$/.test(String(path.at(-1))))
    return unitOfColumn(response, mending.captures);
  return own || (node['minimum'] === 0 && node['maximum'] === 1 ? 'ratio' : '');
}

function mendText(mending: Mending, path: Path, node: SchemaNode, given: unknown): void {
  const one = nameIn(unlisted(given));
  const held = isRecord(one) ? heldText(one, String(path.at(-1))) : one;
  const isLines =
    Array.isArray(held) && held.length > 1 && /^(?:sql|text)$/.test(String(path.at(-1))) && held.every((line) => typeof line === 'string');
  const value = isLines ? held.join(/--/.test(held.join()) ? '\n' : ' ') : held;
  const plain = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof plain !== 'string') return;
  const isName = typeof path.at(-1) === 'number' || node['pattern'] !== undefined;
  const quoted = /^(?:sql|text)$/.test(String(path.at(-1))) && /^"[^]*"$/.test(plain) ? looseJson(`[${plain}]`)?.value : undefined;
  const [said, more] = Array.isArray(quoted) ? (quoted as unknown[]) : [];
  const alone = typeof said === 'string' && more === undefined ? said : plain;
  const text = alone.replace(isName ? /^([`'"])([^`'"]+)\1$/ : /^(`)([^`]+)`$/, '$2');
  const address = fits(node, text) ? undefined : addressOf(text);
  const instant = node['format'] === 'date-time' && !fits(node, text) ? instantOf(text) : undefined;
  const changed = address ?? (instant === undefined ? undefined : new Date(instant).toISOString());
  if (changed !== undefined && fits(node, changed)) mending.set(path, changed, 'the spelling that the schema has');
  else mending.set(path, text, 'a text');
}

/** Returns the text of an object's only member, if that member has the argument's name. */
function heldText(record: Readonly<Record<string, unknown>>, name: string): unknown {
  const [entry, second] = Object.entries(record).filter(([key, value]) => !isIdle(key, value));
  const isSame = entry !== undefined && second === undefined && argumentFor(entry[0], { properties: { [name]: {} } }, {}) !== undefined;
  return isSame ? entry[1] : record;
}

/** Proposes the nearest value within the bounds, as a loss, because it is not what was requested. */
function clamped(path: Path, node: SchemaNode, value: unknown): Option[] {
  if (typeof value === 'number') {
    const low = typeof node['minimum'] === 'number' ? node['minimum'] : -Infinity;
    const high = typeof node['maximum'] === 'number' ? node['maximum'] : Infinity;
    const near = Math.min(high, Math.max(low, node['type'] === 'integer' ? Math.round(value) : value));
    return near === value || !fits(node, near) ? [] : [loss(path, near, `${String(near)} is the nearest value that is allowed`)];
  }
  const most = node['maxItems'];
  if (!Array.isArray(value) || typeof most !== 'number' || value.length <= most) return [];
  return [loss(path, value.slice(0, most), `only the first ${String(most)} would count`)];
}

/** Checks type, bounds, pattern and length of one value, but not its members. */
function fits(node: SchemaNode, value: unknown): boolean {
  if (!typeFits(node, value)) return false;
  const number = (key: string, otherwise: number): number => (typeof node[key] === 'number' ? node[key] : otherwise);
  if (typeof value === 'number') return value >= number('minimum', -Infinity) && value <= number('maximum', Infinity);
  if (Array.isArray(value)) return value.length >= number('minItems', 0) && value.length <= number('maxItems', Infinity);
  if (typeof value !== 'string') return true;
  const length = [...value].length;
  const isLong = length >= number('minLength', 0) && length <= number('maxLength', Infinity);
  return isLong && !(typeof node['pattern'] === 'string' && !new RegExp(node['pattern'], 'u').test(value));
}

function mendList(mending: Mending, path: Path, items: SchemaNode): void {
  const given = mending.get(path);
  const map = typeof given === 'string' && items['type'] === 'object' ? pairsIn(given) : given;
  const held = isRecord(map) ? (entriesOf(map, items) ?? (map === given ? listIn(map, String(path.at(-1))) : [map])) : undefined;
  const areNumbers = isRecord(map) && /^(?:number|integer)$/.test(String(items['type'])) && Object.values(map).every(Number.isFinite);
  if (held !== undefined || areNumbers) mending.set(path, held ?? Object.values(map as object), 'a list');
  readListText(mending, path, (text) => splitText(mending, text, items));
  // A number such as `quantiles: 4` means how many quantiles.
  const isCount = typeof given === 'number' && given > 1 && items['maximum'] === 1;
  if ((typeof given === 'number' && !isCount) || typeof given === 'boolean' || (isRecord(mending.get(path)) && items['type'] === 'object'))
    mending.set(path, [given], 'one value was read as a list of it');
  const list = mending.get(path);
  if (!Array.isArray(list)) return;
  const [inner] = list as unknown[];
  if (list.length === 1 && Array.isArray(inner) && items['type'] !== 'array' && byPlace(inner, items) === inner)
    return mendListOf(mending, path, inner as unknown[], items);
  mendListOf(mending, path, list as unknown[], items);
}

function mendListOf(mending: Mending, path: Path, list: readonly unknown[], items: SchemaNode): void {
  const [text] = list;
  const parts = list.length === 1 && typeof text === 'string' && /[,;|]/.test(text) ? splitText(mending, text, items) : list;
  const flat = (parts as unknown[]).filter((item) => item !== '').map((item) => (items['type'] === 'string' ? nameIn(item) : item));
  mending.set(
    path,
    flat.map((item) => byPlace(item, items)),
    'the names alone',
  );
  mendPercents(mending, path, items);
  for (const index of flat.keys()) mendValue(mending, [...path, index], items, true);
}

/** Converts `['7D:40:…', 'cluster 1']` to an object with two required members, by position. */
function byPlace(item: unknown, { required, properties }: SchemaNode): unknown {
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const isTuple = Array.isArray(item) && item.length > 1 && item.length === names.length && listOf(required).length === names.length;
  return isTuple ? Object.fromEntries(names.map((name, at) => [name, (item as unknown[])[at]])) : item;
}

/** Splits a text into list items: at line breaks, commas and the like, unless a column has exactly this name. */
function splitText(mending: Mending, text: string, items: SchemaNode): unknown[] {
  const columns = new Set(mending.captures.flatMap((capture) => capture.columns.map(({ name }) => name)));
  if (items['type'] === 'object' || columns.has(text)) return [text];
  const inside = /^\s*(?:\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}:]*)\})\s*$/
    .exec(text)
    ?.slice(1)
    .find((each) => each !== undefined);
  if (inside !== undefined) return splitText(mending, inside, items);
  const bullets = bulletsIn(text) ?? elementsIn(text);
  if (bullets !== undefined) return bullets;
  const words = text.trim().split(/\s+/);
  const separator = words.every((word) => columns.has(word))
    ? /\s+/
    : separatorOf(text.trim(), /^(?:number|integer)$/.test(String(items['type'])));
  const parts = separator === undefined ? [] : text.split(separator).filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts.map((part) => part.trim().replace(/^(['"])([^'"]*)\1$/, '$2')) : [text];
}

/** Reads the items of a list from XML elements, as in `<item>rssi</item><item>length</item>`. */
function elementsIn(text: string): string[] | undefined {
  const found = [...text.matchAll(/<(\w+)>\s*([^<>]*?)\s*<\/\1>/g)].map(([, , inner = '']) => inner);
  return found.length > 0 && /^(?:\s*<(\w+)>[^<>]*<\/\1>)+\s*$/.test(text) ? found : undefined;
}

/** Finds the separator of a list's items; undefined if a comma may also be a decimal mark. */
function separatorOf(text: string, areNumbers: boolean): RegExp | undefined {
  if (/[;|\n]/.test(text)) return /\s*[;|\n]\s*/;
  if (areNumbers && /^[\d.+-]+(?:\s+[\d.+-]+)+$/.test(text)) return /\s+/;
  if (!areNumbers || !/\d,\d/.test(text)) return /\s*,\s*(?:and\s+)?|\s+(?:and|vs\.?|versus|against)\s+|\s+[+&/]\s+/;
  if (/,\s/.test(text)) return /,\s+|\s+and\s+/;
  // Read `25,75` as a list, because as a decimal number it would not be a plausible percentage.
  if (/^[1-9]\d(?:,[1-9]\d)+$/.test(text)) return /,/;
  return text.includes('.') || /^[1-9]\d*(?:,[1-9]\d*){2}$/.test(text) ? /,/ : undefined;
}

/** Reads the name from an object such as `{ "column": "rssi", "type": "number" }`; an object that says more is left as it is. */
function nameIn(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const told = Object.entries(item).filter(([key]) => !/^(?:type|d?type|datatype|kind|unit|description|title|label)$/.test(bare(key)));
  const [key, value] = told[0] ?? [];
  return told.length === 1 &&
    typeof value === 'string' &&
    /^(?:columns?|name|columnname|field|fieldname|address|value|id|items?|element|string|text)$/.test(bare(key ?? ''))
    ? value
    : item;
}
