import { expect, it } from 'vitest';
import { firstTool } from '../../../../src/ui/state/first-tool.ts';

const table = { kind: 'table', columns: [{ name: 'rssi', type: 'DOUBLE', role: 'rssi' }] } as const;
const addresses = { kind: 'table', columns: [{ name: 'mac', type: 'VARCHAR', role: 'address' }] } as const;
const capture = { kind: 'ble', columns: [] } as const;

it('starts with a summary over tables without an address, and with the analyzer over everything else', () => {
  expect(firstTool([table])).toBe('summary_stats_tool');
  expect(firstTool([table, table])).toBe('summary_stats_tool');
  for (const captures of [[], [capture], [addresses], [table, capture], [table, addresses]])
    expect(firstTool(captures)).toBe('bluetooth_address_analyzer');
});
