import { beforeEach, describe, expect, it } from 'vitest';
import { SqlState } from '../../../../src/ui/state/sql.svelte.ts';
import { captureInfo } from '../../../support/fake-data.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

let port: FakePort;
let query: SqlState;

beforeEach(() => {
  port = fakePort();
  query = new SqlState(port);
});

describe('query editor', () => {
  it('starts with a question about the first capture and leaves typed text alone', () => {
    query.prefill([captureInfo('lab.pcap')]);
    expect(query.text).toContain('FROM "lab"');
    query.edit('SELECT 1');
    query.prefill([captureInfo('other.pcap')]);
    expect(query.text).toBe('SELECT 1');
  });

  it('takes the statement of a link without running it, and gives back what was typed', async () => {
    query.prefill([captureInfo('lab.pcap')]);
    query.bring('SELECT 2');
    expect([query.text, query.isBrought, query.hasMine, query.past]).toEqual(['SELECT 2', true, false, []]);
    query.edit('SELECT mine');
    expect(query.isBrought).toBe(false);
    query.bring('SELECT 3');
    query.bring('SELECT 4');
    expect([query.text, query.hasMine]).toEqual(['SELECT 4', true]);
    // Also after the press that puts it back is gone.
    expect(query.past.map(({ sql, outcome, rows }) => [sql, outcome, rows])).toEqual([['SELECT mine', 'unrun', null]]);
    expect(query.result).toBeNull();
    query.swap();
    expect([query.text, query.isBrought, query.hasMine]).toEqual(['SELECT mine', false, false]);
    query.bring('SELECT 4');
    await query.run();
    expect([query.isBrought, query.past[0]?.outcome]).toEqual([false, 'rows']);
  });

  it('says what was written, not what the page put there', () => {
    query.prefill([captureInfo('lab.pcap')]);
    expect(query.written).toBe('');
    query.edit('SELECT 1');
    expect(query.written).toBe('SELECT 1');
  });

  it('keeps the rows and the figures', async () => {
    query.edit('SELECT 1');
    await query.run();
    expect(query.result).toMatchObject({ row_count: 500, truncated: true });
    expect(query.failure).toBeNull();
  });

  it('remembers what was run, newest first, with its outcome', async () => {
    for (const sql of ['SELECT 1', 'SELECT nonsense', 'SELECT 1']) {
      query.edit(sql);
      await query.run();
    }
    expect(query.past.map(({ sql, outcome, rows, truncated }) => [sql, outcome, rows, truncated])).toEqual([
      ['SELECT 1', 'rows', 500, true],
      ['SELECT nonsense', 'failed', null, false],
    ]);
    expect(query.past[1]?.message).toContain('nonsense');
    expect(query.past.every(({ started_ms }) => started_ms > 0)).toBe(true);
  });

  it('keeps the message and the place of an error, and the earlier rows', async () => {
    query.edit('SELECT 1');
    await query.run();
    query.edit('SELECT nonsense');
    await query.run();
    expect(query.failure).toEqual({ message: 'expected a column, got "nonsense"', hint: '', position: 7 });
    query.edit('SELECT 1; SELECT nonsense');
    await query.run({ from: 10, to: 25 });
    expect(query.failure).toMatchObject({ position: 17 });
    expect(query.past[0]?.sql).toBe('SELECT nonsense');
    expect(query.result?.row_count).toBe(500);
  });

  it('cancels', async () => {
    port.query = (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => {
          reject(new DOMException('stop', 'AbortError'));
        });
      });
    query.edit('SELECT 1');
    const running = query.run();
    expect(query.running).toBe(true);
    query.cancel();
    await running;
    expect(query.running).toBe(false);
    expect(query.failure?.message).toBe('Cancelled.');
  });

  it('asks nothing without a text', async () => {
    query.edit('  ');
    await query.run();
    expect(query.result).toBeNull();
  });
});
