import { mount } from 'svelte';
import type { ToolResult } from '../tools/contract/index.ts';
import App from './App.svelte';
import { AppState } from './state/app.svelte.ts';
import './styles/base.css';
import './styles/forced-colors.css';
import './styles/tokens.css';
import type { TakeFiles } from './widgets/pick-files.ts';
import type { WorkbenchPort, WorkState } from './workbench.ts';

/** The views as the composition sees them. */
export interface MountedApp {
  /** What a session keeps of the views. */
  read(): WorkState;
  /** Puts a session's texts and results back. */
  restore(work: WorkState, results: readonly ToolResult[]): void;
  /** Opens files as a drop does; what goes wrong stands in the activity list. */
  readonly openFiles: TakeFiles;
  /** Shows that a newer version waits; `apply` switches to it. */
  offerUpdate(apply: () => void): void;
  /** Says whether the workbench is open in another tab that came first. */
  tellOfTabs(another: boolean): void;
}

/** Puts the workbench into an element; `rest` lets what waits go before it is drawn. */
export async function mountApp(target: Element, port: WorkbenchPort, rest: () => Promise<void>): Promise<MountedApp> {
  const state = new AppState(port);
  await rest();
  mount(App, { target, props: { app: state } });
  return {
    read: () => state.work,
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
