import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { columnFaults, type NamedColumn } from '../../numeric-columns.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import { compareRows } from './compare.ts';
import { failed, readRows, refused, tooFew, type Outcome } from './data.ts';
import { outcome } from './outcome.ts';
import { reversalOf } from './reversal.ts';
import type { Arguments } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** Compares one or two samples, or a table of counts. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const [fault, ...more] = [...unfit(args), ...columnFaults(namedColumns(args), capabilities.selection)];
  if (fault) return failed(fault, ...more);
  const rows = await readRows(args, capabilities);
  if ('code' in rows) return failed(rows);
  if (rows.group.length < (args.design === 'one_proportion' ? 1 : 2))
    return failed(tooFew('complete rows', rows.group.length, 2, args.response === undefined ? 'outcome' : 'response'));
  const found = await compareRows(args, rows, capabilities);
  if ('code' in found) return failed(found);
  const { figures, evidence } = found;
  const two = args.design === 'two_sample' || args.design === 'two_proportions';
  const difference = evidence.numbers
    ? (evidence.numbers.samples[0]?.mean ?? 0) - (evidence.numbers.samples[1]?.mean ?? 0)
    : (evidence.counts?.difference?.value ?? 0);
  const reversal = two ? await reversalOf(args, rows, difference, capabilities) : undefined;
  const verdict = verdictOf(args, { ...evidence, reversal });
  const rounded = await roundedIntegers(
    capabilities,
    [args.response, args.paired_with].flatMap((name, at) =>
      name === undefined ? [] : [{ name, field: `arguments.${at === 0 ? 'response' : 'paired_with'}` }],
    ),
  );
  return outcome(args, { verdict, ...figures, ...(reversal && { reversal }) }, rows, rounded);
}

const COLUMNS = ['response', 'paired_with', 'outcome', 'factor', 'cluster_by'] as const;
const NUMERIC: ReadonlySet<string> = new Set(['response', 'paired_with']);

const namedColumns = (args: Arguments): NamedColumn[] =>
  COLUMNS.flatMap((argument) => {
    const name = args[argument];
    // If a column is named both for clusters and for groups, it is used for groups.
    if (name === undefined || (argument === 'cluster_by' && (name === args.factor || name === args.outcome))) return [];
    return [{ name, path: ['arguments', argument], kind: NUMERIC.has(argument) ? ('numeric' as const) : ('any' as const) }];
  });

/** For each design, the arguments that it needs and those that it allows. */
const NEEDS: Readonly<Record<Arguments['design'], readonly (keyof Arguments)[]>> = {
  one_sample: ['response'],
  two_sample: ['response', 'factor'],
  paired: ['response', 'paired_with'],
  one_proportion: ['outcome'],
  two_proportions: ['outcome', 'factor'],
  contingency: ['outcome', 'factor'],
};
const OPTIONS = {
  groups: ['two_sample', 'two_proportions', 'contingency'],
  success: ['one_proportion', 'two_proportions'],
  value: ['one_sample', 'two_sample', 'paired', 'one_proportion'],
  margin: ['one_sample', 'two_sample', 'paired'],
} as const;

function unfit(args: Arguments): ToolError[] {
  const { design } = args;
  const shown = (value: unknown): string => JSON.stringify(value) ?? 'none';
  const columns = (['response', 'paired_with', 'outcome', 'factor'] as const).flatMap((name) => {
    const needed = NEEDS[design].includes(name);
    if (needed === (args[name] !== undefined)) return [];
    return [refused([name], needed ? `a column for design ${design}` : `none for design ${design}`, shown(args[name]))];
  });
  const options = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).flatMap((name) =>
    args[name] === undefined || (OPTIONS[name] as readonly string[]).includes(design)
      ? []
      : [refused([name], `none for design ${design}`, shown(args[name]))],
  );
  const share = args.value ?? 0.5;
  const outside = design === 'one_proportion' && !(share > 0 && share < 1);
  return [...columns, ...options, ...(outside ? [refused(['value'], 'a share between 0 and 1', shown(args.value))] : [])];
}
