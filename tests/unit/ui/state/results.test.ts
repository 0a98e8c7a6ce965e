import { afterEach, describe, expect, it, vi } from 'vitest';
import { ResultsState } from '../../../../src/ui/state/results.svelte.ts';
import { viewOf } from '../../../../src/core/results/view.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

const result = (id: string) => ({ ...viewOf(analyzerResult()), tool_call_id: id });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('results', () => {
  it('adds those that arrive between two pictures at once, in their order, and none later than one that is added', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    const results = new ResultsState();
    const ids = () => results.list.map((each) => each.tool_call_id);
    results.addLater(result('one'));
    results.addLater(result('two'));
    expect(ids()).toEqual([]);
    for (const draw of frames.splice(0)) draw();
    expect(ids()).toEqual(['one', 'two']);
    results.addLater(result('three'));
    results.add(result('four'));
    for (const draw of frames.splice(0)) draw();
    expect([ids(), results.current?.tool_call_id]).toEqual([['one', 'two', 'three', 'four'], 'four']);
  });

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

  it('knows which came with a session', () => {
    const results = new ResultsState();
    results.receive(result('theirs'));
    results.add(result('own'));
    expect(['theirs', 'own'].map((id) => results.isReceived(id))).toEqual([true, false]);
    expect(results.list).toHaveLength(2);
  });

  it('keeps what is pinned, and forgets what is removed everywhere', () => {
    const forgotten: string[] = [];
    const results = new ResultsState({ of: (id) => ({ asked: id }), forget: (id) => Promise.resolve(void forgotten.push(id)) });
    results.add(result('pinned'), { tool_name: 'x' });
    results.pin(['pinned', 'pinned']);
    for (let index = 0; index < 40; index += 1) results.add(result(String(index)));
    expect(results.list).toHaveLength(31);
    expect(results.list[0]?.tool_call_id).toBe('pinned');
    expect([results.callOf(result('pinned')), results.callOf(result('elsewhere'))]).toEqual([{ tool_name: 'x' }, { asked: 'elsewhere' }]);
    results.unpin('pinned');
    expect(results.list.map((each) => each.tool_call_id)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 10)));
    results.pin(['39']);
    results.remove('39');
    expect([results.current?.tool_call_id, results.pinned, forgotten]).toEqual(['38', [], ['39']]);
  });

  it('says the visible time in whole milliseconds that cover it', () => {
    const results = new ResultsState();
    expect(results.visibleMs).toBeNull();
    results.visible = { start: -12.5, end: 99.2 };
    expect(results.visibleMs).toEqual({ start_ms: 0, end_ms: 100 });
  });

  it('keeps a bounded number', () => {
    const results = new ResultsState();
    for (let index = 0; index < 40; index += 1) results.add(result(String(index)));
    expect(results.list).toHaveLength(30);
    expect(results.list.at(-1)?.tool_call_id).toBe('39');
  });
});
