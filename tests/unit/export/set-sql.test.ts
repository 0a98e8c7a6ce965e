import { expect, test } from 'vitest';
import { setSql } from '../../../src/export/set-sql.ts';
import type { CaptureInfo, ColumnInfo } from '../../../src/tables/captures.ts';

const column = (name: string): ColumnInfo => ({ name, type: 'INTEGER' });
const capture = (capture_id: string, columns: readonly ColumnInfo[]) => ({ capture_id, columns }) as CaptureInfo;

test('a ClickHouse view reads a column by its name in the files, even if the capture spells it in another case', () => {
  const captures = [capture('packets', [column('rssi')]), capture('table', [column('RSSI')])];
  const statements = new Map(setSql({ captures, columns: [column('rssi')], name_column: null }));
  const views = statements.get('clickhouse.sql')?.split('CREATE OR REPLACE VIEW ').slice(2);
  expect(views?.map((view) => view.split('\n')[2]?.trim())).toEqual(['`rssi`', '`rssi` AS `RSSI`']);
});
