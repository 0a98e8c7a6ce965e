import type { ToolResult } from '../../tools/contract/index.ts';
import type { CutList, ResultView } from '../../workbench/results.ts';

/** Maximum number of JSON characters in one message. */
export const MOST_CHARACTERS = 250_000;
/** Maximum number of items of a list in a truncated value. */
const MOST_ITEMS = 200;
/** Maximum number of characters of a text in a truncated value. */
const MOST_TEXT = 20_000;

/** A result in the form that the page receives: complete if it is small, otherwise with lists cut short. */
export function viewOf(result: ToolResult): ResultView {
  const counts = countsOf(result);
  const { structured_output, data, ...envelope } = result;
  const same = data === structured_output;
  const room = MOST_CHARACTERS - sizeOf(envelope, MOST_CHARACTERS);
  if (sizeOf(structured_output, room) + (same ? 0 : sizeOf(data, room)) < room) return { ...result, cut: [], counts };
  const output = cutValue(structured_output, same ? room : room / 2, '/structured_output');
  const given = same ? output : cutValue(data, room / 2, '/data');
  return {
    ...result,
    ...(structured_output === undefined ? {} : { structured_output: output.value as ToolResult['structured_output'] }),
    data: given.value as ToolResult['data'],
    cut: same ? output.cut : [...output.cut, ...given.cut],
    counts,
  };
}

/** The counts that the tabs of an answer show, such as the number of links. */
function countsOf({ metadata, structured_output }: ToolResult): Readonly<Record<string, number>> {
  const lengthOf = (member: string): number => lengthOfList(structured_output?.[member]);
  switch (metadata.toolName) {
    case 'bluetooth_address_analyzer':
      return {
        addresses: lengthOf('address_classification') - scanOnlyCount(structured_output),
        asking: scanOnlyCount(structured_output),
        clusters: lengthOf('probabilistic_links'),
        links: structured_output?.['candidate_links'] === undefined ? chainSteps(structured_output) : lengthOf('candidate_links'),
      };
    case 'rotation_privacy_audit':
      return { findings: lengthOf('findings') };
    default:
      return {};
  }
}

/** Number of addresses in an answer that only scan or initiate, and never advertise. */
function scanOnlyCount(output: ToolResult['structured_output']): number {
  const classes = output?.['address_classification'];
  return Array.isArray(classes) ? classes.filter((item: { only_asks?: unknown } | null) => item?.only_asks === true).length : 0;
}

const lengthOfList = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Counts one candidate per step of each cluster, for older versions of the analyzer, whose answers list no candidates. */
function chainSteps(output: ToolResult['structured_output']): number {
  const clusters = output?.['probabilistic_links'];
  if (!Array.isArray(clusters)) return 0;
  return clusters.reduce<number>((sum, cluster: unknown) => {
    const addresses: unknown = typeof cluster === 'object' && cluster !== null ? Reflect.get(cluster, 'addresses') : undefined;
    return sum + Math.max(0, lengthOfList(addresses) - 1);
  }, 0);
}

/** Approximate number of characters of a value as JSON. Counting stops once it exceeds the bound. */
export function sizeOf(value: unknown, bound: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    size += (typeof key === 'string' ? key.length + 4 : 1) + sizeOf(member, bound - size);
    if (size >= bound) return size;
  }
  return size;
}

/**
 * Copies a JSON value so that it takes about `room` characters: lists and texts are cut short. Also returns which lists were cut.
 *
 * @param pointer JSON Pointer of the value
 */
export function cutValue(value: unknown, room: number, pointer = ''): { readonly value: unknown; readonly cut: readonly CutList[] } {
  const cut: CutList[] = [];
  let left = room;
  const copy = (part: unknown, at: string): unknown => {
    if (typeof part === 'string') {
      const text = part.length > MOST_TEXT ? `${part.slice(0, MOST_TEXT)}…` : part;
      left -= text.length + 2;
      return text;
    }
    if (Array.isArray(part)) return copyList(part, at);
    if (typeof part !== 'object' || part === null) {
      left -= 8;
      return part;
    }
    return Object.fromEntries(
      Object.entries(part).map(([key, member]) => {
        left -= key.length + 4;
        return [key, copy(member, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)];
      }),
    );
  };
  const copyList = (list: readonly unknown[], at: string): readonly unknown[] => {
    const items: unknown[] = [];
    while (items.length < Math.min(list.length, MOST_ITEMS) && left > 0) {
      left -= 1;
      items.push(copy(list[items.length], `${at}/${String(items.length)}`));
    }
    if (items.length < list.length) cut.push({ pointer: at, total: list.length });
    return items;
  };
  return { value: copy(value, pointer), cut };
}
