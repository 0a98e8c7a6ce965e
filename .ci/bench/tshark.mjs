/** Benchmarks tshark, the reference dissector, with the columns of a capture. */
import { spawn } from 'node:child_process';

/**
 * The fields that tshark has for each column of a BLE capture. None: `report_no` (0 for link-layer PDUs), `radio_ts_us`
 * (the link type has no radio clock), `device_id` (live scans only). `adv_data` is the bytes of the structures it does
 * not take apart; whole advertising data is no field of `-T fields`.
 */
const FIELDS = {
  packet_no: ['frame.number'],
  ts_us: ['frame.time_epoch'],
  channel: ['btle_rf.channel'],
  rssi: ['btle_rf.signal_dbm'],
  adv_type: ['btle.advertising_header.pdu_type'],
  advertiser_addr: ['btle.advertising_address'],
  scanner_addr: ['btle.scanning_address'],
  initiator_addr: ['btle.initiator_address'],
  target_addr: ['btle.target_address'],
  advertiser_random: ['btle.advertising_header.randomized_tx'],
  peer_random: ['btle.advertising_header.randomized_rx'],
  phy: ['btle_rf.phy'],
  access_address: ['btle.access_address'],
  crc_ok: ['btle_rf.flags.crc_valid'],
  length: ['btle.length'],
  adv_data: ['btcommon.eir_ad.entry.data'],
  local_name: ['btcommon.eir_ad.entry.device_name'],
  flags: [
    'btcommon.eir_ad.entry.flags.le_limited_discoverable_mode',
    'btcommon.eir_ad.entry.flags.le_general_discoverable_mode',
    'btcommon.eir_ad.entry.flags.bredr_not_supported',
    'btcommon.eir_ad.entry.flags.le_bredr_support_controller',
    'btcommon.eir_ad.entry.flags.le_bredr_support_host',
  ],
  tx_power: ['btcommon.eir_ad.entry.power_level'],
  company_id: ['btcommon.eir_ad.entry.company_id'],
  appearance: ['btcommon.eir_ad.entry.appearance'],
  service_uuids: ['btcommon.eir_ad.entry.uuid_16', 'btcommon.eir_ad.entry.uuid_32', 'btcommon.eir_ad.entry.uuid_128'],
  adi_sid: ['btle.extended_advertising.advertising_data_info.sid'],
  adi_did: ['btle.extended_advertising.advertising_data_info.did'],
  aux_channel: ['btle.extended_advertising_header.aux_pointer.channel'],
  aux_offset_us: ['btle.extended_advertising_header.aux_pointer.aux_offset'],
  opcode: ['btle.control_opcode'],
  receiver: ['frame.interface_id'],
};

/** @param {string} path @param {number} packets @returns {Promise<number>} packets per second, or NaN where tshark is absent */
export function tsharkRate(path, packets) {
  const fields = Object.values(FIELDS).flat();
  const began = performance.now();
  // Its output is discarded: reading it would slow it down.
  const child = spawn('tshark', ['-n', '-r', path, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])], { stdio: 'ignore' });
  return new Promise((done) => {
    child.on('error', () => done(NaN));
    child.on('close', (code) => done(code === 0 ? packets / ((performance.now() - began) / 1000) : NaN));
  });
}

/** The fewest fields for an analysis of advertisements. */
const SEVEN = [
  'frame.number',
  'frame.time_epoch',
  'btle_rf.channel',
  'btle_rf.signal_dbm',
  'btle.advertising_header.pdu_type',
  'btle.advertising_address',
  'btle.length',
];

/**
 * The same with seven fields. @param {string} path
 * @returns {Promise<{ ms: number, processor: number } | null>} time by the clock and of the processor, ms; null where tshark is absent
 */
export function tsharkSeven(path) {
  const began = performance.now();
  // The shell's `times` prints the processor time of its children on its second line.
  const script = `tshark -n -r "$0" -T fields ${SEVEN.map((field) => `-e ${field}`).join(' ')} > /dev/null || exit 1; times`;
  const child = spawn('sh', ['-c', script, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  return new Promise((done) => {
    child.on('error', () => done(null));
    child.on('close', (code) => {
      const ms = performance.now() - began;
      const spent = [...(said.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
      done(
        code === 0
          ? { ms, processor: spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60e3 + Number(seconds) * 1e3, 0) }
          : null,
      );
    });
  });
}
