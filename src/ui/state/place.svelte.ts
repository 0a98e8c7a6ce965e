import { MediaQuery } from 'svelte/reactivity';
import type { WorkState } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';

/** Titles of the views, by the ids used in links and sessions. */
export const VIEW_TITLES = {
  overview: 'Overview',
  devices: 'Devices',
  packets: 'Packets',
  connections: 'Connections',
  identity: 'Identity',
  sql: 'SQL',
  columns: 'Columns',
  statistics: 'Statistics',
  calls: 'Calls',
  agents: 'Plans and agents',
  sharing: 'Reports and sharing',
  journal: 'Journal',
  files: 'Open files',
} as const;
export type ViewId = keyof typeof VIEW_TITLES;
export const VIEWS = Object.keys(VIEW_TITLES) as readonly ViewId[];

/** Selector of the part of the Calls view with the answer. */
export const RESULT_PART = 'section[aria-label="Result"]';
export const TOOLS_PART = 'section[aria-label="Tools"]';

/** Maps panels in links and sessions from before November 2026 to the view that replaced each. */
// prettier-ignore
const FORMER: ReadonlyMap<string, ViewId> = new Map([
  ['captures', 'files'], ['tools', 'calls'], ['invocation', 'calls'], ['traffic', 'packets'], ['result', 'calls'], ['audit', 'journal'],
]);

/** The view with a current or former name. */
export const viewNamed = (name: string): ViewId | null => VIEWS.find((view) => view === name) ?? FORMER.get(name) ?? null;

/** Two addresses, the earlier one first. */
export interface PairAddresses {
  readonly from: string;
  readonly to: string;
}

/** Two addresses that an answer of the address analyzer compares. */
export interface PairChoice extends PairAddresses {
  readonly result: ResultView;
}

/** The active view. */
export class PlaceState {
  readonly #narrow = new MediaQuery('(max-width: 43.75em)');
  view = $state<ViewId>('overview');
  /** Whether the inspector is open. */
  inspecting = $state(true);
  /** The pair shown in the inspector, above the device; null for none. */
  pair = $state.raw<PairChoice | null>(null);
  /** The pair whose evidence is shown in Identity; null for none. */
  page = $state.raw<PairAddresses | null>(null);

  /** Whether the page is as narrow as on a telephone. */
  get compact(): boolean {
    return this.#narrow.current;
  }

  /** When a view was last chosen, ms since 1970. */
  #chosenAt = 0;

  /** Shows a view; in Identity, the page of a pair if given. */
  show(view: ViewId, page: PairAddresses | null = null): void {
    this.view = view;
    this.page = page;
    this.#chosenAt = Date.now();
  }

  /**
   * Shows a view and focuses it; on a phone not a text field, which would open the on-screen keyboard.
   *
   * @param wanted selector of the part to focus instead of the view's own
   */
  go(view: ViewId, wanted?: string): void {
    this.show(view);
    const from = document.activeElement;
    void import('./focus-view.ts').then(({ focusView }) => focusView(view, from, wanted ?? (this.compact ? null : undefined)));
  }

  /** The layout that a session stores. */
  get kept(): NonNullable<WorkState['layout']> {
    return { active: this.view, fronts: [], maximised: null };
  }

  /** Shows the view of a session, unless another was chosen after `since` (ms since 1970); unknown names are ignored. */
  restore(view: string, since: number): void {
    if (this.#chosenAt <= since) this.view = viewNamed(view) ?? this.view;
  }
}
