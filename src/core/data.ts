import { joinFiles, type JoinFiles } from '../base/join-files.ts';
import { createDuckDb } from '../engine/duckdb.ts';
import type { Engine } from '../engine/engine.ts';
import { createKeyring, type Keyring } from '../keyring/keyring.ts';
import { kernelPool, type KernelPool } from '../kernels/pool.ts';
import type { Activities } from './activities.ts';
import type { Captures } from './captures/captures.ts';
import { lazyDecoders } from './captures/decoders.ts';
import { withLinkKeys } from './captures/link-keys.ts';
import type { Merges } from './captures/merges.ts';
import { partOf } from './captures/part-of.ts';
import { CaptureRegistry } from './captures/registry.ts';
import type { Busy } from './busy.ts';
import type { CoreBus } from './events.ts';
import type { CoreHost, Environment } from './host.ts';
import type { SessionStore } from './keeping/session-store.ts';
import { duckDbAssets } from './offline/assets.ts';
import type { PageSource } from './offline/page-source.ts';
import type { SigningService } from './seals/signing-service.ts';
import type { Verifications } from './seals/verifications.ts';
import type { ImportCapture } from '../capture/import.ts';
import type { RemoveKeys } from '../capture/remove-keys.ts';

/** What every part of the core may use: the host, the event bus, the activity list and the like. */
export interface CoreBase {
  readonly host: CoreHost;
  readonly environment: Environment;
  readonly bus: CoreBus;
  readonly activities: Activities;
  readonly busy: Busy;
  /** Reads the texts that the one-file page stores in its elements. */
  readonly page: PageSource;
  /** Verifications of the sessions that were opened. */
  readonly verifications: Verifications;
  readonly signing: SigningService;
}

/** The engine, the kernels and the importers, which run in their own threads; Node supplies its own. */
export interface CoreThreads {
  readonly engine: Engine;
  readonly kernels: KernelPool;
  readonly importCapture: ImportCapture;
  readonly removeKeys: RemoveKeys;
  /** Joins pieces to one file; the pieces are read only when the file is read. */
  readonly joinFiles: JoinFiles;
  /** Stores sessions; if absent, the browser's database is used. */
  readonly sessionStore?: SessionStore;
}

export function browserThreads(page: PageSource): CoreThreads {
  const engine = createDuckDb(duckDbAssets(page));
  const { importCapture, prepare } = lazyDecoders(page);
  // Ignore a failed start of the engine here: each call that uses the engine reports it.
  void engine.ready.then(prepare, () => undefined);
  const removeKeys: RemoveKeys = async (file, options) => (await import('../capture/remove-keys.ts')).removeKeysInWorker(file, options);
  return { engine, kernels: kernelPool(), importCapture, removeKeys, joinFiles };
}

/** Captures opened from files, merged views over them, and the engine that contains their rows. */
export interface Data extends CoreThreads {
  /** All captures and merged views. */
  readonly opened: CaptureRegistry;
  readonly captures: Captures;
  readonly merges: Merges;
  /** The keys of devices that a person added. */
  readonly ring: Keyring;
}

export function createData({ bus, activities }: CoreBase, given: CoreThreads): Data {
  const ring = createKeyring(
    (input, options) => given.kernels.resolve(input, options),
    () => crypto.randomUUID(),
  );
  const threads = { ...given, importCapture: withLinkKeys(given.importCapture, ring) };
  const opened: CaptureRegistry = new CaptureRegistry({
    ...threads,
    changed: () => {
      bus.emit({ type: 'captures', captures: opened.list() });
    },
    partOf: partOf(given.joinFiles),
    activity: (title, options, work) => activities.run(title, options, work),
  });
  threads.engine.onState((state) => {
    bus.emit({ type: 'engine', state });
  });
  return { ...threads, opened, captures: opened.captures, merges: opened.merges, ring };
}
