import { describe, expect, it } from 'vitest';
import { draftInvocation } from '../../../../src/core/calls/draft.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';

const registry = createRegistry(catalog);
const manifest = (name: string) => {
  const found = registry.get(name)?.manifest;
  if (!found) throw new Error(`no tool ${name}`);
  return found;
};

const capture = (over: Partial<CaptureInfo>): CaptureInfo => ({
  capture_id: 'a',
  sensors: [],
  file_name: 'a.pcap',
  format: 'pcap',
  link_types: [256],
  kind: 'ble',
  bytes: 1,
  sha256: 'ab'.repeat(32),
  row_count: 1,
  problem_count: 0,
  columns: [],
  channels: [],
  time_base: 'epoch',
  time_range: { start_ms: 1_600_000_000_000, end_ms: 1_600_000_001_000 },
  warnings: [],
  ...over,
});

const address = { name: 'mac', type: 'VARCHAR', role: 'address' } as const;

describe('draftInvocation', () => {
  it('covers all captures and has the arguments of the first example', () => {
    const later = capture({ capture_id: 'b', time_range: { start_ms: 1_600_000_005_000, end_ms: 1_600_000_009_000 } });
    const draft = draftInvocation(manifest('bluetooth_address_analyzer'), [capture({}), later], 'req-1');
    expect(draft.capture_selection).toEqual({
      capture_ids: ['a', 'b'],
      time_window: { start_ms: 1_600_000_000_000, end_ms: 1_600_000_009_000 },
    });
    expect(draft.arguments).toEqual(manifest('bluetooth_address_analyzer').examples[0]?.params);
  });

  it('leaves columns without values out of a list, unless none would remain', () => {
    const known = (name: string, empty?: true) => ({ name, type: 'SMALLINT', ...(empty && { empty }) });
    const columns = (...captures: CaptureInfo[]) =>
      (draftInvocation(manifest('summary_stats_tool'), captures, 'r').arguments as { columns: unknown }).columns;
    const plain = capture({ columns: [known('rssi', true), known('length')] });
    expect(columns(plain)).toEqual(['length']);
    expect(columns(plain, capture({ capture_id: 'b', columns: [known('rssi'), known('length')] }))).toEqual(['rssi', 'length']);
    expect(columns(capture({ columns: [known('rssi', true), known('length', true)] }))).toEqual(['rssi', 'length']);
  });

  it('chooses no column without values', () => {
    const table = capture({
      kind: 'table',
      columns: [
        { name: 'none', type: 'DOUBLE', empty: true },
        { name: 'level', type: 'DOUBLE' },
      ],
    });
    expect(draftInvocation(manifest('summary_stats_tool'), [table], 'r').arguments).toEqual({ columns: ['level'] });
  });

  it('states the time base if early times could be mistaken for offsets', () => {
    const early = capture({ time_range: { start_ms: 5, end_ms: 10 } });
    expect(draftInvocation(manifest('bluetooth_address_analyzer'), [early], 'r').capture_selection).toMatchObject({ time_base: 'epoch' });
    const relative = capture({ time_base: 'relative', time_range: { start_ms: 0, end_ms: 10 } });
    expect(draftInvocation(manifest('bluetooth_address_analyzer'), [relative], 'r').capture_selection).not.toHaveProperty('time_base');
    // It has no window in common with one that counts from 1970.
    expect(draftInvocation(manifest('bluetooth_address_analyzer'), [capture({}), relative], 'r').capture_selection).not.toHaveProperty(
      'time_window',
    );
  });

  it('has no time window if the captures have no times', () => {
    const timeless = capture({ time_base: 'none', time_range: null });
    expect(draftInvocation(manifest('bluetooth_address_analyzer'), [timeless], 'r').capture_selection).toEqual({ capture_ids: ['a'] });
  });

  it("uses the table's own address column for every role", () => {
    const table = capture({ kind: 'table', columns: [address] });
    expect(draftInvocation(manifest('bluetooth_address_analyzer'), [table], 'r').arguments).toMatchObject({
      address_columns: { advertiser_addr: 'mac', initiator_addr: 'mac' },
    });
  });

  it('selects nothing for a tool that reads no capture', () => {
    expect(draftInvocation(manifest('get_current_time'), [capture({})], 'r').capture_selection).toEqual({});
  });

  describe('over a table that lacks the columns of the example', () => {
    const columns = [
      { name: 'Datum', type: 'TIMESTAMP', role: 'time' },
      { name: 'Raum', type: 'VARCHAR' },
      { name: 'Abstand (m)', type: 'DOUBLE' },
      { name: 'RSSI [dBm]', type: 'DOUBLE', role: 'rssi' },
    ] as const;
    const over = (tool: string, own: CaptureInfo['columns'] = columns, kind: CaptureInfo['kind'] = 'table') =>
      draftInvocation(manifest(tool), [capture({ kind, columns: own })], 'r').arguments;

    it("suggests the table's own columns, with the RSSI first", () => {
      expect(over('statistical_regression_tool')).toEqual({
        operation: 'linear_regression',
        target: 'RSSI [dBm]',
        features: ['Abstand (m)'],
      });
      expect(over('anova_tool')).toEqual({ response: 'RSSI [dBm]', factors: ['Raum'] });
      expect(over('summary_stats_tool')).toEqual({ columns: ['RSSI [dBm]', 'Abstand (m)'] });
    });

    it('explains a number by a factor if there is no second number', () => {
      const few = columns.filter(({ name }) => name !== 'Abstand (m)');
      expect(over('statistical_regression_tool', few)).toMatchObject({
        features: ['Raum'],
        categorical: { Raum: { coding: 'treatment' } },
      });
    });

    it('explains the odds of a Boolean column, or a count if there is none', () => {
      const count = { name: 'Besuche', type: 'UINTEGER' } as const;
      expect(over('generalized_linear_tool', [...columns, count])).toEqual({
        family: 'poisson',
        target: 'Besuche',
        features: ['RSSI [dBm]'],
      });
      expect(over('generalized_linear_tool', [...columns, count, { name: 'Offen', type: 'BOOLEAN' }])).toEqual({
        family: 'logistic',
        target: 'Offen',
        features: ['RSSI [dBm]'],
      });
      expect(over('generalized_linear_tool')).toEqual(manifest('generalized_linear_tool').examples[0]?.params);
    });

    it('recognises durations and events of survival data by their names', () => {
      const events = { name: 'status', type: 'BIGINT' } as const;
      const time = { name: 'Follow-up (months)', type: 'DOUBLE', role: 'time' } as const;
      expect(over('survival_tool', [...columns, time, events])).toEqual({ duration: 'Follow-up (months)', event: 'status' });
      const group = { name: 'arm', type: 'VARCHAR' } as const;
      expect(over('survival_tool', [group, { name: 'died', type: 'BOOLEAN' }, { name: 'duration_s', type: 'DOUBLE' }])).toEqual({
        ...{ duration: 'duration_s', event: 'died', group: 'arm' },
      });
      // Neither a text nor a duration without an event suffices.
      const example = manifest('survival_tool').examples[0]?.params;
      expect(over('survival_tool', [...columns, time])).toEqual(example);
      expect(over('survival_tool', [...columns, { ...time, type: 'VARCHAR' }, events])).toEqual(example);
      expect(over('survival_tool', [...columns, time, events], 'ble')).toEqual(example);
    });

    it('keeps the example if no columns fit, if its columns exist, and for captures of packets', () => {
      const example = manifest('anova_tool').examples[0]?.params;
      expect(over('anova_tool', [{ name: 'a', type: 'VARCHAR' }])).toEqual(example);
      expect(over('anova_tool', [])).toEqual(example);
      expect(over('anova_tool', columns, 'ble')).toEqual(example);
      const asInExample = [...columns, ...['rssi', 'channel'].map((name) => ({ name, type: 'DOUBLE' }))];
      expect(over('anova_tool', asInExample)).toEqual(example);
    });

    it('suggests only columns that every table has', () => {
      const two = [capture({ kind: 'table', columns }), capture({ kind: 'table', columns: columns.slice(0, 3) })];
      expect(draftInvocation(manifest('summary_stats_tool'), two, 'r').arguments).toEqual({ columns: ['Abstand (m)'] });
    });
  });
});
