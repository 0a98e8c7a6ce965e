import type { World } from './world.ts';

export interface Fault {
  readonly name: string;
  readonly strike: (world: World) => void;
}

const kill = (world: World): void => world.engine.current?.kill();

/** Strikes again after so many more events, while the captures are read again. */
function again(world: World, after: number, strike: () => void): void {
  const next = world.onEvent;
  const due = world.events + after;
  world.onEvent = (event) => {
    next(event);
    if (event === due) strike();
  };
}

export const FAULTS: readonly Fault[] = [
  { name: 'engine killed', strike: kill },
  {
    name: 'engine killed during restart',
    strike: (world) => {
      world.engine.plan.push('error', 'error');
      kill(world);
      again(world, 12, () => kill(world));
    },
  },
  { name: 'engine silent', strike: ({ engine }) => engine.current?.silence() },
  { name: 'engine slowed 20×', strike: ({ engine }) => void (engine.slow_ms = 1_000) },
  {
    name: 'engine with a 5 min start',
    strike: (world) => {
      world.engine.plan.push({ ms: 300_000, alive_ms: 10_000 });
      kill(world);
    },
  },
  { name: 'kernel worker killed', strike: (world) => world.crash('kernels') },
  { name: 'decoder worker killed', strike: (world) => world.crash('capture') },
  { name: 'recorder worker killed', strike: (world) => world.crash('recorder') },
  { name: 'core worker killed', strike: (world) => world.crash('core') },
  {
    name: 'core killed during restart',
    strike: (world) => {
      world.crash('core');
      again(world, 8, () => world.crash('core'));
    },
  },
  { name: 'storage denied', strike: ({ files }) => void (files.state = 'denied') },
  { name: 'storage full', strike: ({ files }) => void (files.state = 'full') },
  {
    name: 'storage evicted',
    strike: ({ files, sessionStore }) => {
      files.contents.clear();
      sessionStore.evict();
    },
  },
  { name: 'file changed', strike: ({ disk }) => disk.change() },
  { name: 'file missing', strike: ({ disk }) => disk.remove() },
];

/** Ends every fault that lasts. */
export function heal(world: World): void {
  world.engine.slow_ms = 0;
  world.engine.plan.splice(0);
  world.files.state = 'works';
  world.disk.heal();
  world.onEvent = () => undefined;
}
