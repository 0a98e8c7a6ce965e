import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import type { Task } from '../../.ci/lib/page-tasks.mjs';
import type { PageWatch } from './page-watch.ts';

/** Names the list that `npm test` gives to every run of the journeys but the last; without one nothing is looked at again. */
const LIST = 'LOOK_AGAIN';

/**
 * Puts a journey in which a task held a thread on the list of those that run once more, alone: on two cores that share their caches
 * with others, one and the same task took between once and twice its time. False in the last run, which judges.
 */
function looksAgain(info: TestInfo, tasks: readonly Task[]): boolean {
  const list = process.env[LIST];
  if (list === undefined) return false;
  const [, ...titles] = info.titlePath;
  const held = tasks.map(
    ({ ms, parts }) => `# ${ms.toFixed(0)} ms: ${parts.map((part) => `${part.name} ${part.ms.toFixed(0)}`).join(', ')}`,
  );
  appendFileSync(
    list,
    [...held, [`[${info.project.name}]`, relative(info.project.testDir, info.file), ...titles].join(' › '), ''].join('\n'),
  );
  return true;
}

/** Ends a watch and expects that no task held the thread of a page; its contexts are still open. */
export async function expectAwake(watch: PageWatch, info: TestInfo): Promise<void> {
  const tasks = await watch.end(info.config.workers);
  info.annotations.push({ type: 'longest task by the clock', description: `${String(watch.longest)} ms` });
  if (tasks.length > 0 && info.errors.length === 0 && looksAgain(info, tasks)) return;
  expect(tasks, 'tasks that hold the thread of a page').toEqual([]);
}
