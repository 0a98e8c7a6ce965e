import { WorkbenchError } from '../base/failure.ts';
import type { LiveService } from '../live/service.ts';
import type { Methods } from '../workbench/channel.ts';
import type { PageEvent, WorkbenchPort, WorkState } from '../workbench/port.ts';
import type { Readers } from '../workbench/snapshot.ts';
import type { Assistants } from './assisting.ts';
import type { Calling } from './calling.ts';
import type { CoreBase, Data } from './data.ts';
import type { SessionService } from './keeping/session-service.ts';
import type { Sharing } from './offline/sharing-service.ts';
import type { NamesTable } from './names-table.ts';
import type { Opening } from './opening.ts';
import { viewOf } from './results/view.ts';
import type { Restored } from './recovery.ts';
import type { ResultsPort } from '../workbench/results.ts';
import { pageMethods } from './serve-page.ts';
import { publicMethods } from './serve-public.ts';
import { coreReaders } from './readers.ts';

/** The parts of the core that methods for callers use. */
export interface CoreParts {
  readonly base: CoreBase;
  readonly data: Data;
  readonly opening: Opening;
  readonly calling: Calling;
  readonly sharing: Sharing;
  readonly sessions: SessionService;
  readonly live: LiveService;
  readonly assistants: Assistants;
  readonly results: ResultsPort;
  /** The state of the page's views that the core last received. */
  readonly work: { current: WorkState };
  readonly names: NamesTable;
  readonly restored: Restored;
}

/** The core as its host uses it: methods by path, values by name, and events. */
export interface Core {
  readonly parts: CoreParts;
  readonly methods: Methods;
  readonly readers: Readers;
  /** Calls the listener for each event. Events contain large results cut short; `results` returns the rest. */
  on(listener: (event: PageEvent) => void): () => void;
}

export function serve(parts: CoreParts): Core {
  return {
    parts,
    methods: {
      page: asMethods(pageMethods(parts)),
      console: asMethods(publicMethods(parts, 'console')),
      embed: asMethods(publicMethods(parts, 'embed')),
    },
    readers: coreReaders(parts),
    on: (listener) =>
      parts.base.bus.on('*', (event) => {
        listener(event.type === 'tool-result' ? { ...event, result: viewOf(event.result) } : event);
      }),
  };
}

/** Converts the type: interfaces have no index signature, which the channel requires. */
const asMethods = (methods: object): Methods => methods as Methods;

/** Settles when the engine, the kernels and the tool rules are loaded and the state of the previous core is restored. */
export const readyOf = async ({ data, calling, restored }: CoreParts): Promise<void> => {
  await Promise.all([data.engine.ready, calling.tools.ready, restored.all]);
};

/** Wraps work on captures so that it waits until the captures of the previous core are restored. */
export const afterRestoring =
  <A extends unknown[], R>({ restored }: CoreParts, work: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    await restored.all;
    return work(...args);
  };

/** Runs SQL of a person or a script, once the tables have the current captures and device names. */
export const queryOf = (parts: CoreParts): WorkbenchPort['query'] =>
  afterRestoring(parts, (sql, options = {}) =>
    parts.base.activities.later('Running a query', options, async (inner) => {
      await parts.names.inStep(inner.signal);
      return parts.data.engine.query(sql, { ...options, ...inner });
    }),
  );

/** Settles when nothing is being loaded or run. */
export async function idleOf({ base, data }: CoreParts): Promise<void> {
  await data.engine.ready;
  while (base.activities.running || base.busy.now) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Throws the error for a method that this build or page does not provide. */
export const notHere = (what: string): never => {
  throw new WorkbenchError('NOT_HERE', `expected a page that has ${what}, found one without`);
};
