import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PDU } from '../../../../src/ble/pdu-type.ts';
import { maskedContent, type MaskedContent, type MaskedShareParts } from '../../../../src/core/offline/masked-share.ts';
import type { Run } from '../../../../src/core/keeping/sessions.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { evidenceOf, foundIn } from './attacker.ts';
import { numberCalls, type PlantedCall, plantedCalls } from './attacker-calls.ts';
import { captureOf, type Packet, PLACES } from './attacker-capture.ts';
import { addressForms, type Form, nameForms, payloadIdentifiers } from './attacker-forms.ts';
import { unseenAddressForms, unseenNameForms } from './attacker-unseen.ts';

const ADDRESSES = ['C6:17:2B:93:5D:E1', '7A:4C:21:9D:10:EF'];
const NAMES = ['Annas Pixel', 'Werkstatt Leuchte'];
const [FIRST = '', SECOND = ''] = ADDRESSES;
/** Places in which each form is planted. */
const PLACES_OF_A_FORM = 4;
/** A short form is found by chance under one key in 100. Octets that are kept are found under each key. */
const KEYS = 3;

let here: NodeWorkbench;
beforeAll(async () => {
  here = await nodeWorkbench();
});
afterAll(() => here.close());

const parts = (): MaskedShareParts => ({
  ...{ engine: here.engine, encode: encodeHere, runner: here.runner },
  file: (id) => here.captures.file(id),
  open: (file, choice, options) => here.captures.open(file, { ...options, choice }),
  close: (id) => here.captures.close(id),
  isOpen: (id) => here.captures.get(id) !== undefined,
  uuid: () => crypto.randomUUID(),
});

/** Octets that follow from a seed, without a pattern. */
function randomOctets(seed: string): (length: number) => Buffer {
  let count = 0;
  return (length) =>
    createHash('shake256', { outputLength: length })
      .update(`${seed} ${String(count++)}`)
      .digest();
}

const IDENTIFIERS = payloadIdentifiers(randomOctets('payloads'));
/** Each identifier as a whole, and each four octets of it. */
const identifierForms = (): Form[] =>
  IDENTIFIERS.flatMap(({ name, identifier }) => [
    { name: `${name}, whole`, octets: identifier },
    ...Array.from({ length: Math.max(0, identifier.length - 4) }, (_, at) => ({
      name: `${name}, four octets`,
      octets: identifier.subarray(at, at + 4),
    })),
  ]);

const LINK = randomOctets('link')(22);
const linkForms = (): Form[] => [
  { name: 'connection: access address', octets: LINK.subarray(0, 4) },
  { name: 'connection: CRC', octets: LINK.subarray(4, 7) },
  { name: 'connection: window, interval, latency and timeout', octets: LINK.subarray(8, 16) },
  { name: 'connection: channel map', octets: LINK.subarray(16, 20) },
];

const planted = (): Form[] => [...ADDRESSES.flatMap(addressForms), ...NAMES.flatMap(nameForms)];

function packetsOf(forms: readonly Form[]): Packet[] {
  const places = Object.values(PLACES);
  const hidden = forms.flatMap(({ octets }, at) =>
    Array.from({ length: PLACES_OF_A_FORM }, (_, i) => places[(at + i * 5) % places.length]!(octets, at % 2 ? FIRST : SECOND)).flat(),
  );
  const named = NAMES.map((name, at) => ({
    ...{ type: PDU.ADV_IND, advertiser: ADDRESSES[at]! },
    data: Buffer.concat([Buffer.from([name.length + 1, 9]), Buffer.from(name)]),
  }));
  const requests = [
    { type: PDU.SCAN_REQ, advertiser: FIRST, other: SECOND },
    { type: PDU.ADV_DIRECT_IND, advertiser: FIRST, other: SECOND },
    { type: PDU.CONNECT_IND, advertiser: FIRST, other: SECOND, link: LINK },
  ];
  const identifiers = IDENTIFIERS.map(({ structure }) => ({
    ...{ type: structure.length <= 31 ? PDU.ADV_NONCONN_IND : PDU.AUX_ADV_IND, advertiser: SECOND },
    data: structure,
  }));
  return [...named, ...requests, ...identifiers, ...hidden];
}

async function opened(forms: readonly Form[]): Promise<CaptureInfo> {
  const remark = `${NAMES[0]!} ${FIRST} ${SECOND.replaceAll(':', '')}`;
  return here.open(captureOf(packetsOf(forms), remark), `${remark.replaceAll(':', '-')}.pcapng`);
}

/** Calls with the result of another one: masking reads of it which tool ran on what. */
async function runsOf(calls: readonly PlantedCall[], info: CaptureInfo): Promise<Run[]> {
  const example = await here.run({ tool: 'capture_overview', version: '1.0.0', captures: [info], arguments: {} });
  return calls.map(({ tool, version, selection, arguments: args, extra }) => ({
    invocation: {
      ...{ tool_name: tool, tool_version: version, arguments: args, request_id: 'req-1', timeout_ms: 60_000 },
      capture_selection: { capture_ids: [info.capture_id], ...selection },
      ...extra,
    },
    result: { ...example, metadata: { ...example.metadata, toolName: tool, toolVersion: version } },
  }));
}

/** Names of the forms that are found under every key. */
async function leaks(info: CaptureInfo, runs: readonly Run[], forms: readonly Form[], payloads: 'mask' | 'drop'): Promise<string[]> {
  const editor = JSON.stringify(runs[0]?.invocation ?? {});
  let common = forms;
  for (let key = 0; key < KEYS; key++) {
    // Whether a call is left out does not follow from the key.
    const content: MaskedContent = await maskedContent([info], key === 0 ? runs : [], editor, payloads, parts());
    const documents = key === 0 ? foundIn({ captures: [], document: (await evidenceOf(content)).document }, forms) : new Set<string>();
    if (documents.size > 0) return [...documents].map((name) => `${name} (in the document)`);
    const found = foundIn({ ...(await evidenceOf(content)), document: '' }, common);
    common = common.filter(({ name }) => found.has(name));
  }
  return [...new Set(common.map(({ name }) => name))];
}

async function unmaskedFinds(info: CaptureInfo, runs: readonly Run[], forms: readonly Form[]): Promise<number> {
  const content = { captures: [{ info, file: here.captures.file(info.capture_id)! }], runs, invocation: '' };
  return foundIn(await evidenceOf(content), forms).size;
}

const namesOf = (forms: readonly Form[]): number => new Set(forms.map(({ name }) => name)).size;

test('an attacker finds every form in an unmasked share, and none in a masked one', async () => {
  const forms = [...planted(), ...identifierForms(), ...linkForms()];
  expect(namesOf(forms)).toBeGreaterThanOrEqual(250);
  const info = await opened(planted());
  expect(await unmaskedFinds(info, [], forms)).toBe(namesOf(forms));
  expect(await leaks(info, [], forms, 'mask')).toEqual([]);
  expect(await leaks(info, [], forms, 'drop')).toEqual([]);
  await here.captures.close(info.capture_id);
}, 300_000);

test('calls that are run again contain no form in statements, filters, arguments and ids', async () => {
  const forms = planted().filter(({ text }) => text !== undefined);
  const info = await opened([]);
  const chosen = forms.filter((_, at) => at % 23 === 0);
  const calls = [...plantedCalls(chosen, info.capture_id), ...ADDRESSES.flatMap((address) => numberCalls(address, info.capture_id))];
  const runs = await runsOf(calls, info);
  expect(await unmaskedFinds(info, runs, chosen)).toBe(chosen.length);
  for (const payloads of ['mask', 'drop'] as const) expect(await leaks(info, runs, forms, payloads)).toEqual([]);
  await here.captures.close(info.capture_id);
}, 600_000);

test('forms that were not used while the mask was developed are not found either', async () => {
  const forms = [...ADDRESSES.flatMap(unseenAddressForms), ...NAMES.flatMap(unseenNameForms)];
  expect(namesOf(forms)).toBeGreaterThanOrEqual(60);
  const info = await opened(forms);
  const texts = forms.filter(({ text }) => text !== undefined);
  const runs = await runsOf(
    plantedCalls(
      texts.filter((_, at) => at % 17 === 0),
      info.capture_id,
    ),
    info,
  );
  expect(await unmaskedFinds(info, runs, forms)).toBe(namesOf(forms));
  for (const payloads of ['mask', 'drop'] as const) expect(await leaks(info, runs, forms, payloads)).toEqual([]);
  await here.captures.close(info.capture_id);
}, 600_000);
