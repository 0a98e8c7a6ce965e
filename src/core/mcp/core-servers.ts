import type { ToolServers } from '../../workbench/servers.ts';
import { sha256Hex } from '../calls/digest.ts';
import type { Environment } from '../host.ts';
import { browserStore, SERVERS_STORE } from '../keeping/text-store.ts';
import { explainFailure } from './explain.ts';
import { loopbackTransport } from './http.ts';
import { createServers, type ServersParts } from './servers.ts';

/** Connects the MCP tool servers that the person added, over HTTP on this machine. */
export const coreServers = ({
  environment,
  ...dependencies
}: Pick<ServersParts, 'registry' | 'policy' | 'onPolicy' | 'models'> & { readonly environment: Environment }): Promise<ToolServers> =>
  createServers({
    ...dependencies,
    store: browserStore(SERVERS_STORE, environment),
    transport: loopbackTransport,
    hash: sha256Hex,
    version: environment.version,
    explain: (error, url) => explainFailure(error, url, environment.origin),
  });
