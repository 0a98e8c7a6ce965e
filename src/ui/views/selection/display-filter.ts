import { displayFilter, hasHci } from '../../results/analyzer/address-filter.ts';
import type { AppState } from '../../state/app.svelte.ts';
import { isRelative } from '../../state/call-selection.ts';

/** The selected time and addresses as a display filter of Wireshark; empty where nothing is selected that it can say. */
export function selectionDisplayFilter({ selection, workbench }: Pick<AppState, 'selection' | 'workbench'>): string {
  const { time_range: time, addresses } = selection.data;
  return displayFilter({ addresses, time, relative: time !== null && isRelative(time.start_ms), hci: hasHci(workbench.captures) });
}
