import { afterEach, expect, test } from 'vitest';
import { remote } from '../../../../src/app/remote.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import type { AuditEntry } from '../../../../src/tools/contract/index.ts';
import { PAGE_CALLS, type PageCalls } from '../../../../src/workbench/page.ts';
import { CALLS, type ServedPublic } from '../../../../src/workbench/public.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { nodeCore, type NodeCore } from '../../../support/node-core.ts';
import { hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { SealedLink } from '../../../support/sealed-link.ts';

const open: NodeCore[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.end();
});

/** What the encrypted connection says, in text and in octets. */
const SECRET = 'swordfish';
const KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

function sealedFile(): File {
  const link = new SealedLink(randomSource(5));
  link.frame(SENT_BY.CENTRAL, 4, hex('0a 0300'));
  link.start(hex(KEY), { ediv: 7, rand: hex('0102030405060708') });
  link.frame(SENT_BY.PERIPHERAL, 4, Uint8Array.from([0x0b, ...Buffer.from(SECRET)]));
  return new File([linkCapture(link.pdus)], 'lock.pcap');
}

async function start() {
  const core = await nodeCore();
  open.push(core);
  const page = remote<PageCalls>(core.link, 'page', PAGE_CALLS);
  const script = remote<ServedPublic>(core.link, 'console', CALLS);
  await page.ready();
  const captures = (): readonly CaptureInfo[] => core.link.mirror.read('captures') as CaptureInfo[];
  const audit = (): readonly AuditEntry[] => core.link.mirror.read('audit') as AuditEntry[];
  return { ...core, page, script, captures, audit };
}

let serial = 0;
const query = (sql: string) => ({
  tool_name: 'capture_query',
  tool_version: '1.1.0',
  capture_selection: { capture_id: 'lock' },
  arguments: { sql },
  request_id: `req-decrypting-${String(++serial)}`,
  timeout_ms: 60_000,
});
const VALUES = query('SELECT hex(value) AS value FROM lock_att WHERE opcode = 11');
const COUNT = query('SELECT count(*) AS packets FROM lock');
const octets = Buffer.from(SECRET).toString('hex').toUpperCase();

test('a capture is read again with keys of the keyring, and decrypted content is only shared if that is chosen', async () => {
  const { page, script, captures, audit, host } = await start();
  await page.open([sealedFile()]);
  expect(JSON.stringify(await script.run(VALUES))).not.toContain(octets);
  const plain = await script.run(COUNT);
  const key = await page.keyring.add('lock', KEY, 'ltk');
  const wrong = await page.keyring.add('other', KEY.split('').reverse().join(''), 'session');
  // A key of connections resolves no address, so no tool is granted it.
  expect(JSON.stringify(await script.run({ ...COUNT, request_id: 'req-policy' }))).not.toContain(key.connection_id);

  await page.reopen('lock', { decrypt: { keys: [key.connection_id, wrong.connection_id] } });
  const [lock] = captures();
  const messages = Object.fromEntries((lock?.warnings ?? []).map(({ code, message }) => [code, message]));
  expect(messages['DECRYPTED']).toMatch(/^3 of 3 encrypted packets were decrypted: key "lock" opened 3 packets of connection 1$/);
  expect(messages['KEY_OPENED_NOTHING']).toContain('key "other" opened nothing');
  const read = await script.run({ ...VALUES, request_id: 'req-read' });
  expect(JSON.stringify(read)).toContain(octets);
  expect(read.metadata.captures).toMatchObject([{ capture_id: 'lock', decrypted: true }]);
  expect(plain.metadata.captures?.[0]).not.toHaveProperty('decrypted');

  const request = { capture_ids: ['lock'], include_results: true, name: 'x' };
  const contents = await page.shareContents(request);
  expect(JSON.stringify(contents)).not.toContain(octets);
  expect(contents).toMatchObject({ left_out: { decrypted: 1 }, journal_lines: 0 });
  const ticked = await page.shareContents({ ...request, include: { decrypted: true } });
  expect(ticked).toMatchObject({ left_out: { decrypted: 0 } });
  expect(ticked.results).toHaveLength(contents.results.length + 1);
  expect(ticked.journal_lines).toBeGreaterThan(0);

  const bundle = await (await script.bundle()).text();
  expect(bundle).not.toContain(octets);
  expect(bundle).not.toContain(key.connection_id);
  expect(bundle).toContain(plain.tool_call_id);
  expect(await (await script.bundle({ decrypted: true })).text()).toContain(octets);
  await expect(script.bundle({ tool_call_ids: [read.tool_call_id] })).rejects.toMatchObject({ code: 'NOTHING_TO_REPLAY' });

  const session = await (await script.session.save()).text();
  expect(session).toContain(key.connection_id);
  const texts = [session, bundle, JSON.stringify([captures(), audit(), read, contents, ticked, host.errors])];
  for (const form of [KEY, Buffer.from(KEY, 'hex').reverse().toString('hex')])
    for (const text of texts) expect(text.toLowerCase()).not.toContain(form.slice(0, 12));

  await page.reopen('lock', {});
  expect(JSON.stringify(await script.run({ ...VALUES, request_id: 'req-shut' }))).not.toContain(octets);
});

test('a removed key is reported as missing, and the packets stay encrypted', async () => {
  const { page, captures } = await start();
  const key = await page.keyring.add('lock', KEY, 'ltk');
  await page.open([sealedFile()], { choice: { decrypt: { keys: [key.connection_id] } } });
  expect(captures()[0]?.warnings.map(({ code }) => code)).toContain('DECRYPTED');
  await page.keyring.remove(key.connection_id);
  await page.reopen('lock', { decrypt: { keys: [key.connection_id] } });
  const [lock] = captures();
  expect(lock?.warnings.find(({ code }) => code === 'KEY_NOT_IN_RING')?.message).toContain('not in the keyring');
  expect(lock?.warnings.find(({ code }) => code === 'DECRYPTED')?.message).toContain('none of 3 encrypted packets');
});

test('scripts can open captures with keys, and an invalid choice is rejected', async () => {
  const { script, captures } = await start();
  const { connection_id } = await script.keyring.add('lock', KEY, 'ltk');
  await expect(script.open(sealedFile(), { decrypt: { keys: 'all' } as never })).rejects.toMatchObject({ code: 'BAD_READING' });
  await expect(script.keyring.add('lock', KEY, 'none' as never)).rejects.toMatchObject({ code: 'INVALID_KEY' });
  await script.open(sealedFile(), { decrypt: { keys: [connection_id] } });
  expect(captures()[0]?.choice).toEqual({ decrypt: { keys: [connection_id] } });
  expect(captures()[0]?.warnings.map(({ code }) => code)).toContain('DECRYPTED');
});
