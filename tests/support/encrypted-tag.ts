import { linkCapture, SENT_BY } from './every-procedure.ts';
import { concat, hex } from './packet-file.ts';
import { randomSource } from './random.ts';
import { SealedLink } from './sealed-link.ts';

const PCAP_HEADER_BYTES = 24;

/**
 * `tests/fixtures/captures/made/encrypted_tag.pcap`: a phone pairs with a tag (legacy, Just Works) and gets a long-term key, and in a second
 * connection under that key it reads the battery level and makes the tag ring. Every octet is made here.
 */
export function encryptedTag(): Uint8Array<ArrayBuffer> {
  const random = randomSource(28);
  const [first, second] = [new SealedLink(random), new SealedLink(random)];
  const bond = first.bond();
  const ask = (link: SealedLink, request: Uint8Array, response: Uint8Array): void => {
    link.frame(SENT_BY.CENTRAL, 4, request);
    link.frame(SENT_BY.PERIPHERAL, 4, response);
  };
  ask(first, hex('10 0100 ffff 0028'), hex('11 06 0100 0900 0f18'));
  ask(first, hex('08 0100 0900 0328'), hex('09 07 0200 02 0300 192a 0400 08 0500 062a'));
  first.start(first.pair());
  first.distribute(SENT_BY.PERIPHERAL, bond);
  ask(first, hex('0a 0300'), hex('0b 5d'));
  first.send(SENT_BY.CENTRAL, 3, hex('02 13'));
  second.start(bond.ltk, bond);
  ask(second, hex('0a 0300'), hex('0b 5c'));
  ask(second, concat([hex('12 0500'), [2]]), hex('13'));
  second.send(SENT_BY.CENTRAL, 3, hex('02 13'));
  return concat([linkCapture(first.pdus), linkCapture(second.pdus).subarray(PCAP_HEADER_BYTES)]);
}
