import { expect, test } from 'vitest';
import { STREAM_COLUMNS, streamCells, streamListSql } from '../../../../src/answers/connections/streams.ts';
import { hex } from '../../../support/packet-file.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';
import { basicAudio, cisIndication, cisRequest, randomBigInfo, RF, StreamsCapture } from '../../../support/streams-capture.ts';

test('the list states the devices of a stream, its content, and what is missing', async () => {
  const capture = new StreamsCapture();
  capture.auxiliary();
  const big = { ...randomBigInfo(randomSource(3)), numBis: 1, isoInterval: 8 };
  capture.announce(big, basicAudio());
  capture.bis(big, 1, 0, hex('0102'));
  capture.connect();
  capture.control(RF.OF_CENTRAL, [0x1f, ...cisRequest(0, 9)]);
  capture.control(RF.OF_CENTRAL, [0x21, ...cisIndication(0x91a3c5e6)]);
  capture.cis(0xa53c69d2, RF.CIS_OF_CENTRAL, 0, hex('01'));
  const workbench = await nodeWorkbench();
  try {
    const info = await workbench.open(capture.bytes(), 'air.pcap');
    const answer = await workbench.engine.answer(streamListSql(info));
    const rows = Array.from({ length: answer.rows }, (_, at) =>
      answer.columns.map(({ values, valid }) => (valid?.[at] === 0 ? null : values[at])),
    );
    const cells = rows.map((row) => streamCells(row, (address) => (address === 'C1:02:03:04:05:06' ? 'Kitchen radio' : address)));
    expect(cells.every((row) => row.length === STREAM_COLUMNS.length)).toBe(true);
    const encrypted = big.giv === undefined ? 'no' : 'yes';
    expect(cells).toEqual([
      [1, 'BIS', 'Kitchen radio · Radi', 1, 'LC3, 48 kHz, eng', encrypted, 10, 1, 0, ''],
      [2, 'CIS', 'connection 1', 9, '', 'no', 10, 0, 0, 'no packet of it was heard'],
      [3, 'CIS', 'not heard', '', '', '', '', 1, 0, 'its set-up was not heard, or is encrypted'],
    ]);
  } finally {
    await workbench.close();
  }
});
