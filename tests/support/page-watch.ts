import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DRIVER_MARKS, slowness, startTasks, type Task } from '../../.ci/lib/page-tasks.mjs';

/** Processor time in ms, on a machine of the speed that `slowness` takes for 1. */
const LONGEST_TASK_MS = 50;
/**
 * With two browsers on two cores one and the same task takes between once and twice its time, because cores and caches are shared
 * (docs/benchmarks.md). What is above this many times the limit there is judged by a run of its own (`.ci/test.mjs`).
 */
const IN_COMPANY = 1.5;

const REPORT = 'reportHeldThread';
const NOW = 'report-held-thread';

/** Runs what a test leaves running in a page by timers and promises, so that it is not taken for the page's own work. */
export async function driven<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const mark = (name: string): Promise<unknown> => page.evaluate((text) => performance.mark(text), name);
  await mark(DRIVER_MARKS.begin);
  try {
    return await work();
  } finally {
    await mark(DRIVER_MARKS.end);
  }
}

/** Until a picture of what was changed from outside has been made. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/**
 * Sees that no task of a page holds its thread. Every page reports its tasks of 50 ms and more by the clock, which costs nothing. The clock
 * counts waiting for a core and what the driver runs in the page too; so where it says too much, the browser's own trace is read,
 * and the processor time in it judges.
 */
export class PageWatch {
  readonly #contexts: BrowserContext[] = [];
  readonly #trace: Awaited<ReturnType<typeof startTasks>>;
  #longest = 0;

  private constructor(trace: Awaited<ReturnType<typeof startTasks>>) {
    this.#trace = trace;
  }

  static async of(browser: Browser): Promise<PageWatch> {
    return new PageWatch(await startTasks(browser));
  }

  /** Longest task that a page reported, in ms by the clock. */
  get longest(): number {
    return this.#longest;
  }

  /** Pages of a context are watched from its beginning, those that close or go elsewhere too. */
  async follow(context: BrowserContext): Promise<void> {
    this.#contexts.push(context);
    await context.exposeBinding(REPORT, (_, ms: number) => {
      this.#longest = Math.max(this.#longest, ms);
    });
    await context.addInitScript(
      ([report, now, begin, end]) => {
        const times = (name: string): number[] => performance.getEntriesByName(name, 'mark').map(({ startTime }) => startTime);
        /** A task of 50 ms that begins before a mark may hold it, so the marks belong to the driver's side. */
        const ofDriver = ({ startTime, duration }: PerformanceEntry): boolean => {
          const ends = times(end);
          return times(begin).some((from, at) => startTime + duration >= from && startTime <= (ends[at] ?? Infinity));
        };
        const tell = (all: PerformanceEntryList): void => {
          const entries = all.filter((entry) => !ofDriver(entry));
          if (entries.length === 0) return;
          const binding = (globalThis as unknown as Record<string, ((ms: number) => Promise<void>) | undefined>)[report];
          void binding?.(Math.max(...entries.map((entry) => entry.duration)));
        };
        const observer = new PerformanceObserver((list) => {
          tell(list.getEntries());
        });
        observer.observe({ type: 'longtask', buffered: true });
        for (const last of ['pagehide', now])
          addEventListener(last, () => {
            tell(observer.takeRecords());
          });
      },
      [REPORT, NOW, DRIVER_MARKS.begin, DRIVER_MARKS.end] as const,
    );
  }

  /**
   * Tasks that held the thread of a page for longer than they may, longest first. Contexts are still open.
   * @param browsers that run side by side
   */
  async end(browsers: number): Promise<readonly Task[]> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    // A page that a journey left in the middle of closing has told already.
    await Promise.all(pages.map((page) => page.evaluate((now) => dispatchEvent(new Event(now)), NOW).catch(() => false)));
    // A thread's own time is never longer than that of the clock.
    const limit = LONGEST_TASK_MS * (browsers > 1 ? IN_COMPANY : 1);
    const most = limit * (this.#longest > limit ? slowness() : 1);
    if (this.#longest > most) return this.#trace.tasks(most);
    await this.#trace.drop();
    return [];
  }
}
