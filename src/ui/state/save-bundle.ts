import { saveBlob } from '../kit/save-text.ts';
import type { BundleRequest } from '../../workbench/plans.ts';
import type { AppState } from './app.svelte.ts';

type Writing = Pick<BundleRequest, 'sign' | 'signal' | 'decrypted'>;

/** Saves calls with their results to a file that other people can run again; all calls by default. */
export async function saveBundle(
  { workbench, port }: AppState,
  withCaptures: boolean,
  toolCallIds?: readonly string[],
  options: Writing = {},
): Promise<void> {
  const capture_ids = withCaptures ? workbench.captures.map((capture) => capture.capture_id) : [];
  const blob = await port.plans.bundle({ capture_ids, ...options, ...(toolCallIds && { tool_call_ids: toolCallIds }) });
  saveBlob(blob, 'capture-workbench-replay.json');
}

/** As `saveBundle`, with masked captures, which are included. */
export async function saveMaskedBundle(
  { port }: AppState,
  capture_ids: readonly string[],
  mask: 'mask' | 'drop',
  options: Writing = {},
): Promise<void> {
  saveBlob(await port.plans.bundle({ capture_ids, mask, ...options }), 'capture-workbench-replay-masked.json');
}
