import { expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { acl, event, HCI_FILES } from '../../../support/hci-packet.ts';
import { hex } from '../../../support/packet-file.ts';

const CONNECTED = event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00'));
const asks = (pdu: string) => acl(0x40, 4, hex(pdu), [], false);
const says = (pdu: string) => acl(0x40, 4, hex(pdu));
const UUID = 'ffeeddccbbaa99887766554433221100';

async function gatt(primaries: string): Promise<unknown> {
  const packets = [
    CONNECTED,
    ...asks('10 0100 ffff 0028'),
    ...says(primaries),
    ...asks('08 0100 ffff 0228'),
    // An include of the service at 0x10 to 0x14, without its UUID of 128 bits.
    ...says('09 06 0200 1000 1400'),
    ...asks('0a 1000'),
    ...says(`0b ${UUID}`),
  ];
  const { tables } = await openBytes(HCI_FILES['btsnoop 1002']!(packets), 'included.btsnoop');
  return tables['gatt']
    ?.filter(({ kind }) => String(kind).endsWith('service'))
    .map(({ kind, handle, end_handle, uuid }) => [kind, handle, end_handle, uuid]);
}

const FIRST = ['primary service', 1, 5, '180D'];
const INCLUDED = ['secondary service', 16, 20, '00112233-4455-6677-8899-AABBCCDDEEFF'];

it('an included service is a secondary one where every primary service is known', async () => {
  expect(await gatt('11 06 0100 0500 0d18 2000 ffff 0f18')).toEqual([FIRST, INCLUDED, ['primary service', 32, 65_535, '180F']]);
});

it('an included service has no row where it may be a primary one that was not discovered', async () => {
  expect(await gatt('11 06 0100 0500 0d18')).toEqual([FIRST]);
});
