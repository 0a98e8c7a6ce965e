import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { columnFaults, type NamedColumn } from '../../numeric-columns.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import { analyseLives, analyseRows } from './analyse.ts';
import { failed, readRows, refused, tooFew, type Outcome } from './data.ts';
import { readLifetimes } from './lifetimes.ts';
import { outcome } from './outcome.ts';
import type { Arguments } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** Analyses times until an event, of the rows of a table or of the addresses of a capture. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const [fault, ...more] = [...unfit(args), ...columnFaults(namedColumns(args), capabilities.selection)];
  if (fault) return failed(fault, ...more);
  if (args.lifetimes) {
    const found = await readLifetimes(args, capabilities);
    if ('code' in found) return failed(found);
    const analysis = await analyseLives(args, found, capabilities);
    return outcome(args, { verdict: verdictOf(args, analysis), ...analysis.figures }, { analysis, selected: found.selected, more: [] });
  }
  const rows = await readRows(args, capabilities);
  if ('code' in rows) return failed(rows);
  if (rows.exit.length === 0) return failed(tooFew('rows that were watched for some time', 0, 1, ['arguments', 'duration']));
  const analysis = await analyseRows(args, rows, capabilities);
  const rounded = await roundedIntegers(
    capabilities,
    [args.duration, args.entry].flatMap((name, at) =>
      name === undefined ? [] : [{ name, field: `arguments.${at === 0 ? 'duration' : 'entry'}` }],
    ),
  );
  return outcome(args, { verdict: verdictOf(args, analysis), ...analysis.figures }, { analysis, selected: rows.selected, more: rounded });
}

const NUMERIC: ReadonlySet<string> = new Set(['duration', 'entry']);

function namedColumns(args: Arguments): NamedColumn[] {
  const single = (['duration', 'event', 'entry', 'group', 'strata', 'cluster_by'] as const).flatMap((argument) => {
    const name = args[argument];
    // If a column names both units and groups or strata, it is used for groups or strata.
    if (name === undefined || (argument === 'cluster_by' && [args.group, args.strata, args.event].includes(name))) return [];
    return [{ name, path: ['arguments', argument], kind: NUMERIC.has(argument) ? ('numeric' as const) : ('any' as const) }];
  });
  return [...single, ...args.covariates.map((name, at) => ({ name, path: ['arguments', 'covariates', at], kind: 'numeric' as const }))];
}

function unfit(args: Arguments): ToolError[] {
  if (!args.lifetimes) return args.duration === undefined ? [refused(['duration'], 'a numeric column, or lifetimes: true', 'none')] : [];
  const named = (['duration', 'event', 'entry', 'group', 'strata', 'cluster_by'] as const).filter((name) => args[name] !== undefined);
  return [...named, ...(args.covariates.length > 0 ? (['covariates'] as const) : [])].map((name) =>
    refused([name], 'none with lifetimes, whose rows are the addresses', JSON.stringify(args[name])),
  );
}
