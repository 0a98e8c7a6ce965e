import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/core/calls/digest.ts';
import { verificationOfFile } from '../../../../src/core/seals/verified-file.ts';
import { importSigningKey, exportSigningKey } from '../../../../src/session/seal/signing.ts';
import { checkSealChanges, smallFiles } from '../../../fuzz/seal-changes.ts';
import { newKey, sampleSession, sessionFile, signerOf, withByte } from '../../../support/sealed-files.ts';

const session = await sampleSession();
const file = await sessionFile(session);
const text = await file.text();

/** The file with a part of its text replaced, the seal left as it was. */
const edited = (from: string, to: string): Blob => {
  expect(text).toContain(from);
  return new Blob([text.replace(from, to)]);
};

describe('a saved session', () => {
  test('is intact as written, and is plain JSON', async () => {
    expect(await verificationOfFile(file)).toEqual({ state: 'intact', changes: [], signer: null, signer_name: null });
    expect(JSON.parse(text)).toMatchObject({ version: 4, name: session.name, runs: session.runs });
  });

  test('with an edited summary is changed, and the change is located to its call', async () => {
    const { state, changes } = await verificationOfFile(edited('Rows of call 2', 'Rows of call 9'));
    expect(state).toBe('changed');
    expect(changes).toMatchObject([{ path: 'runs[1]', tool_call_id: 'call-2' }]);
    const { from, to } = changes[0]?.bytes ?? { from: 0, to: 0 };
    expect(text.slice(from, to)).toContain('Rows of call 2');
    expect(changes[0]?.message).toBe('The result of call call-2 (capture_query) was changed after the file was written.');
  });

  test('with an edited confidence is changed, even if it was resealed', async () => {
    const [first, ...rest] = session.runs;
    const result = { ...(first?.result as object), confidence: 0.99 };
    const again = await sessionFile({ ...session, runs: [{ ...first, result }, ...rest] });
    expect(await verificationOfFile(again)).toMatchObject({
      state: 'changed',
      changes: [{ path: 'runs[0]', tool_call_id: 'call-1', message: expect.stringContaining('result_hash') as string }],
    });
  });

  test('with a part of another length is changed only in that part', async () => {
    for (const to of ['Rows of call 22', 'Rows', ''])
      expect((await verificationOfFile(edited('Rows of call 2', to))).changes).toMatchObject([{ path: 'runs[1]' }]);
  });

  test('without its seal is changed', async () => {
    const bare = new Blob([JSON.stringify(session)]);
    expect(await verificationOfFile(bare)).toMatchObject({ state: 'changed', changes: [{ path: 'seal' }] });
  });

  test('of a later version is newer, and with one changed byte in its version it is changed', async () => {
    expect(await verificationOfFile(await sessionFile({ ...session, version: 5, moods: [] }))).toMatchObject({ state: 'newer' });
    expect(await verificationOfFile(edited('"version": 4', '"version": 5'))).toMatchObject({
      state: 'changed',
      changes: [{ path: 'version' }],
    });
  });

  test('with bytes after its end, or without its last byte, is changed', async () => {
    expect(await verificationOfFile(new Blob([text, '\n']))).toMatchObject({ state: 'changed', changes: [{ path: 'end' }] });
    expect(await verificationOfFile(file.slice(0, -1))).toMatchObject({ state: 'changed' });
  });
});

describe('a signed session', () => {
  test('names its signer, whose key survives export and import', async () => {
    const key = await importSigningKey(await exportSigningKey(await newKey('Ann'), crypto.subtle), crypto.subtle);
    const { state, signer, signer_name } = await verificationOfFile(await sessionFile(session, signerOf(key)));
    expect({ state, signer, signer_name }).toEqual({ state: 'intact', signer: key.fingerprint, signer_name: 'Ann' });
    expect(key.fingerprint).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  });

  test('under another name, with another key or with the signature of another file is not signed', async () => {
    const [ann, eve] = [await newKey('Ann'), await newKey('Eve')];
    const forged = await sessionFile(session, async (root) => ({ ...(await signerOf(eve)(root)), name: 'Ann' }));
    const claimed = await sessionFile(session, async (root) => ({ ...(await signerOf(eve)(root)), public_key: ann.public_key }));
    const other = await sessionFile(session, async () => signerOf(ann)(await sha256Hex(new Uint8Array(1))));
    for (const bad of [forged, claimed, other])
      expect(await verificationOfFile(bad)).toMatchObject({ state: 'changed', signer: null, changes: [{ path: 'signature' }] });
  });

  test('any single changed byte of its seal is detected', async () => {
    const signed = await sessionFile(session, signerOf(await newKey('Ann')));
    const bytes = new Uint8Array(await signed.arrayBuffer());
    const start = (await signed.text()).lastIndexOf('"seal"');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: start, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const found = await verificationOfFile(await withByte(signed, at, (bytes[at] ?? 0) ^ by));
        return found.state === 'changed' && found.signer === null;
      }),
      { numRuns: 1000 },
    );
  }, 60_000);
});

test('files of other kinds are rejected with a message that says what was expected', async () => {
  for (const bytes of ['', 'a,b\n1,2\n', '<html><body>a page</body></html>', new Uint8Array([0xd4, 0xc3, 0xb2, 0xa1])])
    await expect(verificationOfFile(new Blob([bytes]))).rejects.toMatchObject({ code: 'NOT_VERIFIABLE' });
});

test('any single changed byte of a session or bundle is detected and located', async () => {
  const { located, refused } = await checkSealChanges(await smallFiles(), 0, 2000, () => undefined);
  expect(located).toBeGreaterThan(1900);
  expect(located + refused).toBe(2000);
}, 120_000);
