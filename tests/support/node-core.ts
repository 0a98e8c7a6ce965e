import { joinFiles } from '../../src/base/join-files.ts';
import type { CoreLink } from '../../src/app/core-connection.ts';
import { withoutKeyMaterial } from '../../src/capture/keys/without-keys.ts';
import { readCapture } from '../../src/capture/read-capture.ts';
import type { CoreThreads } from '../../src/core/data.ts';
import type { Environment } from '../../src/core/host.ts';
import type { Recovery } from '../../src/core/recovery.ts';
import { serveOnPort } from '../../src/core/serve-on-port.ts';
import { kernelInstance } from '../../src/kernels/instance.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import type { WorkState } from '../../src/workbench/port.ts';
import { channelEnded } from '../../src/workbench/channel.ts';
import { filePortOf, linkOver } from './core-link.ts';
import { nodeAssets } from './decode-table.ts';
import { nodeEngine } from './node-engine.ts';

export const NODE_ENVIRONMENT: Environment = {
  version: '0.0.0',
  commit: 'test',
  base_url: 'https://page.example/',
  origin: 'https://page.example',
  from_disk: false,
  page_id: 'page',
  embeds_session: false,
  keep_sessions: false,
  local_model: false,
  places: { file: 'A file.', folder: 'A folder.' },
};

/** A core in Node behind a message port: the real engine, kernels, decoders, catalog and runner. */
export interface NodeCore {
  readonly link: CoreLink;
  /** Calls that the core made to its host. */
  readonly host: { readonly errors: string[]; readonly restored: { work: WorkState; results: readonly ToolResult[] }[] };
  /** Ends the core as if its worker had ended: without an announcement; pending calls are rejected. */
  readonly end: () => Promise<void>;
}

export async function nodeThreads(): Promise<CoreThreads> {
  return {
    engine: await nodeEngine(),
    kernels: { ...kernelInstance(), close: () => undefined },
    joinFiles,
    removeKeys: (file, options) => withoutKeyMaterial(file, file.name, options),
    importCapture: (file, sink, options) => readCapture(file, file.name, sink, { ...options, assets: nodeAssets }),
  };
}

export async function nodeCore(
  recovery?: Recovery,
  environment: Environment = NODE_ENVIRONMENT,
  drawPlot?: (uri: string, width: number) => Promise<Uint8Array | null>,
): Promise<NodeCore> {
  const threads = await nodeThreads();
  const { port1, port2 } = new MessageChannel();
  const host: NodeCore['host'] = { errors: [], restored: [] };
  const methods = {
    elementText: () => Promise.resolve(null),
    storeArtifact: (bytes: Uint8Array<ArrayBuffer>, type: string) => Promise.resolve(URL.createObjectURL(new Blob([bytes], { type }))),
    drawPlot: (uri: string, width: number) => drawPlot?.(uri, width) ?? Promise.resolve(null),
    restore: (work: WorkState, results: readonly ToolResult[]) => void host.restored.push({ work, results }),
    report: (error: { message: string }) => void host.errors.push(error.message),
  };
  const { link, end } = linkOver(filePortOf(port2), methods);
  const { channel } = serveOnPort(filePortOf(port1), environment, recovery, threads);
  return {
    link,
    host,
    end: async () => {
      channel.end(channelEnded('the core ended'));
      port1.close();
      end();
      await threads.engine.close();
    },
  };
}
