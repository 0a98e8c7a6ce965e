import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { withoutKeys } from '../../../../src/core/captures/found-keys.ts';
import { writeReplay, type ReplayDependencies } from '../../../../src/core/calls/replays.ts';
import { sharedFile, type SharingDependencies } from '../../../../src/core/offline/sharing.ts';
import { unpack } from '../../../../src/core/offline/payload.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { command, event, HCI_FILES } from '../../../support/hci-packet.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { hex } from '../../../support/packet-file.ts';
import { leaks, plantedKeys } from '../../../support/planted-keys.ts';
import { sharingParts } from '../../../support/sharing-parts.ts';

const planted = plantedKeys();
const secrets = planted.flatMap((each) => each.secrets);
const log = HCI_FILES['btsnoop 1002']!([
  command(0x0c03, []),
  event(0x3e, hex('020100010102030405c003020106c5')),
  ...planted.flatMap(({ packets }) => packets),
]);
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const removeKeys = (file: File): Promise<Blob> => withoutKeyMaterial(file, file.name);
const options = { signal: new AbortController().signal, onProgress: () => undefined };

let bench: NodeWorkbench;
let info: CaptureInfo;
beforeAll(async () => {
  bench = await nodeWorkbench();
  info = await bench.open(log, 'hci.log');
});
afterAll(() => bench.close());
afterEach(() => vi.unstubAllGlobals());

const sharing = (change: Partial<Record<keyof SharingDependencies, unknown>> = {}) => sharingParts(bench, { removeKeys, ...change });

/** The capture inside a shared file. */
async function share(given: { readonly include_keys?: boolean }): Promise<{ readonly bytes: Uint8Array; readonly text: string }> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html><!--embedded--></html>')));
  const { file } = await sharedFile(sharing(), given, options);
  const text = await file.text();
  const content = [...text.matchAll(/<script type="application\/octet-stream"[^>]*>([\s\S]*?)<\/script>/g)].map(([, block = '']) => block);
  return { bytes: new Uint8Array(await (await unpack(content)).arrayBuffer()), text };
}

describe('no key of an HCI log', () => {
  it('is in the rows, for any reader', async () => {
    const rows = await bench.run({
      tool: 'capture_query',
      version: '1.1.0',
      captures: [info],
      arguments: { sql: `SELECT * FROM "${info.capture_id}"`, limit: 1000 },
    });
    expect(rows.errors).toEqual([]);
    const journal = bench.runner.audit();
    const problems = bench.captures.problems(info.capture_id, { limit: 10_000 });
    for (const value of [rows, journal, problems, bench.captures.list()])
      expect(leaks(Buffer.from(JSON.stringify(value)), secrets)).toEqual([]);
  });

  it.each(['csv', 'ndjson', 'parquet', 'pcapng'])('is in an export as %s', async (format) => {
    const exported = await bench.run({
      tool: 'capture_export',
      version: '1.3.0',
      captures: [info],
      arguments: { format, file_name: `out.${format}` },
    });
    expect(exported.errors).toEqual([]);
    expect(bench.files.size).toBeGreaterThan(0);
    for (const file of bench.files.values()) expect(leaks(new Uint8Array(file), secrets)).toEqual([]);
  });

  it('is in a shared file, unless it is included; the session names the digest of the copy', async () => {
    const without = await share({});
    expect(leaks(without.bytes, secrets)).toEqual([]);
    expect(without.text).toContain(digest(without.bytes));
    const included = await share({ include_keys: true });
    expect(digest(included.bytes)).toBe(digest(log));
  });

  it('is in a replay bundle, unless it is included', async () => {
    const invocation = {
      request_id: 'r1',
      tool_name: 'capture_overview',
      tool_version: '1.0.0',
      capture_selection: { capture_ids: [info.capture_id] },
      arguments: {},
    };
    const result = await bench.runner.run(invocation);
    const parts = {
      runner: bench.runner,
      runs: [{ invocation, result }],
      build: { app_version: '0.0.0', kernels_sha256: '0'.repeat(64) },
      opened: bench.captures,
      merges: { kept: () => [] },
      files: {
        list: () => bench.captures.list(),
        async file(id: string, given: { include_keys?: boolean | undefined }) {
          const file = bench.captures.file(id)!;
          return (await withoutKeys(file, removeKeys, given)) === file ? file : undefined;
        },
      },
    } as unknown as ReplayDependencies;
    const read = async (include_keys: boolean): Promise<{ captures: { content?: string }[] }> => {
      const bundle = await writeReplay(parts, 'bundle', new Set([info.capture_id]), undefined, { include_keys });
      return JSON.parse(await bundle.text()) as { captures: { content?: string }[] };
    };
    expect((await read(false)).captures[0]?.content).toBeUndefined();
    const content = (await read(true)).captures[0]?.content ?? '';
    expect(digest(new Uint8Array(await (await unpack([content])).arrayBuffer()))).toBe(digest(log));
  });
});

/** A file whose bytes on disk are others by now, as browsers refuse it. */
function changedFile(name: string): File {
  const file = new File([log], name);
  const refuse = (): Promise<never> => Promise.reject(new DOMException('The file could not be read.', 'NotReadableError'));
  return Object.assign(file, { arrayBuffer: refuse, slice: () => ({ arrayBuffer: refuse }) });
}

it.each([{}, { include_keys: true }])('a file that changed on disk is rejected with a code, its name and what to do: %j', async (given) => {
  const captures = { list: () => [info], file: () => changedFile('walk.log') };
  await expect(sharedFile(sharing({ captures }), given, options)).rejects.toMatchObject({
    code: 'OTHER_FILE',
    message: expect.stringMatching(/^walk\.log has changed or was moved .*choose the file again/) as string,
  });
});
