import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAdvertisingPdu, LinkPdu, PLACE, AUX, ABSENT, FAULT } from '../../../src/ble/link-pdu.ts';
import { connectionParameters } from '../../../src/ble/connection.ts';
import { formatAddress } from '../../../src/ble/address.ts';
import { advertisingPdu } from '../../../src/ble/pdu-bytes.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import { tsharkVersion } from '../../support/tshark.ts';

const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const flag = fc.integer({ min: 0, max: 3 });

it('a legacy PDU that is read and rebuilt is identical', () => {
  const advert = fc.tuple(fc.constantFrom(0, 2, 4, 6), flag, fc.uint8Array({ minLength: 6, maxLength: 37 }));
  const request = fc.tuple(fc.constantFrom(1, 3), flag, octets(12));
  // 1.25 ms and 10 ms are the units; every value of the octets is one of them.
  const connect = fc.tuple(fc.constant(5), flag, octets(34));
  fc.assert(
    fc.property(fc.oneof(advert, request, connect), ([type, random, payload]) => {
      // The one bit of the other address is reserved where there is none.
      const bits = [1, 3, 5].includes(type) ? random : random & 1;
      const bytes = new Uint8Array([type | (bits << 6), payload.length, ...payload]);
      const pdu = new LinkPdu();
      parseAdvertisingPdu(bytes, 0, bytes.length, PLACE.PRIMARY, AUX.UNKNOWN, pdu);
      expect(pdu.fault).toBe(FAULT.NONE);
      const made = advertisingPdu({
        type: pdu.type,
        advertiser: formatAddress(bytes, pdu.advertiserAt),
        advertiserRandom: pdu.advertiserRandom === 1,
        other: pdu.otherAt === ABSENT ? null : formatAddress(bytes, pdu.otherAt),
        otherRandom: pdu.otherRandom === ABSENT ? null : pdu.otherRandom === 1,
        data: pdu.dataAt === ABSENT ? new Uint8Array(0) : bytes.subarray(pdu.dataAt, pdu.dataEnd),
        ...{ sid: null, did: null, auxChannel: null, auxOffsetUs: null },
        connection: pdu.connectionAt === ABSENT ? null : connectionParameters(bytes, pdu.connectionAt),
      });
      expect(made).toEqual(bytes);
    }),
  );
});

/** Frames of the sample that noise broke so that no PDU can be made of them again. */
const BROKEN = 9;
const SAMPLE = 'public/samples/chamber_four_phones.pcapng';
const KEPT =
  'channel, rssi, adv_type, advertiser_addr, scanner_addr, initiator_addr, target_addr, advertiser_random, peer_random, crc_ok, length, hex(adv_data) AS data, local_name';

it('exported packets open as the same rows, and tshark decodes the same values', async () => {
  const workbench = await nodeWorkbench();
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    const capture = await workbench.open(new Uint8Array(readFileSync(SAMPLE)), basename(SAMPLE));
    const [first] = (await workbench.engine.query(`SELECT advertiser_addr FROM ${capture.capture_id} WHERE adv_type = 'ADV_IND' LIMIT 1`))
      .rows;
    const address = String(first?.[0]);
    const result = await workbench.run({
      ...{ tool: 'capture_export', version: '1.3.0', captures: [capture] },
      arguments: { format: 'pcapng', file_name: 'again', labels: [{ address, label: 'cluster 1 <&>' }] },
    });
    expect(result).toMatchObject({ status: 'ok', structured_output: { rows_written: capture.row_count - BROKEN, rows_left_out: BROKEN } });
    const bytes = workbench.files.get('again.pcapng') ?? new Uint8Array(0);
    await workbench.open(bytes, 'again.pcapng');
    const rows = async (name: string, time: string) =>
      (await workbench.engine.query(`SELECT ${time}, ${KEPT} FROM ${name} WHERE crc_ok`, { limit: 100_000 })).rows;
    // Packets are written with their corrected times.
    const ours = await rows(capture.capture_id, 'time_us');
    expect(await rows('again', 'ts_us')).toEqual(ours);
    if (tsharkVersion() === null) return;
    const path = join(folder, 'again.pcapng');
    writeFileSync(path, bytes);
    const fields = [
      'frame.time_epoch',
      'btle.advertising_address',
      'btle_rf.signal_dbm',
      'btle.advertising_header.pdu_type',
      'frame.comment',
    ];
    const out = execFileSync(
      'tshark',
      ['-n', '-r', path, '-Y', 'btle_rf.flags.crc_valid == 1', '-T', 'fields', ...fields.flatMap((field) => ['-e', field])],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const theirs = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(theirs).toHaveLength(ours.length);
    const kinds = ['ADV_IND', 'ADV_DIRECT_IND', 'ADV_NONCONN_IND', 'SCAN_REQ', 'SCAN_RSP', 'CONNECT_IND', 'ADV_SCAN_IND'];
    const said = theirs.map(([time = '', advertiser = '', rssi, kind]) => [
      Math.round(Number(time) * 1e6),
      advertiser.toUpperCase(),
      Number(rssi),
      kinds[Number(kind)],
    ]);
    expect(said).toEqual(ours.map((row) => [row[0], row[4], row[2], row[3]]));
    expect(theirs.filter((line) => line[4] === 'cluster 1 <&>')).toHaveLength(ours.filter((row) => row[4] === address).length);
  } finally {
    rmSync(folder, { recursive: true });
    await workbench.close();
  }
});
