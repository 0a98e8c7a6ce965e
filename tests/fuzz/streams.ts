import { decode } from '../../src/wire/decode.ts';
import type { Decoded, Dialect, ToolInvocationRecord } from '../../src/wire/record.ts';
import { DOCUMENTED } from '../support/documented-cases.ts';
import { randomSource, type RandomSource } from '../support/random.ts';

/**
 * Documented answers with changes in their values: events lost, repeated, moved, members renamed, removed or of another type. Every
 * call has a name and an argument that no other call has. Where one of them is still anywhere in the changed values, decoding must
 * give the call, list it as the provider's, or give a problem: nothing may be dropped in silence.
 */
export interface StreamTally {
  /** Changed streams that were decoded. */
  decoded: number;
  /** Calls that could run, and of these the ones that were changed in no way. */
  ready: number;
  /** Streams with at least one problem. */
  problems: number;
}

interface Seed {
  readonly dialect: Dialect;
  readonly values: readonly unknown[];
  readonly whole: Decoded;
}

/** Names of tools in the documented cases; each call of a stream gets a name of its own instead. */
const TOOLS = /^(?:count_packets|list_sensors|count_rows|notes|far|other)$/;

/** Gives every name of a tool a mark of its own, the same one wherever a call repeats its name beside the same id. */
function marked(values: readonly unknown[]): readonly unknown[] {
  let next = 0;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    // An event that repeats the name of a call is no call of its own, and neither is a definition of a tool.
    const repeats = 'item_id' in value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'name' && !repeats && typeof inner === 'string' && TOOLS.test(inner)
          ? `mark9_${idOf(value) ?? String(next++)}`
          : key === 'tools'
            ? inner
            : visit(inner),
      ]),
    );
  };
  return values.map(visit);
}

function idOf(value: object): string | undefined {
  const { call_id, id, toolUseId } = value as Readonly<Record<string, unknown>>;
  const found = [call_id, id, toolUseId].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found.replaceAll(/\W/g, '_') : undefined;
}

const SEEDS: readonly Seed[] = DOCUMENTED.filter(
  ({ dialect, calls, results }) => calls.length > 0 && results === undefined && dialect !== 'mcp' && dialect !== 'webmcp',
).map(({ dialect, transcript }) => {
  const values = marked(transcript);
  return { dialect, values, whole: decode(dialect, values, []) };
});

/** `seeds`: the documented answers in the values, for changes that add one. */
type Change = (values: unknown[], random: RandomSource, seeds: Seed[]) => void;

const OTHER_VALUES: readonly unknown[] = [null, 7, 'x', [], {}, true, [{}], { a: 1 }];

/** Places of objects inside the values, with their parents. */
function objectsIn(value: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (Array.isArray(value)) for (const each of value) objectsIn(each, found);
  else if (typeof value === 'object' && value !== null) {
    found.push(value as Record<string, unknown>);
    for (const each of Object.values(value)) objectsIn(each, found);
  }
  return found;
}

/** A member somewhere in the values: more often one of a call than by chance. */
function member(values: unknown[], random: RandomSource): { readonly at: Record<string, unknown>; readonly key: string } | undefined {
  const objects = objectsIn(values).filter((each) => Object.keys(each).length > 0);
  const at = objects[random.below(objects.length)];
  const keys = Object.keys(at ?? {});
  const key = keys[random.below(keys.length)];
  return at === undefined || key === undefined ? undefined : { at, key };
}

const CHANGES: readonly Change[] = [
  function lose(values, random) {
    values.splice(random.below(values.length), 1 + random.below(3));
  },
  function cut(values, random) {
    values.length = random.below(values.length);
  },
  function repeat(values, random) {
    const at = random.below(values.length);
    values.splice(at, 0, structuredClone(values[at]));
  },
  function move(values, random) {
    const [moved] = values.splice(random.below(values.length), 1);
    values.splice(random.below(values.length + 1), 0, moved);
  },
  function rename(values, random) {
    const found = member(values, random);
    if (found === undefined) return;
    const { at, key } = found;
    const entries = Object.entries(at).map(([name, value]) => [name === key ? `${name.slice(0, -1)}~` : name, value] as const);
    for (const name of Object.keys(at)) Reflect.deleteProperty(at, name);
    Object.assign(at, Object.fromEntries(entries));
  },
  function remove(values, random) {
    const found = member(values, random);
    if (found) Reflect.deleteProperty(found.at, found.key);
  },
  function replace(values, random) {
    const found = member(values, random);
    if (found) found.at[found.key] = structuredClone(OTHER_VALUES[random.below(OTHER_VALUES.length)]);
  },
  function shorten(values, random) {
    const found = member(values, random);
    const value = found?.at[found.key];
    if (found && typeof value === 'string') found.at[found.key] = value.slice(0, random.below(value.length + 1));
  },
  function mix(values, random, seeds) {
    const other = SEEDS[random.below(SEEDS.length)]!;
    seeds.push(other);
    values.splice(random.below(values.length + 1), 0, ...structuredClone(other.values));
  },
];

const nameMarks = (value: unknown): ReadonlySet<string> => new Set(JSON.stringify(value).match(/mark9_\w+/g) ?? []);

/** Reads changed streams `first` to `first + count - 1`; throws on the first call that is dropped in silence. */
export function decodeStreams(count: number, first: number): StreamTally {
  const tally: StreamTally = { decoded: 0, ready: 0, problems: 0 };
  for (let number = first; number < first + count; number++) {
    const random = randomSource(number);
    const seed = SEEDS[random.below(SEEDS.length)]!;
    const seeds = [seed];
    const values = structuredClone(seed.values) as unknown[];
    for (let n = 1 + random.below(3); n > 0 && values.length > 0; n--) CHANGES[random.below(CHANGES.length)]!(values, random, seeds);
    if (values.length === 0) continue;
    const decoded = decode(seed.dialect, values, []);
    tally.decoded++;
    if (decoded.problems.length > 0) tally.problems++;
    tally.ready += decoded.calls.filter(({ invocation }) => invocation !== null).length;
    judge(seeds, values, decoded, `stream ${String(number)} of ${seed.dialect}`);
  }
  return tally;
}

/** Problems of calls whose pieces collided, so that the problem of one call explains the loss of another. */
const COLLISIONS = new Set(['ID_CHANGED', 'NAME_CHANGED', 'DUPLICATE_ID', 'DELTA_MISMATCH']);
/** Ids that the decoder assigns, by order. */
const ASSIGNED = /^call-\d+$/;

function judge(seeds: readonly Seed[], values: unknown, { calls, server_calls, problems }: Decoded, label: string): void {
  const ids = new Set(calls.map(({ toolCallId }) => toolCallId));
  // A problem of one call excuses no other call.
  if (problems.some(({ code, path }) => path === undefined || !ids.has(path) || COLLISIONS.has(code))) return;
  const excused = new Set(problems.map(({ path }) => path));
  // Of the provider's own calls the id is enough.
  const theirs = server_calls.flatMap(({ id, name }) => [name, `mark9_${id.replaceAll(/\W/g, '_')}`]);
  const given = nameMarks([calls.map(({ name }) => name), theirs]);
  const marks = new Set([...excused].map((id) => `mark9_${(id ?? '').replaceAll(/\W/g, '_')}`));
  const lost = [...nameMarks(values)].filter((mark) => !given.has(mark) && !marks.has(mark));
  if (lost.length > 0) throw new Error(`${label} drops ${lost.join(', ')} in silence`);
  const before = seeds.flatMap(({ whole }) => whole.calls);
  // A call that came through without a problem says what it said before, unless its own arguments were changed.
  for (const { toolCallId: id, name, args, invocation } of calls) {
    if (excused.has(id)) continue;
    if (invocation === null) throw new Error(`${label} refuses ${name} without a problem`);
    const same = before.filter((each) => each.name === name);
    if (same.length === 0) continue;
    if (args === null && same.every((each) => each.args !== null)) throw new Error(`${label} loses the arguments of ${name} in silence`);
    const isOf = (read: (call: ToolInvocationRecord) => string, value: string): boolean =>
      before.some((call) => call.invocation !== null && read(call) === value) && !same.some((call) => read(call) === value);
    if (!ASSIGNED.test(id) && isOf(({ toolCallId }) => toolCallId, id))
      throw new Error(`${label} gives ${name} the id of another call, ${id}`);
    const written = JSON.stringify(args);
    const own = same.filter((each) => each.toolCallId === id && each.args !== null);
    if (written !== '{}' && own.length > 0 && isOf((call) => JSON.stringify(call.args), written))
      throw new Error(`${label} gives ${name} the arguments of another call, ${written}`);
  }
}
