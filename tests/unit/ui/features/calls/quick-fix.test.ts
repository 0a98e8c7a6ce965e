import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../../../src/tools/contract/index.ts';
import type { EditorProblem } from '../../../../../src/ui/state/editor-problems.ts';
import { quickFix, repairedInTurns } from '../../../../../src/ui/features/calls/quick-fix.ts';
import { repair } from '../../../../../src/tools/repair/repair.ts';
import { catalog } from '../../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../../src/tools/registry.ts';
import { capture, compileAll, countingIds, lookup } from '../../../../support/tools.ts';

const registry = createRegistry(catalog, compileAll(catalog));
const mend: Parameters<typeof quickFix>[2] = (invocation, result) =>
  repair(invocation, result, {
    registry,
    catalog: registry.getAll(),
    captures: lookup([capture()]),
    ids: countingIds(),
  });

const CALL = `{
  "tool_name": "anova_tool",
  "tool_version": "1.0.0",
  "capture_selection": {"capture_ids": ["lab"]},
  "arguments": {"response": "rssi", "factors": ["channel"], "alpha": 0.050, "own": 1.0},
  "request_id": "req-1",
  "timeout_ms": 6.0e4
}`;

const problem = (more: Partial<EditorProblem>): EditorProblem => ({
  severity: 'error',
  code: 'INVALID_VALUE',
  message: 'm',
  path: '',
  pointer: '',
  from: 0,
  to: 0,
  line: 1,
  ...more,
});

describe('a quick fix', () => {
  it('changes what its problem is about, and leaves the spelling of everything else', () => {
    const pointer = '/arguments/alpha';
    const error = { code: 'INVALID_VALUE', message: 'too large', field: 'arguments.alpha', pointer, expected: 'at most 0.5', got: '7' };
    const text = CALL.replace('0.050', '7');
    const fix = quickFix(text, problem({ pointer, error }), mend);
    expect(fix?.label).toBe('Change to 0.07');
    expect(fix?.text).toBe(CALL.replace('0.050', '0.07'));
  });

  it('takes out a key that the schema does not know, and its comma', () => {
    const pointer = '/arguments/own';
    const error = { code: 'UNKNOWN_ARGUMENT', message: 'unknown', field: 'arguments.own', pointer };
    const fix = quickFix(CALL, problem({ code: 'UNKNOWN_ARGUMENT', pointer, error }), mend);
    expect([fix?.label, fix?.text]).toEqual(['Remove it', CALL.replace(', "own": 1.0', '')]);
  });

  it('fills in nothing that is missing', () => {
    const pointer = '/arguments/factors';
    const error = { code: 'MISSING_REQUIRED_ARGUMENT', message: 'missing', field: 'arguments.factors', pointer };
    const fix = quickFix(CALL.replace('"factors": ["channel"], ', ''), problem({ code: error.code, pointer, error }), mend);
    expect(fix).toBeNull();
  });

  it('drops a comma before a bracket without touching the rest, and writes other texts anew', () => {
    const loose = CALL.replace('["lab"]', '["lab",]');
    expect(quickFix(loose, problem({ code: 'INVALID_JSON' }), mend)?.text).toBe(CALL);
    const quoted = quickFix(CALL.replaceAll('"', "'"), problem({ code: 'INVALID_JSON' }), mend);
    expect(quoted?.why).toContain('quotes became double ones');
    expect(parseJsonText(quoted?.text ?? '').errors).toEqual([]);
  });

  it('is not offered where nothing can be done', () => {
    expect(quickFix('{"a": ', problem({ code: 'PAYLOAD_TOO_LARGE' }), mend)).toBeNull();
    expect(quickFix(CALL, problem({}), mend)).toBeNull();
    expect(quickFix(CALL, problem({ error: { code: 'NO_SUCH_CODE', message: 'm' } }), mend)).toBeNull();
  });

  it('takes the whole repaired call where the text is another one', async () => {
    const invocation = { tool_name: 't', arguments: {} };
    expect(parseJsonText(await repairedInTurns(CALL, { invocation, changes: [] })).value).toEqual(invocation);
  });
});
