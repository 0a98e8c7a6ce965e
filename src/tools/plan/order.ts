/** Execution order of a plan's steps. Steps are numbered from 0; `needs[step]` lists the steps that it depends on. */

/** Returns a cycle of steps, in order of dependency; undefined if there is none. */
export function ringIn(needs: readonly (readonly number[])[]): readonly number[] | undefined {
  const left = new Set(needs.keys());
  // Steps without unfinished dependencies are next; if there are none, the remaining steps contain a cycle.
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const step of left) if (!needs[step]?.some((each) => left.has(each))) left.delete(step);
  }
  const [start] = left;
  if (start === undefined) return undefined;
  const path: number[] = [];
  for (let at = start; !path.includes(at); at = needs[at]?.find((each) => left.has(each)) ?? start) path.push(at);
  const last = path.at(-1) ?? start;
  return path.slice(path.indexOf(needs[last]?.find((each) => left.has(each)) ?? start));
}

export interface Ordered {
  readonly index: number;
  readonly needs: readonly number[];
}

/**
 * Takes every step once, after all of its dependencies; of several possible steps, the first in the plan. Up to `parallel` steps for which
 * `mayShare` is true run at once; every other step runs alone. `take` never rejects.
 */
export async function takeInOrder<Step extends Ordered>(
  steps: readonly Step[],
  parallel: number,
  mayShare: (step: Step) => boolean,
  take: (step: Step) => Promise<void>,
): Promise<void> {
  const waiting = new Set(steps);
  const ended = new Set<number>();
  const running = new Map<number, Promise<void>>();
  let alone = false;
  const start = (step: Step): void => {
    waiting.delete(step);
    alone = !mayShare(step);
    running.set(
      step.index,
      take(step).then(() => {
        running.delete(step.index);
        ended.add(step.index);
        alone = false;
      }),
    );
  };
  const next = (): Step | undefined => {
    if (alone || running.size >= parallel) return undefined;
    const free = [...waiting].filter(({ needs }) => needs.every((each) => ended.has(each)));
    return free.find((step) => running.size === 0 || mayShare(step));
  };
  for (;;) {
    for (let step = next(); step !== undefined; step = next()) start(step);
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (waiting.size > 0) throw new Error('broken invariant: steps of a plan wait for each other');
}
