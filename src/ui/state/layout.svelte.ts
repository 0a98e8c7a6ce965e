import { MediaQuery } from 'svelte/reactivity';

export type PanelId = 'captures' | 'tools' | 'invocation' | 'sql' | 'result' | 'audit';

/** Which panel is in front: on narrow screens one at a time, on wide ones all unless one is maximised. */
export class LayoutState {
  readonly #narrow = new MediaQuery('(max-width: 1023px)');
  active = $state<PanelId>('captures');
  maximised = $state<PanelId | null>(null);

  get compact(): boolean {
    return this.#narrow.current;
  }

  /** Brings a panel to where it can be seen. */
  show(panel: PanelId): void {
    this.active = panel;
    if (this.maximised !== null && this.maximised !== panel) this.maximised = null;
  }

  toggleMaximised(panel: PanelId): void {
    this.maximised = this.maximised === panel ? null : panel;
  }
}
