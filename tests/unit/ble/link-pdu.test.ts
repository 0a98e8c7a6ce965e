import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ABSENT, AUX, FAULT, LinkPdu, NO_POWER, OTHER, PLACE, parseAdvertisingPdu, parseDataPdu } from '../../../src/ble/link-pdu.ts';
import { PDU } from '../../../src/ble/pdu-type.ts';

function parse(hex: string, place: number = PLACE.PRIMARY, aux: number = AUX.UNKNOWN): LinkPdu {
  const bytes = Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  const pdu = new LinkPdu();
  parseAdvertisingPdu(bytes, 0, bytes.length, place, aux, pdu);
  return pdu;
}

const A = '010203040506';
const B = '111213141516';

describe('legacy advertising PDUs', () => {
  it('ADV_IND: AdvA, its type bit and the data', () => {
    expect(parse(`40 09 ${A} 020106`)).toMatchObject({
      type: PDU.ADV_IND,
      advertiserAt: 2,
      advertiserRandom: 1,
      dataAt: 8,
      dataEnd: 11,
      fault: FAULT.NONE,
    });
  });

  it('SCAN_REQ: the recipient is the advertiser, and RxAdd is its type bit', () => {
    expect(parse(`83 0c ${A} ${B}`)).toMatchObject({
      type: PDU.SCAN_REQ,
      advertiserAt: 8,
      advertiserRandom: 1,
      otherAt: 2,
      otherRole: OTHER.SCANNER,
      otherRandom: 0,
      dataAt: ABSENT,
    });
  });

  it('CONNECT_IND: its LLData', () => {
    expect(parse(`45 22 ${A} ${B} ${'00'.repeat(22)}`)).toMatchObject({
      type: PDU.CONNECT_IND,
      otherRole: OTHER.INITIATOR,
      otherRandom: 1,
      advertiserRandom: 0,
      connectionAt: 14,
    });
  });

  it('reports faults: truncated by the capture, too short for its type, reserved type', () => {
    expect(parse(`40 20 ${A}`)).toMatchObject({ fault: FAULT.CUT, advertiserAt: 2 });
    expect(parse('40 03 010203')).toMatchObject({ fault: FAULT.SHORT, advertiserAt: ABSENT, advertiserRandom: 1 });
    expect(parse('0b 00')).toMatchObject({ fault: FAULT.RESERVED_TYPE, type: PDU.NONE });
  });
});

describe('extended advertising PDUs', () => {
  it('reads every field of the header in order', () => {
    const header = `7b ${A} ${B} 3412 a50581 ${'aa'.repeat(18)} f6`;
    const pdu = parse(`c7 29 25 ${header} 020106`, PLACE.SECONDARY, AUX.ADV_IND);
    expect(pdu).toMatchObject({
      type: PDU.AUX_ADV_IND,
      advertiserAt: 4,
      advertiserRandom: 1,
      otherAt: 10,
      otherRandom: 1,
      did: 0x234,
      sid: 1,
    });
    expect(pdu).toMatchObject({ auxChannel: 37, auxOffsetUs: 0x105 * 300, syncAt: 21, power: -10, dataAt: 40, dataEnd: 43 });
  });

  it('is ADV_EXT_IND on the primary channels; elsewhere the capturing program decides', () => {
    const bare = '07 01 00';
    expect(parse(bare).type).toBe(PDU.ADV_EXT_IND);
    expect(parse(bare, PLACE.SECONDARY, AUX.CHAIN_IND).type).toBe(PDU.AUX_CHAIN_IND);
    expect(parse(bare, PLACE.SECONDARY, AUX.SCAN_RSP).type).toBe(PDU.AUX_SCAN_RSP);
    expect(parse(bare, PLACE.SECONDARY).type).toBe(PDU.AUX_ADV_IND);
    expect(parse(`07 0b 07 01 ${A} 020106`, PLACE.SECONDARY).type).toBe(PDU.AUX_ADV_IND);
    expect(parse('07 04 00 020106', PLACE.SECONDARY).type).toBe(PDU.AUX_CHAIN_IND);
    expect(parse('05 00', PLACE.SECONDARY).type).toBe(PDU.AUX_CONNECT_REQ);
  });

  it('reads the fields that fit and reports that others do not', () => {
    const pdu = parse(`47 0a 09 11 ${A} 00 00`, PLACE.PRIMARY);
    expect(pdu).toMatchObject({ advertiserAt: 4, auxChannel: ABSENT, power: NO_POWER, fault: FAULT.EXTENDED_HEADER });
  });
});

describe('data PDUs', () => {
  const parseData = (hex: string, encrypted = false): LinkPdu => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const pdu = new LinkPdu();
    parseDataPdu(bytes, 0, bytes.length, encrypted, pdu);
    return pdu;
  };

  it('names the opcode of control PDUs unless they are ciphertext', () => {
    expect(parseData('030108')).toMatchObject({ type: PDU.LL_CONTROL, opcode: 8 });
    expect(parseData('030108', true)).toMatchObject({ type: PDU.LL_CONTROL, opcode: ABSENT });
    expect(parseData('0100')).toMatchObject({ type: PDU.LL_DATA, length: 0, fault: FAULT.NONE });
    expect(parseData('0300')).toMatchObject({ fault: FAULT.EMPTY_CONTROL });
  });

  it('skips a CTEInfo octet', () => {
    expect(parseData('23017f0c')).toMatchObject({ type: PDU.LL_CONTROL, opcode: 0x0c });
  });
});

describe('any bytes', () => {
  it('never point outside the PDU', () => {
    const pdu = new LinkPdu();
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 2, maxLength: 80 }),
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(-1, 0, 1, 2, 3),
        (bytes, place, aux) => {
          parseAdvertisingPdu(bytes, 0, bytes.length, place, aux, pdu);
          for (const at of [pdu.advertiserAt, pdu.otherAt]) expect(at === ABSENT || at + 6 <= bytes.length).toBe(true);
          expect(pdu.dataEnd).toBeLessThanOrEqual(bytes.length);
          expect(pdu.syncAt === ABSENT || pdu.syncAt + 18 <= bytes.length).toBe(true);
          expect(pdu.connectionAt === ABSENT || pdu.connectionAt + 22 <= bytes.length).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
