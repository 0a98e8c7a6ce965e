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

/** Mounts the workbench into an element, in separate tasks, and returns the functions of the views that the page's start needs. */
export async function mountApp(target: Element, port: WorkbenchPort) {
  await yieldToEventLoop();
  const state = new AppState(port);
  await yieldToEventLoop();
  mount(App, { target, props: { app: state } });
  return {
    /** The view state for a session. */
    read: (): WorkState => state.work,
    /** Whether view updates are pending. */
    drawing: updatesWait,
    /** Restores a session's texts and results. */
    restore: (work: WorkState, results: readonly ResultView[], since: number): void => state.restore(work, results, since),
    /** Names a device; returns false if the name is invalid. */
    rename: (address: string, name: string): boolean => state.names.set(address, name),
    /** Opens files as a drop would; the activity list shows failures. */
    openFiles: state.opening.open,
    /** Offers a newer version; `apply` switches to it. */
    offerUpdate: (apply: () => void): void => void (state.update = apply),
    /** Reports whether another tab opened the workbench first. */
    tellOfTabs: (another: boolean): void => void (state.anotherTab = another),
  };
}

export type MountedApp = Awaited<ReturnType<typeof mountApp>>;
