import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeWorkbench } from '../../../support/node-workbench.ts';
import type { NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

/** Two addresses, the second taking over from the first; day before month, local time, decimal comma. */
const rows = Array.from({ length: 120 }, (_, i) => {
  const address = i < 60 ? '5A11223344AA' : '6B11223344BB';
  const clock = `${String(10 + Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}:00`;
  return `05.07.2020 ${clock};${address};-6${String(i % 10)},5`;
});
const bytes = new TextEncoder().encode(`when;who;level\n${rows.join('\n')}\n`);

describe('a table of advertisements', () => {
  it("is read again with a person's choice, and can then be analysed by its address column", async () => {
    const guessed = await workbench.open(bytes, 'adverts.csv');
    expect(guessed.reading).toMatchObject({
      time_column: 'when',
      time_form: 'dmy',
      zone: 'UTC',
      address_columns: [],
      rssi_column: null,
    });
    const told = await workbench.captures.reopen(
      guessed.capture_id,
      { reading: { zone: 'Europe/Berlin', rssi_column: 'level', address_columns: ['who'] } },
      {},
    );
    expect(told.capture_id).toBe(guessed.capture_id);
    expect(told.reading).toMatchObject({ zone: 'Europe/Berlin', rssi_column: 'level' });
    expect(told.time_range?.start_ms).toBe(Date.UTC(2020, 6, 5, 8));
    expect(told.warnings.map(({ code }) => code)).not.toContain('NO_ZONE');
    const result = await workbench.run({
      tool: 'bluetooth_address_analyzer',
      version: '1.4.0',
      captures: [told],
      arguments: {
        address_columns: { advertiser_addr: 'who', initiator_addr: 'who', scanner_addr: 'who' },
        analysis_mode: 'both',
        linkage_window_s: 180,
        min_observation_count: 5,
        rpa_rotation_model: 'spec_default',
      },
    });
    expect(result.status).not.toBe('error');
    expect(JSON.stringify(result)).toContain('5A:11:22:33:44:AA');
  });

  it('stays unchanged if its rows do not fit into the memory that its table freed', async () => {
    const before = workbench.captures.list().find(({ file_name }) => file_name === 'adverts.csv')!;
    const left: unknown[] = [];
    const room = async (): Promise<number> => {
      left.push(
        (await workbench.engine.query(`SELECT count(*) FROM duckdb_tables() WHERE table_name = '${before.capture_id}'`)).rows[0]?.[0],
      );
      return 10;
    };
    await expect(workbench.captures.reopen(before.capture_id, {}, { room })).rejects.toMatchObject({ code: 'TOO_LARGE_FOR_MEMORY' });
    expect(left).toEqual([0]);
    expect(workbench.captures.get(before.capture_id)).toEqual(before);
    expect((await workbench.engine.query(`SELECT count(*) FROM "${before.capture_id}"`)).rows).toEqual([[120]]);
  });

  it('stays unchanged if the corrected reading does not fit the file', async () => {
    const before = workbench.captures.list().find(({ file_name }) => file_name === 'adverts.csv')!;
    await expect(workbench.captures.reopen(before.capture_id, { reading: { time_column: 'nowhere' } }, {})).rejects.toThrow(
      /expected the name of a column \("when", "who", "level"\), found "nowhere"/,
    );
    const after = workbench.captures.get(before.capture_id);
    expect(after?.choice).toEqual(before.choice);
    const { rows: counted } = await workbench.engine.query(`SELECT count(*) FROM ${before.capture_id}`);
    expect(counted).toEqual([[120]]);
  });

  it('is read again with the same choice after the engine was lost', async () => {
    const [before] = workbench.captures.list();
    workbench.engine.onRestart((database, options) => workbench.captures.restore(database, options));
    workbench.engine.restart();
    await workbench.engine.restored();
    expect(workbench.captures.list().map(({ capture_id, unavailable }) => [capture_id, unavailable])).toEqual([
      [before!.capture_id, undefined],
    ]);
    expect(workbench.captures.list()[0]?.reading).toMatchObject({ zone: 'Europe/Berlin' });
  });
});
