import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../../src/ble/address.ts';
import { openFile } from '../../support/captures.ts';
import type { Opened } from '../../support/captures.ts';
import { expectSame } from '../../support/same.ts';

/** Figures taken with tshark and other tools: frames whose CRC is right and that name an advertiser, and who they are. */
interface Figures {
  readonly frames: number;
  readonly addresses: number;
  readonly often: number;
  readonly classes: Readonly<Record<string, number>>;
}

function figuresOf({ columns }: Opened): Figures {
  const perAddress = new Map<string, number>();
  const classes = new Map<string, string>();
  let frames = 0;
  columns['advertiser_addr']?.forEach((address, row) => {
    if (typeof address !== 'string' || columns['crc_ok']?.[row] !== true) return;
    frames++;
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    classes.set(address, classifyAddress(address, columns['advertiser_random']?.[row] as boolean));
  });
  const counted: Record<string, number> = {};
  for (const name of classes.values()) counted[name] = (counted[name] ?? 0) + 1;
  return { frames, addresses: perAddress.size, often: [...perAddress.values()].filter((count) => count >= 10).length, classes: counted };
}

const FIXTURES = join(import.meta.dirname, '../../fixtures/captures');

describe('recordings', () => {
  it.each<[string, Figures]>([
    ['hackrf/ble_all_adv.pcap', { frames: 170, addresses: 8, often: 2, classes: { random_static: 3, rpa: 3, public: 2 } }],
    ['hackrf/adv38.pcap', { frames: 1015, addresses: 37, often: 18, classes: { rpa: 20, random_static: 9, public: 7, nrpa: 1 } }],
    [
      'hackrf/adv38_linktype251.pcap',
      { frames: 1015, addresses: 37, often: 18, classes: { rpa: 20, random_static: 9, public: 7, nrpa: 1 } },
    ],
    [
      'hackrf/ble_all_adv_w_scan.pcap',
      { frames: 2935, addresses: 42, often: 29, classes: { rpa: 22, public: 7, random_static: 11, nrpa: 2 } },
    ],
    ['mitll/screen_room_nrf52_0.pcapng', { frames: 14_439, addresses: 39, often: 36, classes: { rpa: 18, public: 1, nrpa: 20 } }],
    ['mitll/anechoic_nrf52_90.pcapng', { frames: 7816, addresses: 7, often: 6, classes: { rpa: 5, nrpa: 2 } }],
    ['mitll/anechoic_ubertooth_90.pcapng', { frames: 2441, addresses: 6, often: 4, classes: { rpa: 5, public: 1 } }],
    ['pact/iphone_11_124809.pcapng', { frames: 6461, addresses: 3, often: 3, classes: { rpa: 2, random_static: 1 } }],
  ])('%s has the known figures', async (name, expected) => {
    expect(figuresOf(await openFile(join(FIXTURES, name)))).toEqual(expected);
  });

  it('cut at 20 bytes keep every row and say what is missing', async () => {
    const { summary, problems, columns } = await openFile(join(FIXTURES, 'hackrf/adv38_snap20.pcap'));
    expect(summary).toMatchObject({ row_count: 1448, link_types: [256], channels: ['10', '38'] });
    expect(summary.problem_count).toBeGreaterThan(1400);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['PDU_CUT', 'PDU_SHORT']));
    expect(new Set(columns['crc_ok'])).toEqual(new Set([null]));
  });

  it('from a sniffer with a full buffer say which frames were stamped late, and keep a radio clock that runs on', async () => {
    const { summary, columns } = await openFile(join(FIXTURES, 'pact/iphone_11_124809.pcapng'));
    expect(summary.warnings.map(({ code }) => code)).toEqual(['STALE_BUFFER', 'RADIO_CLOCK_GAPS']);
    expect(summary.warnings[0]?.message).toContain('the first 236 frames');
    const radio = columns['radio_ts_us'] as bigint[];
    expect(radio.every((us, i) => i === 0 || us > (radio[i - 1] ?? us))).toBe(true);
    expect(Number(radio.at(-1)) / 1e6).toBeCloseTo(638.6, 0);
  });

  it('give the same rows whatever the batch size', async () => {
    const path = join(FIXTURES, 'hackrf/ble_all_adv_w_scan.pcap');
    const whole = await openFile(path);
    const pieces = await openFile(path, { batch_rows: 1 });
    expectSame(pieces.columns, whole.columns);
  });
});

const data = process.env['WORKBENCH_DATA'];
const captures = data === undefined ? '' : join(data, 'captures');

describe.runIf(existsSync(captures))('the larger set', () => {
  it('crackle: a pairing whose only address is an RPA, CRCs of the connection checked', async () => {
    const opened = await openFile(join(captures, 'crackle/le_secure_connections.pcapng'));
    expect(figuresOf(opened)).toEqual({ frames: 44, addresses: 1, often: 1, classes: { rpa: 1 } });
    expect(opened.summary).toMatchObject({ row_count: 303, time_base: 'relative' });
    // The CRCInit comes from the CONNECT_IND: 257 of the 259 data PDUs pass.
    expect(opened.columns['crc_ok']?.filter((ok) => ok !== true)).toEqual([false, false]);
    expect(opened.columns['opcode']).toContain('LL_START_ENC_REQ');
  });

  it('damaged at random: opens, with rows for all 303 packets', async () => {
    const { summary } = await openFile(join(captures, 'broken/fuzz2pct_crackle04.pcapng'));
    expect(summary.row_count).toBe(303);
    expect(summary.problem_count).toBeGreaterThan(0);
  });

  /** Packets per file of the pcapng generator's set, whose link type is Ethernet. */
  const PACKETS: Readonly<Record<string, number>> = {
    100: 5,
    101: 4,
    102: 8,
    '001': 4,
    '004': 4,
    '005': 4,
    '008': 4,
    '010': 4,
    '011': 4,
    '012': 4,
    '016': 4,
    '017': 4,
    '006': 5,
    '007': 1,
    '009': 2,
    '018': 8,
    '002': 0,
    '003': 0,
    '013': 0,
    '014': 0,
    '015': 0,
    200: 0,
    201: 4,
    202: 11,
  };
  const files = existsSync(captures)
    ? readdirSync(join(captures, 'containers'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pcapng'))
    : [];

  it.each(files)('declines %s with its packet count', async (name) => {
    const packets = PACKETS[/test(\d{3})/.exec(basename(name))?.[1] ?? ''];
    await expect(openFile(join(captures, 'containers', name))).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { packets } });
  });
});
