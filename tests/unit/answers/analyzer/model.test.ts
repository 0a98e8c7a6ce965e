import { describe, expect, it } from 'vitest';
import { analyzerOutput, stepProbabilities } from '../../../../src/answers/analyzer/model.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

describe('analyzer output for the views', () => {
  it('reads addresses, clusters and segments', () => {
    const result = analyzerResult(2, 3, 4);
    const output = analyzerOutput(result);
    expect(output.addresses).toHaveLength(10);
    expect(output.addresses[0]).toMatchObject({ type: 'rpa', observations: 1500 });
    expect(output.clusters.map((cluster) => cluster.addresses.length)).toEqual([3, 3]);
    expect(output.segments[0]?.start_ms).toBe(Date.UTC(2020, 4, 7, 16, 48, 9, 123));
    // Each list is read once.
    expect(output.segments).toBe(output.segments);
  });

  it('gives the probability of each step of a chain', () => {
    const [cluster] = analyzerOutput(analyzerResult(1, 3, 0)).clusters;
    expect(cluster && stepProbabilities(cluster)).toEqual([0.73, 0.73]);
  });

  it('reads an output that lacks parts as empty', () => {
    const result = { ...analyzerResult(), structured_output: { address_classification: [null, 7], probabilistic_links: 'x' } };
    const output = analyzerOutput(result);
    expect(output.addresses).toHaveLength(2);
    expect(output.clusters).toEqual([]);
    expect(output.segments).toEqual([]);
  });

  it('recognises a capture without a wall clock', () => {
    const result = { ...analyzerResult(), warnings: [{ code: 'NO_WALL_CLOCK', message: 'm' }] };
    expect(analyzerOutput(result).relative).toBe(true);
  });
});
