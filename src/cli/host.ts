import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { once } from '../base/once.ts';
import { WorkbenchError } from '../base/failure.ts';
import type { CoreHost, Environment } from '../core/host.ts';
import type { RadioHost } from '../live/radio-host.ts';
import { diskArtifacts } from './output/disk-artifacts.ts';
import { diskDestinations } from './output/disk-destination.ts';
import type { DrawingAssets } from './output/draw-plot.ts';
import { memoryArtifacts } from './output/memory-artifacts.ts';
import type { PageElements } from './page-elements.ts';

const notHere = (what: string) => (): Promise<never> =>
  Promise.reject(new WorkbenchError('NOT_HERE', `${what} needs a browser; it is not available on the command line`));

const NO_RADIO: RadioHost = {
  facts: notHere('Web Bluetooth and Web Serial'),
  scan: notHere('Web Bluetooth'),
  acknowledge: notHere('Web Bluetooth'),
  resume: notHere('Web Bluetooth'),
  more: notHere('Web Bluetooth'),
  openPort: notHere('Web Serial'),
  writePort: notHere('Web Serial'),
  closePort: notHere('Web Serial'),
};

/** Where the files that calls make are written. */
export interface Places {
  /** The folder in which exports and artifacts are written. */
  readonly folder: string;
  /** The path at which an export writes its file or folder; by default, it is named by the export and is in `folder`. */
  readonly target?: string | undefined;
  /** Why files must not be written, and how to change that; undefined if they may be written. */
  readonly refused?: string | undefined;
}

export const commandEnvironment = (places: Places): Environment => ({
  version: __APP_VERSION__,
  commit: __BUILD_COMMIT__,
  base_url: pathToFileURL(join(places.folder, '/')).href,
  origin: 'null',
  from_disk: true,
  page_id: randomUUID(),
  embeds_session: false,
  keep_sessions: false,
  local_model: false,
  mcp_client_approves: true,
  places: {
    file: places.refused ?? `A file in ${places.folder}.`,
    folder: places.refused ?? `A new folder in ${places.folder}.`,
    artifacts: places.refused,
  },
});

function drawerOf(drawing: DrawingAssets): CoreHost['drawPlot'] {
  const drawer = once(async () => (await import('./output/draw-plot.ts')).plotDrawer(drawing));
  return async (uri, width) => (await drawer())(uri, width);
}

/** Creates the host with which the core uses this process: its files, output and settings. */
export const commandHost = (
  places: Places,
  elements: PageElements,
  drawing: DrawingAssets,
  report: (error: unknown) => void,
): CoreHost => ({
  elementText: (id) => elements.textOf(id),
  destination: diskDestinations(places),
  storeArtifact: places.refused === undefined ? diskArtifacts(places.folder) : memoryArtifacts(),
  drawPlot: drawerOf(drawing),
  files: { handleOf: () => Promise.resolve(null), read: () => Promise.resolve(null) },
  model: { obstacle: () => Promise.resolve('The command line has no built-in model.'), ask: notHere('a built-in model') },
  radio: NO_RADIO,
  restore: () => Promise.resolve(),
  keepSessions: () => Promise.resolve(),
  report,
});
