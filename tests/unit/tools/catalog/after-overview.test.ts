import { expect, it } from 'vitest';
import { afterOverview } from '../../../../src/tools/catalog/capture_overview/next.ts';
import type { Census } from '../../../../src/tools/catalog/capture_overview/next.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';

const capture = (connections: number): CaptureInfo =>
  ({ tables: connections === 0 ? [] : [{ name: 'x_connections', what: 'connections', row_count: connections }] }) as unknown as CaptureInfo;
const census: Census = { classes: [{ type: 'rpa', addresses: 4, rows: 90 }], followable: 2 };
const toolsAfter = (captures: readonly CaptureInfo[], addresses: boolean, rows = 100): string[] =>
  afterOverview({ census: addresses ? census : { classes: [], followable: 0 }, ids: 0, rows, captures }).map(({ tool }) => tool);

it('connections are listed next where a capture has some, after the addresses', () => {
  expect(toolsAfter([capture(0), capture(3)], true)).toEqual(['bluetooth_address_analyzer', 'connection_overview']);
  expect(toolsAfter([capture(1)], false)).toEqual(['connection_overview']);
  expect(toolsAfter([capture(0)], true)).toEqual(['bluetooth_address_analyzer']);
  expect(toolsAfter([capture(0)], false)).toEqual([]);
  expect(toolsAfter([capture(2)], false, 0)).toEqual([]);
});
