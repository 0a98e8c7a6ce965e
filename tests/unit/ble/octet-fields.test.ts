import { expect, it } from 'vitest';
import { hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields } from '../../../src/ble/hci-fields.ts';
import { signallingFields } from '../../../src/ble/l2cap/signalling.ts';
import { llControlFields } from '../../../src/ble/ll-control-fields.ts';
import type { OctetField } from '../../../src/ble/octet-fields.ts';
import { smpFields } from '../../../src/ble/smp/pdu.ts';
import { conversationColumns } from '../../../src/tables/conversation/index.ts';

const namesOf = (one: OctetField): string[] => (one.kind === 'bits' ? one.parts.map(({ name }) => name) : [one.name]);
const HCI_LAYOUTS = [hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields];
const codes = Array.from({ length: 0x10000 }, (_, code) => code);

it.each([
  ['ll_control', codes.slice(0, 256).flatMap(llControlFields)],
  ['l2cap', codes.slice(0, 256).flatMap(signallingFields)],
  ['smp', codes.slice(0, 256).flatMap(smpFields)],
  ['hci', codes.flatMap((code) => HCI_LAYOUTS.flatMap((of) => [...of(code).head, ...of(code).list]))],
] as const)('every field of a layout is a column of %s', (table, layout) => {
  const columns = conversationColumns(table).map(({ name }) => name);
  const names = new Set(layout.flatMap(namesOf).filter((name) => name !== '-'));
  expect(names.size).toBeGreaterThan(3);
  expect([...names].filter((name) => !columns.includes(name))).toEqual([]);
});
