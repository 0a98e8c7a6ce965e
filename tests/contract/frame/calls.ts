import { ToolResult } from '../../../src/tools/contract/result.ts';
import { bench, call, type TestBench } from '../../support/tools.ts';
import { row, type Row } from './row.ts';

/** Rows that are one change of a valid call. */
export interface CallChange {
  /** Path → new value, undefined takes the key away; a path without dots may be any key of the invocation. */
  readonly change: Readonly<Record<string, unknown>>;
  /** Every error that must come of it, as `CODE path`. Empty: the call runs. */
  readonly expected: readonly string[];
  /** Words that the first message must hold. */
  readonly says?: readonly string[];
  /** Codes of the warnings, where they are asked. */
  readonly warns?: readonly string[];
  /** What is called instead of `row_multiplier` over the capture `lab`: its bench is made once. */
  readonly on?: () => TestBench;
}

let shared: TestBench | undefined;
let next = 0;

/** The bench of most rows: `row_multiplier` over the capture `lab`. */
export const multiplierBench = (): TestBench => (shared ??= bench());

/** A valid call of `row_multiplier` with a request id of its own, and a few places changed. */
export function changed(change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out = structuredClone(call({ request_id: `row-${String(next++)}` }));
  for (const [path, value] of Object.entries(change)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce<Record<string, unknown>>((at, step) => (at[step] ??= {}) as Record<string, unknown>, out);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return out;
}

export function callRow(ids: string, { change, expected, says = [], warns, on = multiplierBench }: CallChange): Row {
  const places = Object.entries(change).map(([path, value]) => `${path} → ${value === undefined ? 'absent' : brief(value)}`);
  return row(
    ids,
    places.join(', ') || 'nothing changed',
    async () => {
      const result = await on().runner.run(changed(change));
      const message = result.errors[0]?.message ?? '';
      return {
        status: result.status,
        errors: result.errors.map((error) => [error.code, error.field ?? []].flat().join(' ')),
        unsaid: says.filter((word) => !message.includes(word)),
        ...(warns && { warnings: result.warnings.map((warning) => warning.code) }),
        fits: ToolResult.safeParse(result).success,
      };
    },
    { status: expected.length > 0 ? 'error' : 'ok', errors: expected, unsaid: [], ...(warns && { warnings: warns }), fits: true },
  );
}

function brief(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
