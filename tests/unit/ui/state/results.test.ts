import { describe, expect, it } from 'vitest';
import { ResultsState } from '../../../../src/ui/state/results.svelte.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

const result = (id: string) => ({ ...analyzerResult(), tool_call_id: id });

describe('results', () => {
  it('shows the newest, once, until another is chosen', () => {
    const results = new ResultsState();
    expect(results.current).toBeNull();
    results.add(result('one'));
    results.add(result('two'));
    results.add(result('two'));
    expect(results.list.map((each) => each.tool_call_id)).toEqual(['one', 'two']);
    expect(results.current?.tool_call_id).toBe('two');
    results.choose('one');
    expect(results.current?.tool_call_id).toBe('one');
    results.add(result('three'));
    expect(results.current?.tool_call_id).toBe('three');
  });

  it('keeps a bounded number', () => {
    const results = new ResultsState();
    for (let index = 0; index < 40; index += 1) results.add(result(String(index)));
    expect(results.list).toHaveLength(30);
    expect(results.list.at(-1)?.tool_call_id).toBe('39');
  });
});
