import { describe, expect, it } from 'vitest';
import { analyzerOutput } from '../../../../src/answers/analyzer/model.ts';
import { timelineFinding, timelineGroups } from '../../../../src/answers/analyzer/timeline.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

describe('segment timeline', () => {
  it('groups lanes by cluster, with the rest at the end', () => {
    const output = analyzerOutput(analyzerResult(2, 3, 4));
    const groups = timelineGroups(output);
    expect(groups.map((group) => [group.series, group.lanes.length])).toEqual([
      [1, 3],
      [2, 3],
      [0, 4],
    ]);
    expect(groups[2]?.title).toBe('4 addresses without a link');
    const starts = groups[0]?.lanes.map((lane) => lane.spans[0]?.start ?? 0) ?? [];
    expect(starts).toEqual([...starts].sort((left, right) => left - right));
  });

  it('scales weights to the strongest segment of the run', () => {
    const weights = timelineGroups(analyzerOutput(analyzerResult(3, 2, 5))).flatMap((group) =>
      group.lanes.flatMap((lane) => lane.spans.map((span) => span.weight)),
    );
    expect(Math.max(...weights)).toBe(1);
  });

  it('states the finding', () => {
    expect(timelineFinding(analyzerOutput(analyzerResult(3, 3, 24)))).toBe(
      '33 addresses active within 45 min; 9 of them probably come from 3 devices',
    );
    const heard = analyzerOutput(analyzerResult(0, 0, 2));
    const target = { ...heard.addresses[0]!, address: 'C0:00:00:00:00:01' };
    expect(timelineFinding({ ...heard, addresses: [...heard.addresses, target] })).toMatch(
      /^2 of 3 addresses active within .*; no two of them are linked; 1 address only named in requests$/,
    );
    expect(timelineFinding(analyzerOutput(analyzerResult(0, 0, 2)))).toContain('no two of them are linked');
    expect(timelineFinding(analyzerOutput(analyzerResult(0, 0, 0)))).toBe('No address was active long enough to draw');
  });
});
