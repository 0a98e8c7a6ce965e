import { afterAll, beforeAll, expect, test } from 'vitest';
import { ladderRows, ladderSql, layerOf, markColumn } from '../../../../src/answers/connections/ladder.ts';
import { connectionLine, connectionListSql, type ConnectionLine } from '../../../../src/answers/connections/list.ts';
import { ofPacket, ofPacketSql } from '../../../../src/answers/connections/of-packet.ts';
import { attributeCells, attributeLine, historyCells, historySql, numbersSql, treeSql } from '../../../../src/answers/connections/tree.ts';
import { cellsSql, CONNECTION_WORDS } from '../../../../src/selection/page-sql.ts';
import type { Sql } from '../../../../src/selection/types.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { BATTERY_LOG, HCI_FILES } from '../../../support/hci-packet.ts';
import { heartRateCapture, HEART_RATES, SENSOR } from '../../../support/heart-rate-capture.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
let air: CaptureInfo;
let host: CaptureInfo;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  air = await workbench.open(heartRateCapture(), 'air.pcap');
  host = await workbench.open(HCI_FILES['btsnoop 1002']!(BATTERY_LOG), 'host.btsnoop');
});
afterAll(() => workbench.close());

const rows = async (sql: string, values: Sql['values'] = []): Promise<readonly (readonly unknown[])[]> => {
  const answer = await workbench.engine.answer(sql, values);
  return Array.from({ length: answer.rows }, (_, at) =>
    answer.columns.map(({ values: cells, valid }) => (valid?.[at] === 0 ? null : cells[at])),
  );
};
const lines = async (capture: CaptureInfo, condition: Sql | null = null): Promise<ConnectionLine[]> => {
  const { sql, values } = connectionListSql(capture, condition);
  return (await rows(sql, values)).map(connectionLine);
};
const ladder = async (capture: CaptureInfo, connection: number, narrow = false): Promise<readonly (readonly unknown[])[]> => {
  const line = (await lines(capture)).find((each) => each.connection === connection);
  return ladderRows(await rows(ladderSql(capture, line!)), narrow);
};

test('the list has every connection or, with a condition, those that overlap its rows', async () => {
  expect((await lines(air)).map(({ connection, peripheral }) => [connection, peripheral])).toEqual([
    [1, SENSOR],
    [2, SENSOR],
  ]);
  expect((await lines(air, { sql: 'packet_no > ?', values: [260] })).map(({ connection }) => connection)).toEqual([2]);
  expect((await lines(host))[0]).toMatchObject({ end: 'The central ended it: Connection Terminated by Local Host.', packets: 3 });
});

test('the ladder has every packet of a connection once, empty PDUs in runs', async () => {
  const found = await rows(ladderSql(air, (await lines(air))[0]!));
  const [said, empty] = [found.filter((row) => row[5] !== null), found.filter((row) => row[5] === null)];
  const inConnection = await rows('SELECT count(*)::INTEGER FROM air WHERE packet_no BETWEEN 4 AND 249');
  const empties = await rows('SELECT count(*)::INTEGER FROM air WHERE packet_no BETWEEN 5 AND 249 AND length = 0');
  expect(empty.reduce((sum, row) => sum + Number(row[6]), 0)).toBe(empties[0]?.[0]);
  expect(said.length + Number(empties[0]?.[0])).toBe(inConnection[0]?.[0]);
  expect(found.map(([packet]) => Number(packet))).toEqual(found.map(([packet]) => Number(packet)).sort((a, b) => a - b));
});

test('each line is on its side, with its layer', async () => {
  const drawn = await ladder(air, 1);
  const at = (packet: number) => drawn.find((row) => row[0] === packet)?.slice(1, 5);
  expect(at(4)).toEqual(['0.000000', '', 'CONNECT_IND', '']);
  expect(at(69)).toEqual(['1.010000', 'Read request: Battery Level', '→ ATT', '']);
  expect(at(72)).toEqual([expect.any(String), '', '← ATT', 'Read response: Battery Level = 99 %']);
  expect(drawn.map((row) => layerOf(row[markColumn(false)]))).toEqual(expect.arrayContaining(['LL', 'ATT', 'L2CAP', undefined]));
  const narrow = await ladder(air, 1, true);
  expect(narrow).toHaveLength(drawn.length);
  expect(narrow.find((row) => row[3] === 72)).toEqual(['1.040', '← ATT', 'Read response: Battery Level = 99 %', 72]);
});

test('ciphertext and damaged packets are named, without a side', async () => {
  const middle = (await ladder(air, 2)).map((row) => String(row[3]).trim());
  expect(middle.filter((text) => /^\d+ encrypted bytes$/.test(text))).toHaveLength(10);
  expect((await ladder(air, 1)).filter((row) => String(row[3]).includes('damaged'))).toHaveLength(1);
});

test('a host log has a ladder without empty PDUs', async () => {
  expect((await ladder(host, 1)).map((row) => row.slice(2, 5).filter((cell) => cell !== ''))).toEqual([
    ['HCI_LE_Connection_Complete'],
    ['Read request: attribute 42', '→ ATT'],
    ['← ATT', 'Read response: attribute 42 = 63'],
    ['← ATT', 'Notification: attribute 42 = 62'],
    ['HCI_Disconnect: Remote User Terminated Connection'],
    ['HCI_Disconnection_Complete: Connection Terminated by Local Host'],
  ]);
});

test('the tree and the history of a value', async () => {
  const tree = (await rows(treeSql(air))).map(attributeLine);
  const heart = tree.find(({ uuid }) => uuid === '2A37')!;
  expect(attributeCells(heart)[0]).toMatch(/^\u00a0+Heart Rate Measurement$/u);
  expect(heart).toMatchObject({ valued: 12, used: '22 × notified', values: 22 });
  expect(tree.find(({ uuid }) => uuid === '2A38')).toMatchObject({
    value: 'chest',
    used: '1 × read, 1 × written, 1 × refused: Write Not Permitted',
  });
  const { sql, values } = historySql(air, heart);
  const past = (await rows(sql, values)).map((row) => historyCells(row, String));
  const heard = HEART_RATES.filter((_, i) => i !== 7 && i !== 15);
  expect(past.map((row) => row[2])).toEqual(heard);
  expect((await rows(numbersSql(air, heart).replace(/;$/, ''))).map((row) => row[1])).toEqual(heard);
});

test('a refused write is not in the history', async () => {
  const location = (await rows(treeSql(air))).map(attributeLine).find(({ uuid }) => uuid === '2A38')!;
  const { sql, values } = historySql(air, location);
  expect((await rows(sql, values)).map((row) => row[5])).toEqual(['chest']);
});

test('the connection of a packet is found', async () => {
  const of = async (capture: CaptureInfo, packet: number) => ofPacket(await rows(ofPacketSql(capture, packet) ?? ''));
  expect(await of(air, 72)).toEqual({ connection: 1, words: 'ATT from the peripheral: Read response: Battery Level = 99 %' });
  expect(await of(air, 4)).toEqual({ connection: 1, words: undefined });
  expect(await of(air, 290)).toEqual({ connection: 2, words: undefined });
  expect(await of(air, 1)).toBeNull();
  expect(await of(host, 3)).toMatchObject({ connection: 1 });
});

test('packet rows have the words of their messages, also rows far from each other', async () => {
  const { sql, values } = cellsSql({ capture: air, columns: ['packet_no', CONNECTION_WORDS], condition: null, sort: null }, [71, 3, 245]);
  expect((await rows(sql, values)).map((row) => row.slice(1)).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [4, null],
    [72, 'Read response: Battery Level = 99 %'],
    [246, 'LL_TERMINATE_IND: Remote User Terminated Connection'],
  ]);
});
