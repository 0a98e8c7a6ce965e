import { mount } from 'svelte';
import type { ResultView } from '../workbench/results.ts';
import App from './App.svelte';
import { AppState } from './state/app.svelte.ts';
import { updatesWait } from './kit/before-picture.ts';
import './styles/utilities.css';
import './styles/base.css';
import './styles/charts.css';
import './styles/forced-colors.css';
import './styles/tokens.css';
import type { TakeFiles } from './kit/pick-files.ts';
import type { WorkbenchPort, WorkState } from '../workbench/port.ts';

/** The views as the composition sees them. */
export interface MountedApp {
  /** What a session keeps of the views. */
  read(): WorkState;
  /** Whether the views are still to draw what has arrived. */
  drawing(): boolean;
  /** Puts a session's texts and results back. */
  restore(work: WorkState, results: readonly ResultView[]): void;
  /** Opens files as a drop does; what goes wrong stands in the activity list. */
  readonly openFiles: TakeFiles;
  /** Shows that a newer version waits; `apply` switches to it. */
  offerUpdate(apply: () => void): void;
  /** Says whether the workbench is open in another tab that came first. */
  tellOfTabs(another: boolean): void;
}

/** Puts the workbench into an element. */
export function mountApp(target: Element, port: WorkbenchPort): MountedApp {
  const state = new AppState(port);
  mount(App, { target, props: { app: state } });
  return {
    read: () => state.work,
    drawing: updatesWait,
    restore: (work, results) => {
      state.restore(work, results);
    },
    openFiles: state.opening.open,
    offerUpdate: (apply) => {
      state.update = apply;
    },
    tellOfTabs: (another) => {
      state.anotherTab = another;
    },
  };
}
