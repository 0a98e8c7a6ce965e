import type { Page } from '@playwright/test';
import { coreOf } from './core-prelude.ts';

/** Delays everything that the core posts to its workers by this many milliseconds; 0 ends the delay. */
export async function delayWorkersOfCore(page: Page, ms: number): Promise<void> {
  await (
    await coreOf(page)
  ).evaluate((delay) => {
    const scope = globalThis as { undelayed?: unknown };
    const { prototype } = Worker;
    const post = (scope.undelayed ??= Reflect.get(prototype, 'postMessage')) as (...given: unknown[]) => void;
    prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      if (delay === 0) post.apply(this, given);
      else setTimeout(() => post.apply(this, given), delay);
    };
  }, ms);
}

/** Ends the worker of the query engine as the browser does when it runs out of memory. */
export async function crashEngine(page: Page): Promise<void> {
  await (
    await coreOf(page)
  ).evaluate(async () => {
    const { prototype } = Worker;
    const post = Reflect.get(prototype, 'postMessage') as (...given: unknown[]) => void;
    const engine = await new Promise<Worker>((resolve) => {
      prototype.postMessage = function (this: Worker, ...given: unknown[]) {
        post.apply(this, given);
        // Requests of DuckDB-WASM.
        if (typeof given[0] !== 'object' || given[0] === null || !('messageId' in given[0])) return;
        prototype.postMessage = post;
        resolve(this);
      };
    });
    engine.terminate();
    engine.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  });
}
