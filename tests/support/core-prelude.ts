import type { Page, Worker } from '@playwright/test';

/**
 * Runs a function in the core's worker before the core's own script, as `page.addInitScript` does in a page. Call it before the
 * page is opened.
 *
 * @param prelude must not use anything outside itself
 */
export async function addCoreScript<A>(page: Page, prelude: (arg: A) => void, arg: A): Promise<void> {
  await page.addInitScript(
    (source) => {
      const Own = window.Worker;
      const blobOf = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      window.Worker = class extends Own {
        constructor(url: string | URL, options?: WorkerOptions) {
          const core = options?.name?.startsWith('core ') === true;
          const own = `import ${JSON.stringify(blobOf(source))}; import ${JSON.stringify(String(url))};`;
          super(core ? blobOf(own) : url, core ? { ...options, type: 'module' } : options);
        }
      };
    },
    `(${prelude.toString()})(${JSON.stringify(arg)});`,
  );
}

/** The worker that the core of the page runs in. */
export async function coreOf(page: Page): Promise<Worker> {
  for (const worker of page.workers()) if ((await worker.evaluate(() => self.name)).startsWith('core ')) return worker;
  throw new Error('expected a page with a core, found none');
}
