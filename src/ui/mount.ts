import { mount } from 'svelte';
import type { ResultView } from '../workbench/results.ts';
import App from './App.svelte';
import { AppState } from './state/app.svelte.ts';
import { updatesWait } from './kit/before-picture.ts';
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts';
import './styles/utilities.css';
import './styles/base.css';
import './styles/charts.css';
import './styles/forced-colors.css';
import './styles/tokens.css';
import type { WorkbenchPort, WorkState } from '../workbench/port.ts';

/** Mounts the workbench into an element, in tasks of its own, and returns what the page's start needs of the views. */
export async function mountApp(target: Element, port: WorkbenchPort) {
  await yieldToEventLoop();
  const state = new AppState(port);
  await yieldToEventLoop();
  mount(App, { target, props: { app: state } });
  return {
    /** The views' part of a session. */
    read: (): WorkState => state.work,
    /** Whether the views are still to draw what has arrived. */
    drawing: updatesWait,
    /** Puts a session's texts and results back. */
    restore: (work: WorkState, results: readonly ResultView[], since: number): void => state.restore(work, results, since),
    /** Names a device; false where the name does not fit. */
    rename: (address: string, name: string): boolean => state.names.set(address, name),
    /** Opens files as a drop does; the activity list shows failures. */
    openFiles: state.opening.open,
    /** Shows that a newer version waits; `apply` switches to it. */
    offerUpdate: (apply: () => void): void => void (state.update = apply),
    /** Says whether the workbench is open in another tab that came first. */
    tellOfTabs: (another: boolean): void => void (state.anotherTab = another),
  };
}

export type MountedApp = Awaited<ReturnType<typeof mountApp>>;
