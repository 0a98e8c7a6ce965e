import { createImportCapture } from '../capture/import-capture.ts';
import { createCore } from '../core/core.ts';
import type { CoreThreads } from '../core/data.ts';
import { publicMethods } from '../core/serve-public.ts';
import { pageMethods } from '../core/serve-page.ts';
import type { Core } from '../core/serve.ts';
import type { StartDatabase } from '../engine/bindings.ts';
import { SqlEngine } from '../engine/sql-engine.ts';
import { kernelPool } from '../kernels/pool.ts';
import type { PageCalls } from '../workbench/page.ts';
import type { ServedPublic } from '../workbench/public.ts';
import { decodeAssets, type Assets } from './assets.ts';
import { commandEnvironment, commandHost, type Places } from './host.ts';
import { pageElements } from './page-elements.ts';
import { DiskFile } from './threads/disk-file.ts';
import { carryFiles } from './threads/carry-files.ts';

/** A core in this process, whose engine, kernels and decoders run in threads. */
export interface Session {
  readonly core: Core;
  /** The methods that scripts may call. */
  readonly script: ServedPublic;
  /** The methods that only a person's page, or here the command, may call. */
  readonly person: PageCalls;
}

function threadsOf(assets: Assets, startEngine: StartDatabase): CoreThreads {
  return {
    engine: new SqlEngine(startEngine),
    kernels: kernelPool(),
    importCapture: createImportCapture(decodeAssets(assets), (work) => void setImmediate(work)),
    removeKeys: async (file, options) => (await import('../capture/remove-keys.ts')).removeKeysInWorker(file, options),
    joinFiles: (name, pieces) => DiskFile.joined(name, pieces),
  };
}

/** Starts a core. @param report receives errors that no call reports */
export function startSession(assets: Assets, startEngine: StartDatabase, places: Places, report: (error: unknown) => void): Session {
  carryFiles();
  const host = commandHost(places, pageElements(assets.page), assets.drawing, report);
  const core = createCore(host, commandEnvironment(places), undefined, threadsOf(assets, startEngine));
  return { core, script: publicMethods(core.parts, 'console'), person: pageMethods(core.parts) };
}
