import { displayFilter, hasHci } from '../../../selection/address-filter.ts';
import type { AppState } from '../../state/app.svelte.ts';
import { isRelative } from '../../../selection/narrowed-call.ts';
import { clip, visibleString } from '../../../base/visible-text.ts';
import { wiresharkTerms } from '../../../selection/wireshark-terms.ts';

/**
 * Converts the selected time and addresses and the packet filter to a Wireshark display filter; empty if Wireshark has no fields for them.
 * `said`: what was copied and what was left out, in words.
 */
export function selectionDisplayFilter(app: Pick<AppState, 'selection' | 'traffic' | 'workbench'>): { filter: string; said: string } {
  const { selection, traffic, workbench } = app;
  const { time_range: time, addresses } = selection.data;
  const own = displayFilter({ addresses, time, relative: time !== null && isRelative(time.start_ms), hci: hasHci(workbench.captures) });
  const { terms, left } = traffic.capture ? wiresharkTerms(traffic.capture, traffic.filter) : { terms: [], left: [] };
  const out = [
    ...(own === '' && selection.narrowed ? ['the selection, because its ids are not addresses'] : []),
    ...left.map(visibleString),
  ];
  return {
    filter: [...(own === '' ? [] : [own]), ...terms].join(' && '),
    said: `Copied${terms.length > 0 ? ', with the filter of the packet list' : ''}.${out.length > 0 ? ` Left out, because Wireshark has no such field: ${clip(out.join('; '), 300)}.` : ''}`,
  };
}
