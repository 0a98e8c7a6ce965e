import type { OneWay } from '../../../kernels/contract.ts';
import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { columnFaults, fetchColumns, keyOrder } from '../../numeric-columns.ts';
import { describeAnalysis, tableOf, warningsOf } from './describe.ts';
import type { Analysis, Arguments } from './schema.ts';

type Outcome = ToolOutcome<Analysis>;

const MOST_GROUPS = 500;
/** Each pair costs several double integrals. */
const MOST_COMPARED = 20;

/** One-way analysis of variance of a column over the values of another. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const [factor = ''] = args.factors;
  const [fault, ...more] = columnFaults(
    [
      { name: args.response, path: ['arguments', 'response'], kind: 'numeric' },
      { name: factor, path: ['arguments', 'factors', 0], kind: 'any' },
    ],
    capabilities.selection,
  );
  if (fault) return failed(fault, ...more);
  const data = await complete(args, factor, capabilities);
  const count = data.names.length;
  if (count < 2) return tooFew('groups with a finite response', count, 2, 'factors');
  if (count > MOST_GROUPS)
    return failed(
      toolError(
        'INVALID_VALUE',
        `arguments.factors[0]: expected at most ${String(MOST_GROUPS)} groups, got ${String(count)}`,
        ['arguments', 'factors', 0],
        {
          got: String(count),
        },
      ),
    );
  if (data.response.length <= count) return tooFew('complete rows for this many groups', data.response.length, count + 1, 'response');
  const compared = count <= MOST_COMPARED;
  const rows = data.response.length;
  const analysis = await capabilities.kernels.oneWay(
    { response: data.response, groups: data.groups, count, alpha: args.alpha, post_hoc: compared ? [...new Set(args.post_hoc)] : [] },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const refused = unusable(args, analysis);
  if (refused) return failed(refused);
  return answered(args, analysis, { ...data, rows, compared });
}

interface Complete {
  readonly response: Float64Array;
  readonly groups: Uint32Array;
  readonly names: readonly string[];
  readonly missing: number;
  readonly infinite: number;
}

/** Rows with a finite response and a group; groups in the order of their values. */
async function complete(args: Arguments, factor: string, capabilities: ToolCapabilities): Promise<Complete> {
  const { numbers, groups } = await fetchColumns(capabilities, [args.response], [factor]);
  const values = numbers[0] ?? new Float64Array(0);
  const keys = groups?.keys ?? [];
  const ids = groups?.ids ?? new Uint32Array(0);
  const named = keys.map(([name]) => typeof name === 'string');
  const usable = values.map((value, row) => (Number.isFinite(value) && named[ids[row] ?? 0] === true ? 1 : 0));
  const used = new Set(ids.filter((_, row) => usable[row] === 1));
  const order = keyOrder(keys).filter((id) => used.has(id));
  const place = new Map(order.map((id, at) => [id, at] as const));
  const infinite = values.reduce((sum, value) => (value === Infinity || value === -Infinity ? sum + 1 : sum), 0);
  const response = values.filter((_, row) => usable[row] === 1);
  return {
    response,
    groups: ids.filter((_, row) => usable[row] === 1).map((id) => place.get(id) ?? 0),
    names: order.map((id) => (keys[id]?.[0] ?? '').slice(0, 256)),
    missing: values.length - response.length - infinite,
    infinite,
  };
}

function unusable({ response }: Arguments, { between, residual }: OneWay): ToolError | undefined {
  const total = between.sum_sq + residual.sum_sq;
  const problem = !Number.isFinite(total)
    ? 'has squares beyond the range of a double'
    : total === 0
      ? 'is constant in the selection'
      : undefined;
  if (problem === undefined) return undefined;
  const message = `arguments.response: expected a column that varies within the range of a double, got ${JSON.stringify(response)}, which ${problem}`;
  return toolError('INVALID_VALUE', message, ['arguments', 'response'], { got: response });
}

function answered(
  args: Arguments,
  analysis: OneWay,
  data: Omit<Complete, 'response' | 'groups'> & { rows: number; compared: boolean },
): Outcome {
  const output = describeAnalysis(args, analysis, data);
  const warnings = warningsOf(args, output, data.compared);
  const equal = analysis.brown_forsythe.p === null || analysis.brown_forsythe.p >= args.alpha;
  const selected = data.rows + data.missing + data.infinite;
  const row = output.table[0];
  const lacking = row?.f === undefined || (!data.compared && args.post_hoc.length > 0);
  const significant = row?.p !== undefined && row.p < args.alpha;
  return {
    status: lacking ? 'partial' : 'ok',
    summary: `${args.response} over ${String(data.names.length)} groups of ${args.factors[0] ?? ''}, ${String(data.rows)} rows: the means ${
      row?.f === undefined ? 'cannot be tested' : significant ? 'differ' : 'do not differ significantly'
    }.`,
    structured_output: output,
    warnings,
    confidence_inputs: { rows: data.rows, groups: data.names.length, share_complete: data.rows / selected, equal_spreads: equal },
    hints: {
      assumptions: ['Rows are independent; rows close in time often are not', 'Residuals are near normal, with one spread in all groups'],
      riskFactors: equal
        ? []
        : [
            {
              type: 'accuracy' as const,
              severity: 'medium' as const,
              description: 'The groups differ in spread, which the classic test takes as equal.',
              probability: 0.8,
              impact: 0.4,
              mitigation: 'Read welch and games_howell instead.',
            },
          ],
      contextNeeded: significant ? [] : ['other factors that may explain the response'],
      reasoning: 'F compares what varies between the means of the groups with what varies within them.',
    },
    artifacts: [tableOf(output)],
    measures: { rows: data.rows, selected },
  };
}

function tooFew(what: string, observed: number, needed: number, argument: 'factors' | 'response'): Outcome {
  return failed(
    toolError('INSUFFICIENT_DATA', `expected at least ${String(needed)} ${what}, found ${String(observed)}`, ['arguments', argument], {
      details: { observed, needed },
      got: String(observed),
    }),
  );
}

const failed = (first: ToolError, ...more: readonly ToolError[]): Outcome => ({ status: 'error', errors: [first, ...more] });
