import { describe, expect, test } from 'vitest';
import { ToolResult } from '../../src/tools/contract/index.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { bench, call, compileAll, multiplier } from '../support/tools.ts';
import { callRows } from './calls.ts';
import { manifestRows } from './manifests.ts';

/** The rows of the requirements that are data: a valid thing, one change, the expected answer. */

/** The bench is shared: each row has request ids of its own. */
const shared = bench();

function changed(change: Readonly<Record<string, unknown>>, id: string): Record<string, unknown> {
  const out = structuredClone(call({ request_id: id }));
  for (const [path, value] of Object.entries(change)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, out);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return out;
}

describe('calls', () => {
  test('the call before the change is valid', async () => {
    expect((await shared.runner.run(changed({}, 'valid'))).status).toBe('ok');
  });

  test.each(callRows.map((row, index) => ({ ...row, index })))('$id $change', async ({ change, expected, says = [], warns, index }) => {
    const result = await shared.runner.run(changed(change, `row-${String(index)}`));
    expect(ToolResult.safeParse(result).error).toBeUndefined();
    expect(result.errors.map((error) => `${error.code} ${error.field ?? ''}`)).toEqual(expected);
    for (const word of says) expect(result.errors[0]?.message).toContain(word);
    if (warns) expect(result.warnings.map((warning) => warning.code)).toEqual(warns);
    expect(result.status).toBe(expected.length > 0 ? 'error' : 'ok');
  });
});

describe('manifests', () => {
  const registry = createRegistry([]);

  test('the tool before the change is valid', () => {
    expect(registry.validate(multiplier())).toEqual([]);
  });

  test.each(manifestRows)('$id $change', ({ change, says }) => {
    expect(registry.validate(multiplier(change)).join('; ')).toContain(says);
  });

  test('S0-1.1 S2-22 a name or an alias that is taken throws when the registry is built', () => {
    const twin = multiplier({ manifest: { name: 'other_tool', kebab_name: 'multiply-rows' } });
    const tools = [multiplier(), twin];
    expect(() => createRegistry(tools, compileAll(tools))).toThrow('belongs to row_multiplier');
    expect(() => createRegistry([multiplier(), multiplier()], compileAll([multiplier()]))).toThrow('is taken');
  });
});
