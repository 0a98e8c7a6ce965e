import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { explainedAddresses } from '../../../src/tools/linkage/explained.ts';

/** The measure that a call was advised for, computed from its own result. */
type Measure = (before: ToolResult, after: ToolResult) => number | undefined;

type Row = Readonly<Record<string, unknown>>;
const rowsIn = (result: ToolResult, list: string): readonly Row[] => (result.structured_output?.[list] ?? []) as readonly Row[];
const numberIn = (row: Row | undefined, key: string): number => Number(row?.[key]);
const sum = (rows: readonly Row[], key: string): number => rows.reduce((total, row) => total + numberIn(row, key), 0);

const unknown = (result: ToolResult): number => rowsIn(result, 'address_classification').filter(({ type }) => type === 'unknown').length;

const MEASURES: Readonly<Record<string, Measure>> = {
  rows_described: (before, after) => numberIn(after.structured_output, 'row_count') / sum(rowsIn(before, 'captures'), 'row_count'),
  rows_explained: (_, after) => {
    if (after.metadata.toolName !== 'capture_overview') return undefined;
    const known = rowsIn(after, 'address_classes').filter(({ type }) => type !== 'unknown');
    return sum(known, 'rows') / numberIn(after.structured_output, 'row_count');
  },
  addresses_explained: (_, after) => {
    const heard = rowsIn(after, 'address_classification').filter(({ only_asks }) => only_asks !== true);
    const rotating = heard.filter(({ type }) => type === 'rpa' || type === 'nrpa');
    const links = rowsIn(after, 'candidate_links').map((row) => ({
      from: String(row['from_address']),
      probability: numberIn(row, 'probability'),
    }));
    return (
      explainedAddresses(
        links,
        rotating.map(({ address }) => String(address)),
      ) / heard.length
    );
  },
  addresses_admitted: (before, after) => (unknown(before) - unknown(after)) / rowsIn(after, 'address_classification').length,
  links_audited: (before, after) => {
    const links = rowsIn(before, 'candidate_links').filter(({ shown }) => shown === true).length;
    const followed = after.structured_output?.['followed'] as Row;
    return Math.min(1, (numberIn(followed, 'rotations') * numberIn(followed, 'mean_probability')) / links);
  },
  rows_narrowed: (before, after) => {
    const columns = rowsIn(after, 'columns').map(({ name }) => name);
    const rows = (after.structured_output?.['rows'] ?? []) as readonly (readonly unknown[])[];
    const packets = rows.reduce((total, row) => total + Number(row[columns.indexOf('packets')]), 0);
    return 1 - packets / Number(before.metadata.measures?.['rows']);
  },
  rows_read: (_, after) => numberIn(after.structured_output, 'row_count') / numberIn(after.structured_output, 'total_count'),
};

/** undefined where the measure is of a tool that no walk over packets meets. */
export const realised = (measure: string, before: ToolResult, after: ToolResult): number | undefined =>
  after.status === 'error' ? 0 : MEASURES[measure]?.(before, after);

/** Pearson's correlation; 0 where one side does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => pairs.reduce((total, pair) => total + pair[at], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const product = (a: 0 | 1, b: 0 | 1): number =>
    pairs.reduce((total, pair) => total + (pair[a] - (a === 0 ? x : y)) * (pair[b] - (b === 0 ? x : y)), 0);
  const spread = Math.sqrt(product(0, 0) * product(1, 1));
  return spread > 0 ? product(0, 1) / spread : 0;
}
