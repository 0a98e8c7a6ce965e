import { MediaQuery } from 'svelte/reactivity';
import type { WorkState } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';

/** Titles of the views, by the ids that links and sessions name. */
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

/** The part of the calls that holds the answer, as a selector. */
export const RESULT_PART = 'section[aria-label="Result"]';
export const TOOLS_PART = 'section[aria-label="Tools"]';

/** Panels of links and sessions from before November 2026, and where their content is now. */
// prettier-ignore
const FORMER: ReadonlyMap<string, ViewId> = new Map([
  ['captures', 'files'], ['tools', 'calls'], ['invocation', 'calls'], ['traffic', 'packets'], ['result', 'calls'], ['audit', 'journal'],
]);

/** The view of a name, also of a former one. */
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

/** Which view is in front. */
export class PlaceState {
  readonly #narrow = new MediaQuery('(max-width: 43.75em)');
  view = $state<ViewId>('overview');
  /** The description of what is selected is open. */
  inspecting = $state(true);
  /** The pair that the inspector describes, above the device; null for none. */
  pair = $state.raw<PairChoice | null>(null);
  /** The pair whose evidence fills the view Identity; null for none. */
  page = $state.raw<PairAddresses | null>(null);

  /** A telephone. */
  get compact(): boolean {
    return this.#narrow.current;
  }

  /** When a view was last chosen, ms since 1970. */
  #chosenAt = 0;

  /** Shows a view, and in Identity the page of a pair if one is given. */
  show(view: ViewId, page: PairAddresses | null = null): void {
    this.view = view;
    this.page = page;
    this.#chosenAt = Date.now();
  }

  /**
   * Shows a view and moves the keyboard there; on a telephone not into a text, which would bring its own keys up.
   *
   * @param wanted selector of what is worked with, in place of the view's own
   */
  go(view: ViewId, wanted?: string): void {
    this.show(view);
    void import('./focus-view.ts').then(({ focusView }) => focusView(view, wanted ?? (this.compact ? null : undefined)));
  }

  /** What a session keeps. */
  get kept(): NonNullable<WorkState['layout']> {
    return { active: this.view, fronts: [], maximised: null };
  }

  /** Shows the view of a session, unless another was chosen after `since` (ms since 1970); unknown names say nothing. */
  restore(view: string, since: number): void {
    if (this.#chosenAt <= since) this.view = viewNamed(view) ?? this.view;
  }
}
