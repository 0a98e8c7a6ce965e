import type { ToolManifest } from '../../tools/contract/index.ts';
import { offerWebMcp, type ModelContext } from '../../wire/webmcp/transport.ts';
import type { PagePort } from '../page-port.ts';

/** Key under `agents` in the policy that applies to all browser agents, because the WebMCP draft does not identify the caller. */
const BROWSER_AGENT = 'webmcp';

/**
 * Offers tools to agents of the browser through WebMCP, if the browser supports it: the tools that the policy allows the agent `webmcp` (by
 * default none). Their calls go through the runner like any other.
 */
export async function offerToBrowser(port: PagePort): Promise<void> {
  const { core } = port;
  const context = (document as { readonly modelContext?: ModelContext }).modelContext;
  if (context === undefined) return;
  let catalog: readonly ToolManifest[] = await core.catalogFor(BROWSER_AGENT);
  const note = (error: unknown): void => {
    console.debug('webmcp', error);
  };
  const offer = offerWebMcp(context, {
    catalog: () => catalog,
    run: (invocation, signal) => core.runAgent(BROWSER_AGENT, invocation, { signal }),
    newId: () => `webmcp-${crypto.randomUUID()}`,
    note,
  });
  port.on('policy', () => {
    core.catalogFor(BROWSER_AGENT).then((next) => {
      catalog = next;
      offer.refresh();
    }, note);
  });
}
