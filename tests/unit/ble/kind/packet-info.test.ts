import { expect, test } from 'vitest';
import { packetInfo, packetTone, type PacketCells } from '../../../../src/ble/kind/packet-info.ts';

const cells = (over: Partial<PacketCells>): PacketCells => ({
  ...{ pdu: 'ADV_IND', crc_ok: true, advertiser: '49:1C:1B:26:88:B5', name: null, company: null, data: null, opcode: null },
  ...over,
});
const info = (over: Partial<PacketCells>): string => packetInfo(cells(over), { company: (id) => (id === 6 ? 'Microsoft' : undefined) });

test('a request is described by its kind and the end of its target, and marked', () => {
  expect(info({ pdu: 'SCAN_REQ' })).toBe('Scan request to …88:B5');
  expect(info({ pdu: 'AUX_CONNECT_REQ' })).toBe('Connection request to …88:B5');
  expect(info({ pdu: 'CONNECT_IND', advertiser: null })).toBe('Connection request');
  expect(packetTone({ pdu: 'CONNECT_IND', crc_ok: true })).toBe('request');
});

test('a damaged packet is described as damaged, and its content is not shown', () => {
  expect(info({ pdu: 'SCAN_REQ', crc_ok: false, name: 'x' })).toBe('Checksum wrong');
  expect(packetTone({ pdu: 'SCAN_REQ', crc_ok: false })).toBe('damaged');
});

test('other packets are described by name and format, then company, then opcode', () => {
  const apple = Uint8Array.of(7, 0xff, 0x4c, 0, 0x10, 2, 1, 2);
  expect(info({ name: 'Lamp', data: apple })).toBe('Lamp, Nearby Info');
  expect(info({ company: 6 })).toBe('Microsoft');
  expect(info({ company: 0xbeef })).toBe('company 0xBEEF');
  expect(info({ opcode: 'LL_PING_REQ' })).toBe('LL_PING_REQ');
  expect([info({}), info({ pdu: 'SCAN_RSP' })]).toEqual(['', 'Scan response without data']);
  expect(packetTone({ pdu: 'toString', crc_ok: true })).toBeNull();
});
