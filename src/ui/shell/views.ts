import type { Component } from 'svelte';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { IconName } from '../kit/icons.ts';
import { VIEW_TITLES, type ViewId } from '../state/place.svelte.ts';
import type { TrafficProps } from '../state/traffic.svelte.ts';

/** A view of the page. */
export interface ViewEntry {
  readonly id: ViewId;
  /** Name in the rail and of the region. */
  readonly title: string;
  readonly icon: IconName;
  /** Draws rows of a capture; without an open capture the welcome screen is shown instead. */
  readonly ofCapture: boolean;
  /** Kind of capture that it applies to; both if absent. */
  readonly kind?: 'ble' | 'table';
  /** Called when the view is first shown. */
  readonly load: () => Promise<{ readonly default: Component | Component<TrafficProps> }>;
}

type Kind = Pick<CaptureInfo, 'kind'> | null;

/** Name of a view for the current capture: packets of a table are called rows. */
export const titleIn = ({ id, title }: ViewEntry, capture: Kind): string =>
  id === 'packets' && capture?.kind === 'table' ? 'Rows' : title;

/** Whether a view applies to a capture. */
export const fitsIn = ({ kind }: ViewEntry, capture: Kind): boolean => kind === undefined || capture === null || capture.kind === kind;

const view = (id: ViewId, icon: IconName, load: ViewEntry['load'], more: Partial<ViewEntry> = {}): ViewEntry => ({
  ...{ id, icon, load, title: VIEW_TITLES[id], ofCapture: false },
  ...more,
});

const ofCapture = { ofCapture: true } as const;
const ofAir = { ofCapture: true, kind: 'ble' } as const;

/** The rail from top to bottom, in groups. A new view is one line here. */
export const VIEW_GROUPS: readonly { readonly title: string; readonly views: readonly ViewEntry[] }[] = [
  {
    title: 'Explore',
    views: [
      view('overview', 'overview', () => import('../features/overview/Overview.svelte'), ofCapture),
      view('devices', 'device', () => import('../features/devices/Devices.svelte'), ofAir),
      view('packets', 'packets', () => import('../features/packets/Packets.svelte'), ofCapture),
      view('connections', 'connection', () => import('../features/connections/Connections.svelte'), ofAir),
      view('identity', 'identity', () => import('../features/identity/Identity.svelte'), ofCapture),
      view('sql', 'sql', () => import('../features/sql/SqlView.svelte')),
      view('columns', 'columns', () => import('../features/columns/Columns.svelte'), ofCapture),
    ],
  },
  {
    title: 'Analyse',
    views: [
      view('statistics', 'statistics', () => import('../features/call-pages/Statistics.svelte'), ofCapture),
      view('calls', 'call', () => import('../features/call-pages/CallsView.svelte')),
      view('agents', 'plan', () => import('../features/agents/AgentsView.svelte')),
    ],
  },
  {
    title: 'Keep',
    views: [
      view('sharing', 'report', () => import('../features/sharing/SharingView.svelte')),
      view('journal', 'journal', () => import('../features/journal/AuditJournal.svelte')),
      view('files', 'open', () => import('../features/files/CapturesView.svelte')),
    ],
  },
];

export const ALL_VIEWS: readonly ViewEntry[] = VIEW_GROUPS.flatMap(({ views }) => views);

/** Views with a tab on a phone. */
export const PHONE_VIEWS: readonly ViewId[] = ['overview', 'devices', 'packets', 'identity'];

/** Views beside which the inspector describes the address selected last. */
export const DEVICE_VIEWS: readonly ViewId[] = ['overview', 'devices', 'connections', 'identity'];
