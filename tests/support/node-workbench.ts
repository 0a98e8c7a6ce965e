import { createKeyring } from '../../src/keyring/keyring.ts';
import { withLinkKeys } from '../../src/core/captures/link-keys.ts';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Captures } from '../../src/core/captures/captures.ts';
import { catalogSearch } from '../../src/core/search/catalog-search.ts';
import type { Keys } from '../../src/core/keys.ts';
import { createKeys } from '../../src/core/keys.ts';
import { readCapture } from '../../src/capture/read-capture.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { toAnswer } from '../../src/engine/answer.ts';
import { decodeArrow } from '../../src/engine/rows.ts';
import { createEncoder } from '../../src/export/encoder.ts';
import { createExporter, type ExporterParts } from '../../src/export/exporter.ts';
import { kernelInstance } from '../../src/kernels/instance.ts';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import { catalog } from '../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { defaultPolicy } from '../../src/tools/policy/default-policy.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { correctCall } from '../../src/tools/repair/repair.ts';
import { createRunner } from '../../src/tools/runner/runner.ts';
import type { Runner, RunnerParts } from '../../src/tools/runner/ports.ts';
import { selectRows } from '../../src/tools/runner/select.ts';
import { memoryStore } from './memory-store.ts';
import { nodeAssets } from './decode-table.ts';
import { memoryDestination, type MemoryFiles } from './memory-destination.ts';
import { nodeEngine } from './node-engine.ts';

/**
 * The product in Node, from a file to a result: the real decoders, engine, kernels, catalog and runner, only the
 * page and its workers are missing. Starting takes 1 to 2 s; share it per file and close it at the end.
 */
export interface NodeWorkbench {
  readonly engine: Engine;
  readonly captures: Captures;
  readonly runner: Runner;
  /** The runner's dependencies, to create a second runner. */
  readonly parts: RunnerParts;
  /** Empty at the start; the caller that adds a key may use it. */
  readonly keys: Keys;
  /** What exports wrote, by path. */
  readonly files: MemoryFiles;
  /** The names that a person gave to devices, by address. */
  readonly names: Map<string, string>;
  open(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<CaptureInfo>;
  openFile(path: string): Promise<CaptureInfo>;
  /** Runs a tool over the whole of the named captures. */
  run(call: {
    tool: string;
    version: string;
    captures: readonly CaptureInfo[];
    arguments: Readonly<Record<string, unknown>>;
    connection_id?: string;
  }): Promise<ToolResult>;
  close(): Promise<void>;
}

/** The page's encoder, on this thread. */
export const encodeHere: ExporterParts['encode'] = (_signal, work) => work(createEncoder((ipc) => toAnswer(decodeArrow(ipc))));

/**
 * @param now clock of tools and results
 * @param debug local debug log of the runner
 * @param starting the engine; DuckDB-WASM on this thread by default
 */
export async function nodeWorkbench(
  now: () => number = () => Date.now(),
  debug?: RunnerParts['debug'],
  starting: Promise<Engine> = nodeEngine(),
): Promise<NodeWorkbench> {
  const engine = await starting;
  const kernels = kernelInstance();
  const ring = createKeyring(
    (input, options) => kernels.resolve(input, options),
    () => randomUUID(),
  );
  const captures = new Captures(
    engine,
    withLinkKeys((file, sink, options) => readCapture(file, file.name, sink, { ...options, assets: nodeAssets }), ring),
    () => undefined,
  );
  const registry = createRegistry(catalog);
  const keys: Keys = createKeys(
    {
      ring,
      store: memoryStore(),
      crypto: globalThis.crypto,
      changed: () => undefined,
    },
    {
      read: () => runner.policy(),
      write: (policy) => {
        runner.setPolicy(policy);
      },
    },
  );
  const files: MemoryFiles = new Map();
  const names = new Map<string, string>();
  const choose = memoryDestination(files);
  const journalHead = (): string | null => runner.audit().at(-1)?.hash ?? null;
  const parts: RunnerParts = {
    registry,
    policy: defaultPolicy(registry.getAll()),
    capabilities: {
      captures,
      query: engine,
      kernels,
      resolver: keys.resolver,
      search: catalogSearch(() => runner, captures),
      exporter: createExporter({ engine, choose, encode: encodeHere, journalHead, names: () => names }),
    },
    select: selectRows,
    clock: { now, after },
    ids: { uuid: () => randomUUID() },
    hash: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    service: { version: '0.0.0', sessionId: randomUUID() },
    approve: () => Promise.resolve({ kind: 'approved', by: 'user:local' }),
    corrections: () => Promise.resolve(correctCall),
    ...(debug && { debug }),
    // The result's hash covers the files' content, not their location.
    storeArtifact: ({ name }) => `nowhere:${name}`,
  };
  const runner: Runner = createRunner(parts);
  const open: NodeWorkbench['open'] = (bytes, fileName) => captures.open(new File([bytes], fileName), {});
  return {
    engine,
    captures,
    runner,
    parts,
    keys,
    files,
    names,
    open,
    openFile: (path) => open(new Uint8Array(readFileSync(path)), basename(path)),
    run: ({ tool, version, captures: chosen, arguments: args, connection_id }) =>
      runner.run(
        {
          tool_name: tool,
          tool_version: version,
          capture_selection: { capture_ids: chosen.map((capture) => capture.capture_id), time_window: hull(chosen) },
          arguments: args,
          request_id: `req-${randomUUID()}`,
          timeout_ms: 600_000,
        },
        { interactive: true, context: { connection_id } },
      ),
    close: () => engine.close(),
  };
}

function hull(captures: readonly CaptureInfo[]): { start_ms: number; end_ms: number } {
  const spans = captures.flatMap((capture) => capture.time_range ?? []);
  return { start_ms: Math.min(...spans.map((span) => span.start_ms)), end_ms: Math.max(...spans.map((span) => span.end_ms)) };
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
