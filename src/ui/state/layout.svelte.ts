import { MediaQuery } from 'svelte/reactivity';
import { type PaneShares, readPanes, sameShares, writePanes } from './panes.ts';
import type { WorkState } from '../../workbench/port.ts';

const PANELS = ['captures', 'tools', 'invocation', 'traffic', 'sql', 'result', 'audit'] as const;
export type PanelId = (typeof PANELS)[number];

/** Panels that lie on each other in one pane: one is seen, tabs change it. The first is in front at the start. */
const STACKS: readonly (readonly PanelId[])[] = [
  ['captures', 'tools'],
  ['traffic', 'sql'],
  ['result', 'audit'],
];
/** Those that lie on each other whatever the height. */
const ALWAYS: readonly PanelId[] = ['traffic', 'sql', 'result', 'audit'];

/** Which panel is in front: on narrow screens one at a time, on wide ones one of each pane unless one is maximised. */
export class LayoutState {
  readonly #narrow = new MediaQuery('(max-width: 63.9375em)');
  active = $state<PanelId>('captures');
  maximised = $state<PanelId | null>(null);
  /** How the person divided the page; groups that are as at the start are not in it. */
  panes = $state.raw<PaneShares>(readPanes());
  /** Counts how often the page was divided as at the start again. */
  resets = $state(0);
  /** The edge of a pane that an action moved last. */
  moved = $state.raw<{ readonly group: string; readonly at: number; readonly by: number } | null>(null);
  #fronts = $state.raw<readonly PanelId[]>(STACKS.flatMap((stack) => stack.slice(0, 1)));

  /** @param height whether the window is of little height */
  constructor(private readonly height: { readonly current: boolean } = new MediaQuery('(max-height: 56.1875em)')) {}

  get compact(): boolean {
    return this.#narrow.current;
  }

  /** A screen of little height: a pane for every panel would leave two lines to each. */
  get short(): boolean {
    return this.height.current;
  }

  /** Whether a panel is the one of its pane that is seen. */
  inFront(panel: PanelId): boolean {
    return this.#stackOf(panel).length === 1 || this.#fronts.includes(panel);
  }

  /** Brings a panel to where it can be seen. */
  show(panel: PanelId): void {
    this.active = panel;
    this.#front(panel);
    if (this.maximised === null || this.maximised === panel) return;
    this.maximised = this.#stackOf(panel).includes(this.maximised) ? panel : null;
  }

  /** Brings a panel to where it can be seen and moves the keyboard there; on a narrow screen not into a text, which would bring its own keys up. */
  go(panel: PanelId, wanted?: string): void {
    this.show(panel);
    void import('./focus-panel.ts').then(({ focusPanel }) => focusPanel(panel, wanted ?? (this.compact ? null : undefined)));
  }

  /** Keeps how a group of panes is divided. */
  divide(group: string, shares: readonly number[], start: readonly number[]): void {
    const { [group]: before, ...others } = this.panes;
    if (sameShares(shares, before ?? start)) return;
    this.panes = sameShares(shares, start) ? others : { ...others, [group]: [...shares] };
    writePanes(this.panes);
  }

  /** Moves the edge behind a pane without a drag, by per cent of its group: to the right, or down. */
  moveEdge(group: string, at: number, by: number): void {
    this.moved = { group, at, by };
  }

  /** Divides the page as at the start again. */
  resetPanes(): void {
    this.panes = {};
    writePanes(this.panes);
    this.resets += 1;
  }

  toggleMaximised(panel: PanelId): void {
    this.maximised = this.maximised === panel ? null : panel;
    this.#front(panel);
  }

  /** What a session keeps. */
  get kept(): NonNullable<WorkState['layout']> {
    return { active: this.active, fronts: this.#fronts, maximised: this.maximised };
  }

  /** Puts that of a session back; names that are no panels say nothing. */
  restore({ active, fronts, maximised }: NonNullable<WorkState['layout']>): void {
    const known = (name: string | null): PanelId | undefined => PANELS.find((panel) => panel === name);
    for (const name of fronts) {
      const panel = known(name);
      if (panel) this.#front(panel);
    }
    this.active = known(active) ?? this.active;
    this.maximised = known(maximised) ?? null;
  }

  /** Kept for every stack, so that another height of the window shows what was looked at last. */
  #front(panel: PanelId): void {
    const stack = STACKS.find((panels) => panels.includes(panel)) ?? [];
    if (stack.length > 0) this.#fronts = [...this.#fronts.filter((other) => !stack.includes(other)), panel];
  }

  #stackOf(panel: PanelId): readonly PanelId[] {
    const stack = STACKS.find((panels) => panels.includes(panel)) ?? [];
    return this.short || ALWAYS.includes(panel) ? stack : [panel];
  }
}
