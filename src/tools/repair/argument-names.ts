/** Finds the argument that a name means: by its spelling, by its words, or by its value. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { argumentFor, type ArgumentName, unitOf } from './aliases.ts';
import type { Path } from './draft.ts';
import { argumentMeant } from './meaning.ts';
import type { Mending } from './mending.ts';
import { partsOf } from './tokens.ts';
import { couldHave } from './value-fits.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Replaces an object such as `histogram: { bins: 60 }` by the arguments that its members mean. */
export function spread(mending: Mending, path: Path, key: string, node: SchemaNode): boolean {
  const value = mending.get([...path, key]);
  if (!isRecord(value) || Object.keys(value).length === 0) return false;
  const taken = mending.get(path) as object;
  const found = Object.entries(value).map(
    ([inner, member]) => byMeaning(mending, `${key}_${inner}`, member, node, taken) ?? namedArgument(mending, inner, member, node, taken),
  );
  if (found.some((each) => each === undefined || each.unit !== '') || new Set(found.map((each) => each?.name)).size < found.length)
    return false;
  mending.drop([...path, key], 'its members are arguments of their own');
  Object.values(value).forEach((member, at) => mending.set([...path, found[at]?.name ?? ''], member, `a member of ${key}`));
  return true;
}

/** Words in names that only say that a value is one of several, such as "kind" or "type". */
const KINDS: ReadonlySet<string> = new Set(
  'type kind method mode model algorithm test variant option name as task value choice'.split(' '),
);

/** Finds the argument that a name spells, unless it cannot have the value but another argument with the same meaning can. */
export function namedArgument(mending: Mending, key: string, value: unknown, node: SchemaNode, taken: object): ArgumentName | undefined {
  const spelt = argumentFor(key, node, taken);
  const child = isRecord(node['properties']) ? node['properties'][spelt?.name ?? ''] : undefined;
  if (spelt !== undefined && isRecord(child) && couldHave(mending, spelt.name, child, value)) return spelt;
  return byMeaning(mending, key, value, node, taken) ?? spelt;
}

/** Finds the unused argument that a name means by its words and that can have the value, or the only one whose listed values contain it. */
function byMeaning(
  mending: Mending,
  key: string,
  value: unknown,
  node: SchemaNode,
  taken: object,
): { name: string; unit: string } | undefined {
  const isFree = (name: string, child: SchemaNode): boolean =>
    !Object.hasOwn(taken, name) && isApplicable(child, node, taken) && couldHave(mending, name, child, value);
  const meant = argumentMeant(key, node, isFree);
  if (meant !== undefined) return { name: meant, unit: unitOf(key) === unitOf(meant) ? '' : unitOf(key) };
  const own = new Set(mending.text(['tool_name']).split('_'));
  const words = partsOf(key).map((word) => word.toLowerCase());
  if (!words.some((word) => KINDS.has(word)) || !words.every((word) => KINDS.has(word) || own.has(word))) return undefined;
  const [found, second] = Object.entries(isRecord(node['properties']) ? node['properties'] : {}).filter(
    ([name, child]) => isRecord(child) && isFixed(child) && isFree(name, child),
  );
  return found !== undefined && second === undefined ? { name: found[0], unit: '' } : undefined;
}

/** Whether an argument applies: if its description names values of another argument (such as a design), the given value is among them. */
function isApplicable({ description }: SchemaNode, schema: SchemaNode, given: Readonly<Record<string, unknown>> | object): boolean {
  const said = typeof description === 'string' ? (description.split(';')[0] ?? '') : '';
  const words = new Set(said.match(/[a-z]+(?:_[a-z]+)*/g));
  return Object.entries(isRecord(schema['properties']) ? schema['properties'] : {}).every(([name, child]) => {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    const values = isRecord(child) && typeof value === 'string' ? listOf(child['enum']).map(String) : [];
    return words.has(String(value)) || !values.some((each) => each.includes('_') && words.has(each));
  });
}

const isFixed = ({ enum: values, items }: SchemaNode): boolean =>
  Array.isArray(values) || (isRecord(items) && Array.isArray(items['enum']));
