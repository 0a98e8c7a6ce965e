import { describe, expect, it, test } from 'vitest';
import { noCorrection, pageActions } from '../../../../src/tools/runner/corrections.ts';
import { brokenOrder, completeHints, hintConfidence, roiOf } from '../../../../src/tools/runner/hints.ts';
import { NO_ROWS } from '../../../../src/tools/runner/check.ts';
import { capture } from '../../../support/tools.ts';
import { advisor, draft, error, facts, installed } from './hint-facts.ts';

type Change = Parameters<typeof facts>[0];
const hints = (change: Change = {}) => completeHints(facts(change));
const over = (...captures: ReturnType<typeof capture>[]) => ({ rows: { ...NO_ROWS, captures } });
const actions = (change: Change) => hints(change).suggestedNextActions.map(({ action }) => action);
const warning = (code: string) => ({ code, message: `about ${code}` });

describe('the quality of the source', () => {
  test.each([
    [100, 0, 'high'],
    [100_000, 100, 'high'],
    [9990, 10, 'high'],
    [9989, 11, 'medium'],
    [95, 5, 'medium'],
    [94, 6, 'low'],
    [0, 0, 'low'],
    [0, 9, 'low'],
  ])('of %i rows and %i problems is %s', (row_count, problem_count, quality) => {
    expect(hints(over(capture({ row_count, problem_count }))).sourceQuality).toBe(quality);
    const none = capture({ row_count: 0 });
    if (row_count > 0) expect(hints(over(none, capture({ row_count, problem_count }))).sourceQuality).toBe(quality);
  });

  it('is medium where a capture has no wall clock, high of a tool that reads none, and what the tool says', () => {
    expect(hints(over(capture(), capture({ time_base: 'relative' }))).sourceQuality).toBe('medium');
    expect(hints(over(capture({ time_base: 'none' }))).sourceQuality).toBe('medium');
    expect(hints(over()).sourceQuality).toBe('unknown');
    expect(hints({ ...over(), tool: undefined }).sourceQuality).toBe('unknown');
    expect(hints({ ...over(), tool: installed('search_catalog') }).sourceQuality).toBe('high');
    expect(hints({ parts: { sourceQuality: 'low' } }).sourceQuality).toBe('low');
  });
});

describe('trust in the advice', () => {
  test.each([
    ['ok', 0.9, 1, 'high', 0, 0.9],
    ['ok', 0.9, 1, 'medium', 0, 0.72],
    ['partial', 0.9, 1, 'low', 0, 0.45],
    ['ok', 0.9, 1, 'unknown', 0, 0.54],
    ['ok', 0.9, 1, 'high', 0.5, 0.675],
    ['error', 0, 0.33333, 'high', 1, 0.3333],
  ])('of %s, result %d, correction %d, source %s and risk %d is %d', (status, result, mended, source, worst_risk, trust) => {
    expect(hintConfidence({ status, result, mended, source, worst_risk })).toBe(trust);
  });

  it('names its inputs, the worst risk among them', () => {
    const risks = [
      { probability: 0.5, impact: 0.4 },
      { probability: 0.9, impact: 0.5 },
      { probability: 1, impact: 0.1 },
    ].map((risk) => ({ ...risk, risk: 'x', mitigation: 'y' })) as never;
    const { confidence, confidence_basis } = hints({ parts: { riskFactors: risks } });
    expect(confidence_basis).toEqual({
      method: 'hints/result_source_risk@2',
      inputs: { status: 'ok', result: 0.9, mended: 1, source: 'high', worst_risk: 0.45 },
    });
    expect(confidence).toBe(0.6975);
    expect(hints().confidence_basis.inputs['worst_risk']).toBe(0);
  });

  it('after an error is that of the first call that follows, or a fifth', () => {
    const failed = { status: 'error', confidence: 0, errors: [error('INVALID_VALUE')] } as const;
    expect(hints(failed)).toMatchObject({ confidence: 0.5, confidence_basis: { inputs: { mended: 0.5 } } });
    expect(hints({ ...failed, errors: [error('EXECUTION_FAILED')] }).confidence).toBe(0.2);
  });
});

describe('calls that follow a result', () => {
  const next = [draft('slow_tool'), draft('fast_tool')];

  it('are those of the tool, as likely as the source is good', () => {
    const given = hints({ parts: { next } }).suggestedNextActions;
    expect(given.map(({ action, confidence }) => [action, confidence])).toEqual([
      ['slow-tool-now', 1],
      ['fast-tool-now', 1],
    ]);
    expect(hints({ parts: { next, sourceQuality: 'medium' } }).suggestedNextActions[0]?.confidence).toBe(0.8);
  });

  it('begin with the same call over all rows where none was selected, and then depend on it', () => {
    const narrow = advisor({ selection: { capture_id: 'lab', filter_expression: 'x' } });
    const given = hints({ parts: { next }, advisor: narrow, warnings: [warning('EMPTY_SELECTION')] });
    expect(given.suggestedNextActions.map(({ action }) => action)).toEqual(['multiply-rows', 'slow-tool-now', 'fast-tool-now']);
    expect(given.dependencies).toEqual(
      ['slow-tool-now', 'fast-tool-now'].map((action) => ({
        action,
        dependsOn: ['multiply-rows'],
        type: 'recommended',
        reason: 'It starts from this answer, which may change: The same answer over every row of these captures.',
      })),
    );
    expect(hints({ parts: { next } }).dependencies).toEqual([]);
    expect(hints({ tool: undefined, warnings: [warning('EMPTY_SELECTION')], advisor: narrow }).suggestedNextActions).toEqual([]);
    const failed = { status: 'error', errors: [error('INVALID_VALUE')], parts: { next: [draft('row_multiplier'), ...next] } } as const;
    expect(hints(failed).dependencies).toEqual([]);
    expect(actions(failed)).toContain('multiply-rows');
  });

  it('are the successor of a deprecated tool where nothing else follows', () => {
    const deprecated = (replacement: string) => ({
      ...installed('row_multiplier'),
      manifest: { ...installed('row_multiplier').manifest, deprecated: { since: '1.0.0', replacement, removalDate: '2027-01-01' } },
    });
    const [successor] = hints({ tool: deprecated('fast_tool') }).suggestedNextActions;
    expect(successor).toMatchObject({
      action: 'fast-tool-now',
      priority: 'high',
      data: { arguments: { factor: 3 } },
      description: 'Ask fast_tool, which replaces this tool.',
      confidence: 0.5,
    });
    expect(hints({ tool: deprecated('fast_tool') }).estimatedImpact.affectedMetrics).toEqual(['question_answered']);
    expect(actions({ tool: deprecated('row_multiplier') })).toEqual([]);
    expect(actions({ tool: deprecated('fast_tool'), parts: { next: [draft('slow_tool')] } })).toEqual(['slow-tool-now']);
    const narrow = advisor({ selection: { capture_id: 'lab', filter_expression: 'x' } });
    expect(actions({ tool: deprecated('fast_tool'), advisor: narrow, warnings: [warning('EMPTY_SELECTION')] })).toEqual(['multiply-rows']);
  });

  it('have the benefit and the effort of the first, or none', () => {
    expect(hints({ parts: { next } }).estimatedImpact).toEqual({
      benefit: 0.4,
      effort: 0.0198,
      roi: 20.202,
      affectedMetrics: ['rows_selected'],
    });
    expect(hints().estimatedImpact).toStrictEqual({ benefit: 0, effort: 0, roi: 0 });
    expect(roiOf(0.5, 0)).toBe(50);
    expect(roiOf(1, 3)).toBe(0.3333);
  });

  it('are ordered by the preferences of the person', () => {
    const preferring = hints({ parts: { next }, advisor: advisor({ preferences: ['speedy'] }) });
    expect(preferring.suggestedNextActions[0]?.action).toBe('fast-tool-now');
    expect(preferring.preferenceAlignment).toMatchObject([{ action: 'fast-tool-now', alignment: 'strong' }]);
  });

  it('come before what a person can do, sixteen in all, none named twice and none with data', () => {
    const own = Array.from({ length: 20 }, (_, index) => ({
      action: `ui-${String(index)}`,
      priority: 'low',
      description: 'x',
      data: {},
    })) as never[];
    const given = hints({
      parts: { next, suggestedNextActions: [{ action: 'fast-tool-now', priority: 'low', description: 'x' } as never, ...own] },
    });
    expect(given.suggestedNextActions).toHaveLength(16);
    expect(given.suggestedNextActions.map(({ action }) => action).slice(0, 4)).toEqual(['slow-tool-now', 'fast-tool-now', 'ui-0', 'ui-1']);
    expect(given.suggestedNextActions.at(-1)).not.toHaveProperty('data');
  });
});

describe('the reason that is given', () => {
  it('is that of the tool, or how the call ended, and why no call follows', () => {
    const end = 'No call is suggested: row_multiplier leads to no other call.';
    expect(hints({ parts: { reasoning: 'Because.', noNext: 'all is said' } }).reasoning).toBe(
      'Because. No call is suggested: all is said.',
    );
    expect(hints().reasoning).toBe(
      `Row multiplier ended as ok with 0 warnings; the quality of its source is high. ${end.replace('row_multiplier', 'Row multiplier')}`,
    );
    expect(hints({ warnings: [warning('A')], parts: { next: [draft('fast_tool')] } }).reasoning).toBe(
      'Row multiplier ended as ok with 1 warning; the quality of its source is high.',
    );
    expect(hints({ warnings: [warning('A'), warning('B')] }).reasoning).toContain('with 2 warnings;');
    expect(hints({ tool: undefined }).reasoning).toMatch(/^The call ended as ok.* The call leads to no other call\.$/);
    const failed = hints({ status: 'error', errors: [error('EXECUTION_FAILED'), error('EXECUTION_FAILED'), error('TIMEOUT')] });
    expect(failed.reasoning).toBe(
      'Row multiplier gave no result: EXECUTION_FAILED, TIMEOUT. No call is suggested: it must be smaller, and what to leave out is for the caller to choose.',
    );
  });

  test.each([
    [['POLICY_DENIED'], 'only a person can allow this'],
    [['PERMISSION_DENIED'], 'only a person can allow this'],
    [['CONNECTION_DENIED'], 'only a person can allow this'],
    [['EXECUTION_FAILED', 'DEPTH_LIMIT'], 'only a person can allow this'],
    [['APPROVAL_REJECTED'], 'said no'],
    [['MISSING_CONNECTION'], 'keys that a person granted'],
    [['TIMEOUT'], 'must be smaller'],
    [['OUT_OF_MEMORY'], 'must be smaller'],
    [['RESULT_TOO_LARGE'], 'must be smaller'],
    [['PAYLOAD_TOO_LARGE'], 'must be smaller'],
    [['INSUFFICIENT_DATA'], 'must hold more rows'],
    [['EXECUTION_FAILED'], 'failed inside'],
    [['OUTPUT_INVALID'], 'failed inside'],
    [['REDACTION_FAILED'], 'failed inside'],
    [['CANCELLED'], 'know no call that would help'],
    [[], 'know no call that would help'],
  ])('no call follows %j, because %s', (codes, reason) => {
    expect(noCorrection(codes.map((code) => error(code)))).toContain(reason);
  });
});

describe('what a person can do on the page', () => {
  const doing = (codes: readonly string[], fallback?: string) =>
    pageActions(
      codes.map((code) => error(code)),
      fallback,
    ).map(({ action, priority }) => `${action} ${priority}`);

  test.each([
    [[], []],
    [
      ['INSUFFICIENT_DATA', 'INVALID_VALUE'],
      ['ui-broaden-selection high', 'ui-change-method medium', 'ui-open-capture medium'],
    ],
    [['INVALID_VALUE', 'EXECUTION_FAILED'], ['ui-edit-invocation high']],
    [['EXECUTION_FAILED'], []],
    [['NO_SUCH_CODE'], []],
    [['TIMEOUT'], ['ui-narrow-selection high', 'ui-run-again medium']],
    [['POLICY_DENIED'], ['ui-edit-policy high']],
    [['PERMISSION_DENIED'], ['ui-edit-policy high']],
    [['EXECUTION_FAILED', 'RATE_LIMITED'], ['ui-run-again medium']],
  ])('after %j is %j', (codes, expected) => {
    expect(doing(codes)).toEqual(expected);
  });

  it('is a correction that can be taken back, and uses the fallback that there is', () => {
    expect(doing(['INSUFFICIENT_DATA'], 'fast-tool-now')[2]).toBe('fast-tool-now medium');
    const [broaden, , other] = pageActions([error('INSUFFICIENT_DATA')], undefined);
    expect(broaden).toMatchObject({
      category: 'correction',
      reversible: true,
      description: expect.stringContaining('Select more rows') as string,
    });
    expect(other?.description).toBe('Open a capture with more rows.');
    expect(pageActions([error('INSUFFICIENT_DATA')], 'x')[2]?.description).toBe('Use the tool that answers with less.');
  });

  it('is part of the advice unless the call is ok', () => {
    const errors = [error('TIMEOUT')];
    expect(actions({ status: 'partial', errors })).toEqual(['ui-narrow-selection', 'ui-run-again']);
    expect(actions({ status: 'ok', errors })).toEqual([]);
  });
});

describe('how long advice holds', () => {
  test.each<[Change, string]>([
    [{}, 'indefinite'],
    [over(capture({ format: 'live' })), 'short'],
    [over(capture(), capture({ format: 'live' })), 'short'],
    [{ status: 'error', errors: [error('EXECUTION_FAILED'), error('TIMEOUT')] }, 'immediate'],
    [{ ...over(capture({ format: 'live' })), status: 'error', errors: [error('TIMEOUT')] }, 'immediate'],
    [{ status: 'error', errors: [error('NO_SUCH_CODE')] }, 'indefinite'],
    ...['INVALID_CAPTURE_SELECTION', 'MISSING_CONNECTION', 'CONNECTION_DENIED', 'POLICY_DENIED', 'PERMISSION_DENIED'].map(
      (code): [Change, string] => [{ status: 'error', errors: [error('INVALID_VALUE'), error(code)] }, 'short'],
    ),
    [{ status: 'error', errors: [error('INVALID_VALUE')] }, 'indefinite'],
    [{ tool: undefined }, 'indefinite'],
  ])('%# is %s', (change, period) => {
    expect(hints(change).validityPeriod).toBe(period);
  });

  it('of a tool that may answer otherwise is a moment, unless it failed', () => {
    const tool = { ...installed('row_multiplier'), manifest: { ...installed('row_multiplier').manifest, deterministic: false } };
    expect(hints({ tool }).validityPeriod).toBe('immediate');
    expect(hints({ tool, status: 'error', errors: [error('INVALID_VALUE')] }).validityPeriod).toBe('indefinite');
  });
});

describe('what goes with the advice', () => {
  it('is each capture, under its file’s name or its id', () => {
    const named = over(capture(), capture({ capture_id: 'x'.repeat(200), file_name: '' }));
    const resources = hints({
      ...named,
      parts: { relatedResources: [{ type: 'tool', id: 'a', label: 'b', relevance: 0.5 }] },
    }).relatedResources;
    expect(resources.map(({ type, id, label, relevance }) => [type, id.length, label.length, relevance])).toEqual([
      ['tool', 1, 1, 0.5],
      ['capture', 3, 10, 1],
      ['capture', 128, 200, 1],
    ]);
    expect(hints(over(...Array.from({ length: 80 }, () => capture()))).relatedResources).toHaveLength(64);
  });

  it('is what the caller has to know, and what was assumed', () => {
    const codes = ['INVALID_CAPTURE_SELECTION', 'UNSUPPORTED_TIME_RANGE', 'INSUFFICIENT_DATA'];
    const needed = hints({ errors: codes.map((code) => error(code)), parts: { contextNeeded: ['a key'] } }).contextNeeded;
    expect(needed).toEqual([
      'a key',
      'which captures, channels and columns are open',
      'the time range that the captures cover',
      'more rows in the selection',
    ]);
    expect(hints({ errors: [error('TIMEOUT')] }).contextNeeded).toEqual([]);
    const assumed = hints({
      ...over(capture({ time_base: 'relative' })),
      defaults: { mode: 'plain', n: 3 },
      parts: { assumptions: ['x'] },
    });
    expect(assumed.assumptions).toEqual([
      'x',
      'mode = "plain" (default)',
      'n = 3 (default)',
      'times count from the first packet, because a capture has no wall clock',
    ]);
    expect(hints().assumptions).toEqual([]);
  });

  it('is the fallback where the answer is not whole', () => {
    const alternatives = (change: Change) => hints(change).alternatives;
    expect(alternatives({ fallback: 'fast-tool-now', status: 'partial' })).toEqual([
      {
        approach: 'Call fast-tool-now over the same selection.',
        confidence: 0.8,
        reasoning: 'row_multiplier names it as the tool that answers with less.',
      },
    ]);
    expect(alternatives({ fallback: 'fast-tool-now', status: 'error', parts: { sourceQuality: 'low' } })?.[0]?.confidence).toBe(0.4);
    expect(alternatives({ fallback: 'fast-tool-now', status: 'error', tool: undefined })?.[0]?.reasoning).toMatch(/^The tool names/);
    expect(hints({ fallback: 'fast-tool-now' })).not.toHaveProperty('alternatives');
    expect(hints({ status: 'error' })).not.toHaveProperty('alternatives');
    const own = Array.from({ length: 9 }, () => ({ approach: 'x', confidence: 1, reasoning: 'y' }));
    expect(alternatives({ parts: { alternatives: own } })).toHaveLength(8);
  });

  test.each([
    ['DEPRECATED_TOOL', 'deprecation', 'low'],
    ['OLD_DEPRECATED', 'validation', 'medium'],
    ['TIMEOUT_CLAMPED', 'performance', 'low'],
    ['NO_TIMEOUT', 'validation', 'medium'],
    ['ROWS_TRUNCATED', 'performance', 'low'],
    ['TRUNCATED_ROWS', 'performance', 'low'],
    ['EMPTY_CAPTURE', 'validation', 'medium'],
  ])('is the warning %s as one of %s', (code, type, severity) => {
    expect(hints({ warnings: [warning(code)] }).warnings).toEqual([{ type, severity, message: `about ${code}` }]);
  });

  it('is when and by which rules it was made, and what the tool knows', () => {
    const constraints = { a: 1 } as never;
    expect(hints({ parts: { constraints } })).toMatchObject({ constraints, metadata: { generatedAt: '2026-04-03T08:00:00.000Z' } });
    expect(hints()).not.toHaveProperty('constraints');
  });
});

describe('the order that a tool puts its actions in', () => {
  const known = ['a', 'b', 'c'].map((action) => ({ action, priority: 'low', description: 'x' })) as never;
  const after = (action: string, ...dependsOn: string[]) => ({ action, dependsOn, type: 'required' }) as never;

  it('names known actions and goes in no ring', () => {
    const broken = (...dependencies: never[]) => brokenOrder({ suggestedNextActions: known, dependencies });
    expect(broken()).toBeUndefined();
    expect(broken(after('b', 'a'), after('c', 'a', 'b'))).toBeUndefined();
    expect(broken(after('x', 'a'))).toBe('dependencies name x, which is not among the suggested actions');
    expect(broken(after('a', 'y'))).toBe('dependencies name y, which is not among the suggested actions');
    expect(broken(after('a', 'a'))).toBe('dependencies of a go in a ring');
    expect(broken(after('b', 'c'), after('c', 'b'), after('a', 'b'))).toBe('dependencies of b go in a ring');
    expect(brokenOrder({})).toBeUndefined();
    expect(brokenOrder({ dependencies: [after('a', 'b')] })).toContain('name a');
  });
});
