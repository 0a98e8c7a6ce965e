import { describe, expect, it } from 'vitest';
import type { ValidationReport } from '../../../../src/tools/contract/index.ts';
import { parseJsonText } from '../../../../src/tools/contract/json-text.ts';
import { editorProblems } from '../../../../src/ui/state/editor-problems.ts';

const text = `{
  "tool_name": "x",
  "arguments": {
    "linkage_window_s": 0.5,
    "a/b": [1, "two"]
  }
}`;

function report(errors: ValidationReport['errors'], warnings: ValidationReport['warnings'] = []): ValidationReport {
  return { valid: errors.length === 0, errors, warnings, error_count: errors.length, validators: { zod: false, ajv: false } };
}

describe('problems of the invocation text', () => {
  const parsed = parseJsonText(text);

  it('puts an error on the line of its pointer', () => {
    const [problem] = editorProblems(
      text,
      parsed,
      report([
        {
          code: 'INVALID_VALUE',
          message: 'expected ≥ 1, got 0.5',
          field: 'arguments.linkage_window_s',
          pointer: '/arguments/linkage_window_s',
        },
      ]),
    );
    expect(problem).toMatchObject({ severity: 'error', code: 'INVALID_VALUE', path: 'arguments.linkage_window_s', line: 4 });
    expect(text.slice(problem?.from, problem?.to)).toBe('0.5');
  });

  it('finds the place from the dotted path where there is no pointer', () => {
    const [problem] = editorProblems(text, parsed, report([], [{ code: 'NOTE', message: 'm', field: 'arguments.a/b[1]' }]));
    expect(problem?.severity).toBe('warning');
    expect(text.slice(problem?.from, problem?.to)).toBe('"two"');
  });

  it('marks the key of a field nobody knows', () => {
    const [problem] = editorProblems(text, parsed, report([{ code: 'UNKNOWN_ARGUMENT', message: 'm', pointer: '/arguments/a~1b' }]));
    expect(text.slice(problem?.from, problem?.to)).toBe('"a/b"');
  });

  it('falls back to what surrounds a missing field', () => {
    const [problem] = editorProblems(
      text,
      parsed,
      report([{ code: 'MISSING_REQUIRED_ARGUMENT', message: 'm', pointer: '/arguments/analysis_mode' }]),
    );
    expect(problem?.line).toBe(3);
    expect(text.slice(problem?.from, problem?.to)).toBe('{');
  });

  it('shows faults of the text alone, with their line', () => {
    const broken = parseJsonText('{\n  "tool_name": "x",\n  oops\n}');
    const problems = editorProblems('', broken, report([{ code: 'INVALID_VALUE', message: 'old news' }]));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'INVALID_JSON', line: 3 });
  });

  it('does not say a place twice that stands beside the words', () => {
    const fault = (message: string) => report([{ code: 'INVALID_VALUE', message, field: 'arguments.target' }]);
    const words = (message: string) => editorProblems(text, parsed, fault(message))[0]?.message;
    expect(words('arguments.target: expected a column')).toBe('expected a column');
    expect(words('expected arguments.target: a column')).toBe('expected arguments.target: a column');
  });

  it('does not blame a request id that Run replaces anyway', () => {
    expect(editorProblems(text, parsed, report([{ code: 'DUPLICATE_REQUEST_ID', message: 'm', pointer: '/request_id' }]))).toEqual([]);
  });
});
