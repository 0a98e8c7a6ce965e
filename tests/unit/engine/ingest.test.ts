import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { emptyIpc, encodeIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec, ColumnType } from '../../../src/tables/column.ts';
import type { Constants, ConstantValue } from '../../../src/tables/constants.ts';
import { nodeEngine } from '../../support/node-engine.ts';

const TYPES: ColumnType[] = [
  'TINYINT', 'UTINYINT', 'SMALLINT', 'USMALLINT', 'INTEGER', 'UINTEGER', 'BIGINT', 'UBIGINT',
  'FLOAT', 'DOUBLE', 'TIMESTAMP', 'DATE', 'BOOLEAN', 'VARCHAR', 'BLOB', 'VARCHAR[]',
]; // prettier-ignore
const specs: ColumnSpec[] = TYPES.map((type, i) => ({ name: `c${i}`, type }));

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

describe('tables', () => {
  it('have every column as declared, with no rows, one row and NULLs', async () => {
    await engine.create('all', specs);
    await engine.append('all', emptyIpc(specs));
    const described = await engine.query('DESCRIBE "all"');
    expect(described.rows.map(([, type]) => type)).toEqual(TYPES);
    expect((await engine.query('FROM "all"')).row_count).toBe(0);

    const batch = new Batch(specs, 2);
    batch.fixed('c6', 'BIGINT').set(1, 2n ** 62n);
    batch.fixed('c10', 'TIMESTAMP').set(1, 1_577_934_245_678_901n);
    batch.fixed('c11', 'DATE').set(1, 18263);
    batch.fixed('c5', 'UINTEGER').set(1, 4294967295);
    batch.bool('c12').set(1, true);
    batch.dictionary('c13').setText(1, 'ä');
    batch.rows = 2;
    await engine.append('all', encodeIpc(batch));
    const { rows } = await engine.query('SELECT c0, c5, c6, c10, c11, c12, c13, c14, c15 FROM "all"');
    expect(rows[0]).toEqual([null, null, null, null, null, null, null, null, null]);
    expect(rows[1]).toEqual([null, 4294967295, '4611686018427387904', '2020-01-02T03:04:05.678901Z', '2020-01-02', true, 'ä', null, null]);
  });

  it('accept consecutive batches whose dictionaries differ', async () => {
    const columns: ColumnSpec[] = [{ name: 'name', type: 'VARCHAR' }];
    await engine.create('many', columns);
    for (let i = 0; i < 5; i++) {
      const batch = new Batch(columns, 1);
      batch.dictionary('name').setText(0, `n${i}`);
      batch.rows = 1;
      await engine.append('many', encodeIpc(batch));
    }
    expect((await engine.query('FROM many')).rows).toEqual([['n0'], ['n1'], ['n2'], ['n3'], ['n4']]);
  });

  it('reject a name that exists, and can be dropped', async () => {
    const columns: ColumnSpec[] = [{ name: 'a', type: 'INTEGER' }];
    await engine.create('twice', columns);
    await expect(engine.create('twice', columns)).rejects.toMatchObject({ code: 'SQL_ERROR' });
    await engine.drop('twice');
    await expect(engine.drop('twice')).rejects.toMatchObject({ code: 'SQL_ERROR' });
    await engine.create('twice', columns);
    expect((await engine.query('FROM twice')).row_count).toBe(0);
  });

  it('reject incomplete streams and other columns, and accept the next batch', async () => {
    const columns: ColumnSpec[] = [{ name: 'a', type: 'INTEGER' }];
    await engine.create('strict', columns);
    const good = () => {
      const batch = new Batch(columns, 1);
      batch.fixed('a', 'INTEGER').set(0, 7);
      batch.rows = 1;
      return encodeIpc(batch);
    };
    const bad: [Uint8Array, RegExp][] = [
      [new Uint8Array(0), /end marker is missing/],
      [new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]), /end marker is missing/],
      [new Uint8Array([9, 9, 9, 9, 9, 9, 9, 9, 255, 255, 255, 255, 0, 0, 0, 0]), /found/],
      [good().slice(0, -8), /end marker is missing/],
      [emptyIpc([{ name: 'b', type: 'INTEGER' }]), /expected rows with the columns a for strict, found b/],
    ];
    for (const [bytes, message] of bad) await expect(engine.append('strict', bytes)).rejects.toThrow(message);
    await expect(engine.append('nowhere', good())).rejects.toThrow(/expected the name of a table that exists, found nowhere/);
    await engine.append('strict', good());
    expect((await engine.query('FROM strict')).rows).toEqual([[7]]);
  });

  it('store a column from its first value on, and show all columns in their declared order', async () => {
    const columns: ColumnSpec[] = [
      { name: 'first', type: 'VARCHAR' },
      { name: 'rare', type: 'VARCHAR[]' },
      { name: 'number', type: 'BIGINT' },
      { name: 'never', type: 'TIMESTAMP' },
    ];
    const rows = (at: number, ...sent: number[]) => {
      const batch = new Batch(columns, 1);
      if (sent.includes(0)) batch.dictionary('first').setText(0, `t${at}`);
      if (sent.includes(1)) {
        batch.list('rare').open(0);
        batch.list('rare').push(0, 'u');
      }
      if (sent.includes(2)) batch.fixed('number', 'BIGINT').set(0, BigInt(at));
      batch.rows = 1;
      return encodeIpc({ columns: sent.map((i) => batch.columns[i]!), rows: 1 });
    };
    await engine.create('growing', columns);
    expect((await engine.query('FROM growing')).columns.map(({ name }) => name)).toEqual(['first', 'rare', 'number', 'never']);
    await engine.append('growing', rows(0, 2));
    await engine.append('growing', rows(1, 2, 0));
    await expect(engine.append('growing', rows(2, 0, 2))).rejects.toThrow(/\(number, first first\), found first, number/);
    await engine.append('growing', rows(2, 2, 0, 1));
    expect((await engine.query('FROM growing')).rows).toEqual([
      [null, null, 0, null],
      ['t1', null, 1, null],
      ['t2', ['u'], 2, null],
    ]);
    expect((await engine.query('DESCRIBE growing')).rows.map(([, type]) => type)).toEqual(['VARCHAR', 'VARCHAR[]', 'BIGINT', 'TIMESTAMP']);
    expect((await engine.query('SELECT rowid, first FROM numbered.growing')).rows).toEqual([
      [0, null],
      [1, 't1'],
      [2, 't2'],
    ]);
    await engine.drop('growing');
    expect((await engine.query("SELECT table_schema FROM information_schema.tables WHERE table_name = 'growing'")).rows).toEqual([]);
  });

  it('show a constant in every row without storing it; after a change, earlier rows keep the constant', async () => {
    const columns: ColumnSpec[] = [
      { name: 'n', type: 'INTEGER' },
      { name: 'word', type: 'VARCHAR' },
      { name: 'level', type: 'TINYINT' },
      { name: 'bit', type: 'BOOLEAN' },
    ];
    const constants = new Map<string, ConstantValue>([['word', "it's"], ['level', -128], ['bit', false]]); // prettier-ignore
    const rows = (at: number, stated: Constants, ...sent: number[]) => {
      const batch = new Batch(columns, 2);
      for (const row of [0, 1]) {
        batch.fixed('n', 'INTEGER').set(row, at + row);
        batch.dictionary('word').setText(row, `w${at + row}`);
        batch.bool('bit').set(row, true);
      }
      batch.rows = 2;
      return encodeIpc({ columns: sent.map((i) => batch.columns[i]!), rows: 2 }, { constants: stated });
    };
    await engine.create('constant', columns);
    await engine.append('constant', rows(0, constants, 0));
    const stored = async () =>
      (await engine.query("SELECT column_name FROM duckdb_columns() WHERE table_name = 'constant' AND schema_name = 'stored'")).rows.flat();
    expect(await stored()).toEqual(['n']);
    expect((await engine.query('FROM constant WHERE level = -128')).rows).toEqual([
      [0, "it's", -128, false],
      [1, "it's", -128, false],
    ]);
    const others: [Uint8Array, RegExp][] = [
      [rows(2, new Map([...constants, ['bit', true]]), 0), /expected the constant false in bit of constant, or the column, found true/],
      [rows(2, new Map(), 0), /expected the constant "it's" in word of constant, or the column, found none/],
      [rows(2, constants, 0, 1), /found n, word, word/],
    ];
    for (const [ipc, message] of others) await expect(engine.append('constant', ipc)).rejects.toThrow(message);
    await engine.append('constant', rows(2, new Map([['level', -128]]), 0, 1, 3));
    expect(await stored()).toEqual(['n', 'word', 'bit']);
    await engine.append('constant', rows(4, new Map([['level', -128]]), 0, 1, 3));
    expect((await engine.query('FROM constant')).rows).toEqual([
      [0, "it's", -128, false],
      [1, "it's", -128, false],
      ...[2, 3, 4, 5].map((n) => [n, `w${n}`, -128, true]),
    ]);
    await expect(engine.append('constant', rows(6, constants, 0, 1, 3))).rejects.toThrow(/found n, word, bit, word/);
    const late = rows(6, new Map<string, ConstantValue>([['level', -128], ['n', 1]]), 1); // prettier-ignore
    await expect(engine.append('constant', late)).rejects.toThrow(/\(n, word, bit first\)/);
  });

  it('report the value that does not fit, and stay usable', async () => {
    await engine.create('narrow', [{ name: 'a', type: 'UTINYINT' }]);
    const batch = new Batch([{ name: 'a', type: 'INTEGER' }], 1);
    batch.fixed('a', 'INTEGER').set(0, 300);
    batch.rows = 1;
    await expect(engine.append('narrow', encodeIpc(batch))).rejects.toMatchObject({
      code: 'SQL_ERROR',
      message: expect.stringContaining('300') as string,
    });
    await engine.append('narrow', emptyIpc([{ name: 'a', type: 'UTINYINT' }]));
    expect((await engine.query('FROM narrow')).row_count).toBe(0);
  });
});
