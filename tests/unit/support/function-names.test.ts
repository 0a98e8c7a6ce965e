import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionsIn, sourcesOf } from '../../../.ci/lib/function-names.mjs';

const frame = (functionName: string, url = 'http://127.0.0.1:1/app.js') => ({ functionName, url, lineNumber: 0, columnNumber: 4 });
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('draw') },
    { id: 3, callFrame: frame('sort') },
  ],
  startTime: 1000,
  samples: [2, 1, 3, 3, 2, 2],
  timeDeltas: [0, 500, 500, 500, 500, 500],
};

test('functions of a task are those sampled within it, longest first', () => {
  const nameOf = ({ functionName }: { functionName: string }): string => functionName;
  expect(functionsIn(profile, { ts: 1500, dur: 1500 }, nameOf)).toEqual(['sort 1.0 ms', 'draw 0.5 ms']);
  expect(functionsIn(profile, { ts: 9000, dur: 1000 }, nameOf)).toEqual([]);
});

test('a function is named by its place in the source where the build has a source map, else in the built file', () => {
  const dist = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    expect(sourcesOf(dist)(frame('draw'))).toBe('draw app.js:1:5');
    // One segment: column 0 of the first line is line 3 of the source.
    const map = { version: 3, sources: ['../../src/draw.ts'], names: [], mappings: 'AAEA' };
    writeFileSync(join(dist, 'app.js.map'), JSON.stringify(map));
    expect(sourcesOf(dist)(frame('draw'))).toBe('draw src/draw.ts:3');
  } finally {
    rmSync(dist, { recursive: true });
  }
});
