import { createBus, type Bus } from '../base/bus.ts';
import { WorkbenchError } from '../base/failure.ts';
import { coreThread, type StartCore } from '../core/core-thread.ts';
import type { Environment } from '../core/host.ts';
import type { Recovery } from '../core/recovery.ts';
import { channelEnded, createChannel, type Channel, type Methods, type Port } from '../workbench/channel.ts';
import type { PageEvent, WorkState } from '../workbench/port.ts';
import { Mirror, type Change } from '../workbench/snapshot.ts';

/** Delays before consecutive restarts of the core, in ms; the last one repeats. */
const PAUSES_MS = [0, 500, 2_000, 5_000, 10_000] as const;
/** A core that ran longer than this restarts without a delay. */
const STABLE_MS = 30_000;
const ENDED = 'the core of the workbench stopped and is restarting: captures, journal and results are kept; run the call again';

/** Calls that wait for a state or that views repeat continuously. They do not count as pending work. */
const ENDLESS = /^\w+\.(?:ready|idle|work|live\.|approvals\.)/;

/**
 * Calls that only read or are idempotent. If the core ends during one, the call is repeated on the next core, so that views
 * show no error.
 */
const REPEATED = new RegExp(
  [
    '^page\\.(?:rows|numbers|query|validate|problems|catalogFor|results\\..+|devices\\..+|journal\\..+)$',
    '^page\\.(?:keeping\\.(?:left|off|entries)|activities\\.(?:dismiss|cancel)|live\\.(?:preflight|left))$',
    '^(?:console|embed)\\.(?:query|validate|verifyAudit|checkAudit|exportAudit|live\\.preflight)$',
  ].join('|'),
);
/** Limits the repetition of a call that itself ends the core. */
const MOST_ATTEMPTS = 3;

interface Posted {
  readonly changes?: readonly Change[];
  readonly event?: PageEvent;
}

/**
 * The page's connection to the core: starts the worker, calls it, mirrors its values, and restarts it when it ends. Captures, results,
 * journal and policy are restored from the mirror. Resolving keys never leave the core, so they are lost.
 */
export class CoreConnection {
  readonly mirror = new Mirror();
  readonly bus: Bus<PageEvent>;
  #channel: Channel;
  #worker: Worker | null = null;
  #starts = 0;
  #startedAt = 0;
  #pending = 0;
  /** State that the running core is still restoring; it may end before it has finished. */
  #restoring: Recovery | undefined;

  /** @param work returns the current state of the views */
  constructor(
    private readonly environment: Environment,
    private readonly methods: Methods,
    private readonly work: () => WorkState | undefined,
    reportError: (error: unknown) => void,
  ) {
    this.bus = createBus<PageEvent>(reportError);
    const waiting = delayedChannel();
    this.#channel = waiting;
    coreThread().then(
      (start) => {
        this.#channel = this.#start(start, undefined);
        waiting.connect(this.#channel);
      },
      (error: unknown) => {
        waiting.end(channelEnded(`the code of the core could not be loaded: ${error instanceof Error ? error.message : String(error)}`));
        reportError(error);
      },
    );
  }

  call(path: string, args: readonly unknown[]): Promise<unknown> {
    if (ENDLESS.test(path)) return this.#channel.call(path, args);
    this.#pending += 1;
    return this.#attempt(path, args).finally(() => {
      this.#pending -= 1;
    });
  }

  async #attempt(path: string, args: readonly unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#channel.call(path, args);
      } catch (error) {
        const lost = error instanceof WorkbenchError && error.code === 'CORE_LOST';
        if (!lost || attempt === MOST_ATTEMPTS || !REPEATED.test(path)) throw error;
      }
    }
  }

  /** Whether answers are pending, other than those of `ENDLESS` calls. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  /** Terminates the worker. The core then restarts as after a crash. */
  restart(): void {
    this.#worker?.terminate();
  }

  #start(start: StartCore, recovery: Recovery | undefined): Channel {
    this.#restoring = recovery;
    let runs = false;
    const worker = start(() => {
      this.#ended(start, worker, channel, ENDED);
    });
    this.#worker = worker;
    this.#startedAt = performance.now();
    worker.postMessage({ environment: this.environment, recovery });
    const channel = createChannel(portOf(worker), {
      methods: this.methods,
      onPost: (message) => {
        runs = true;
        const { changes, event } = message as Posted;
        if (changes) this.mirror.apply(changes);
        if (event) this.bus.emit(event);
      },
    });
    if (recovery)
      channel.call('page.ready', []).then(
        () => {
          if (this.#restoring === recovery) this.#restoring = undefined;
        },
        () => undefined,
      );
    // Handle errors only until the script runs; the core reports later ones itself.
    worker.addEventListener('error', ({ message, filename }) => {
      if (!runs) this.#ended(start, worker, channel, `${message} (${filename})`);
    });
    return channel;
  }

  #ended(start: StartCore, worker: Worker, channel: Channel, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    worker.terminate();
    channel.end(channelEnded(reason));
    this.#starts = performance.now() - this.#startedAt > STABLE_MS ? 0 : this.#starts + 1;
    const waiting = delayedChannel();
    this.#channel = waiting;
    this.bus.emit({ type: 'core', state: 'restarting' });
    setTimeout(
      () => {
        this.#channel = this.#start(start, this.#recovery());
        waiting.connect(this.#channel);
      },
      PAUSES_MS[Math.min(this.#starts, PAUSES_MS.length - 1)],
    );
  }

  #recovery(): Recovery {
    const read = <T>(name: string, otherwise: T): T => (this.mirror.read(name) as T | undefined) ?? otherwise;
    return {
      captures: read<Recovery['captures']>('recovery.captures', []),
      merges: read<Recovery['merges']>('recovery.merges', []),
      runs: joined(this.#restoring?.runs, read<Recovery['runs']>('recovery.runs', []), ({ id }) => id),
      journal: read<Recovery['journal']>('audit', []),
      policy: read<Recovery['policy']>('policy', undefined),
      work: this.work(),
      conversations: read('recovery.conversations', []),
      removed_conversations: read('recovery.removed_conversations', []),
      verification: read<Recovery['verification']>('page.verification', null),
    };
  }
}

/** Concatenates two lists; of items with the same id, only the later one is kept. */
const joined = <T>(earlier: readonly T[] = [], later: readonly T[], id: (item: T) => string): T[] => [
  ...new Map([...earlier, ...later].map((item) => [id(item), item])).values(),
];

/** The part of the connection that callers of the core use. */
export type CoreLink = Pick<CoreConnection, 'call' | 'mirror' | 'bus' | 'pending'>;

const portOf = (worker: Worker): Port => ({
  postMessage: (message, transfer) => {
    worker.postMessage(message, [...transfer]);
  },
  listen: (receive) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      receive(data);
    });
  },
});

/** Queues calls while no core runs: `connect` sends them, `end` rejects them. */
function delayedChannel(): Channel & { connect(channel: Channel): void } {
  let connect: (channel: Channel) => void = () => undefined;
  let end: (reason: Error) => void = () => undefined;
  const running = new Promise<Channel>((settle, fail) => {
    [connect, end] = [settle, fail];
  });
  running.catch(() => undefined);
  return { call: async (path, args) => (await running).call(path, args), post: () => undefined, end, connect };
}
