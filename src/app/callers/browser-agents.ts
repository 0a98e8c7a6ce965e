import type { ToolResult } from '../../tools/contract/index.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import { offerWebMcp, type ModelContext } from '../../wire/webmcp/transport.ts';

/** The name that a policy gives rights to: `agents.webmcp`. The draft says nothing of who calls. */
export const BROWSER_AGENT = { id: 'webmcp', version: '2026' } as const;

/**
 * Offers the page's tools to agents of the browser, where it has WebMCP: those that the policy allows the agent `webmcp`,
 * none at first. Their calls take the way of all others.
 */
export function offerToBrowser(parts: {
  readonly runner: Pick<Runner, 'catalog'>;
  run(invocation: unknown, options: RunOptions): Promise<ToolResult>;
  onPolicy(listener: () => void): unknown;
  note(error: unknown): void;
}): void {
  const context = (document as { readonly modelContext?: ModelContext }).modelContext;
  if (context === undefined) return;
  const offer = offerWebMcp(context, {
    catalog: () => parts.runner.catalog(BROWSER_AGENT),
    run: (invocation, signal) => parts.run(invocation, { signal, trust: 'untrusted', context: { agent: BROWSER_AGENT } }),
    newId: () => `webmcp-${crypto.randomUUID()}`,
    note: (error) => {
      parts.note(error);
    },
  });
  parts.onPolicy(() => {
    offer.refresh();
  });
}
