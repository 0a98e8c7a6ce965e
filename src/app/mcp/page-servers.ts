import type { ServersDesk } from '../../ui/servers-desk.ts';
import { sha256Hex } from '../calls/digest.ts';
import { browserStore, SERVERS_STORE } from '../keeping/text-store.ts';
import { explainFailure } from './explain.ts';
import { loopbackTransport } from './http.ts';
import { createServers, type ServersParts } from './servers.ts';

let made: Promise<ServersDesk> | undefined;

/** The servers of this page, whoever asks: connections outlive the dialog that shows them. */
export function pageServers(parts: Pick<ServersParts, 'registry' | 'policy' | 'onPolicy' | 'models'>): Promise<ServersDesk> {
  made ??= createServers({
    ...parts,
    store: browserStore(SERVERS_STORE),
    transport: loopbackTransport,
    hash: sha256Hex,
    version: __APP_VERSION__,
    explain: (error, url) => explainFailure(error, url, location.origin),
  });
  return made;
}
