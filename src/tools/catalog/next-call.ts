import type { SuggestedAction } from '../contract/index.ts';

/** A call that can be sent as it is, as advice. `after` is the request that is being answered: the new one is named after it. */
export function nextCall(
  action: string,
  description: string,
  call: { readonly tool_name: string; readonly tool_version: string; readonly capture_selection: object; readonly arguments: object },
  after: string,
): SuggestedAction {
  const data = { ...call, request_id: `${after.slice(0, 120)}-next`, timeout_ms: 120_000 };
  return { action, priority: 'medium', description, data, category: 'exploration', reversible: true };
}
