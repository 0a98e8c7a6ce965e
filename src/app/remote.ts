import type { CoreLink } from './core-connection.ts';

/** Builds a nested object from dotted paths; `make` creates the member at each path. */
export function grouped(paths: readonly string[], make: (path: string) => unknown): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const path of paths) {
    const [first = '', second] = path.split('.');
    if (second === undefined) made[first] = make(path);
    else made[first] = { ...(made[first] as object | undefined), [second]: make(path) };
  }
  return made;
}

/** Functions that call the core's methods at these paths below `root`. */
export const remote = <T extends object>(connection: Pick<CoreLink, 'call'>, root: string, paths: readonly string[]): T =>
  grouped(
    paths,
    (path) =>
      (...args: readonly unknown[]) =>
        connection.call(`${root}.${path}`, args),
  ) as T;
