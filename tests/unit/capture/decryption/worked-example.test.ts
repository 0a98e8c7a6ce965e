import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { encryptedTag } from '../../../support/encrypted-tag.ts';

const FILE = 'tests/fixtures/captures/made/encrypted_tag.pcap';

/** Write the fixture anew with `FIXTURE=write npx vitest run --project unit tests/unit/capture/decryption/worked-example.test.ts`. */
it('the capture of the worked example is the one that is made', () => {
  if (process.env['FIXTURE'] === 'write') writeFileSync(FILE, encryptedTag());
  expect(Buffer.from(readFileSync(FILE)).equals(encryptedTag())).toBe(true);
});

it('the manual says what decrypting it gives', async () => {
  const page = readFileSync('docs/how-to/connections.md', 'utf8').replaceAll(/\s+(?:> )?/g, ' ');
  const { tables, summary } = await openBytes(new Uint8Array(readFileSync(FILE)), 'encrypted_tag.pcap', { link_keys: [] });
  const said = summary.warnings.find(({ code }) => code === 'DECRYPTED')?.message ?? 'nothing';
  expect(page.includes(said), said).toBe(true);
  const rows = (tables['att'] ?? []).filter(({ decrypted, value }) => decrypted === true && value !== undefined);
  for (const { packet_no, name, uuid_name, value } of rows) {
    const octets = Buffer.from(value as Uint8Array)
      .toString('hex')
      .toUpperCase();
    const line = `| ${String(packet_no)} | ${String(name)} | ${String(uuid_name)} | ${octets} |`;
    expect(page.includes(line), line).toBe(true);
  }
  expect(rows).toHaveLength(3);
});
