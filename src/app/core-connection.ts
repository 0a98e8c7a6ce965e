import { createBus, type Bus } from '../base/bus.ts';
import { WorkbenchError } from '../base/failure.ts';
import { coreThread, type StartCore } from '../core/core-thread.ts';
import type { Environment } from '../core/host.ts';
import type { Recovery } from '../core/recovery.ts';
import { channelEnded, createChannel, type Channel, type Methods, type Port } from '../workbench/channel.ts';
import type { PageEvent, WorkState } from '../workbench/port.ts';
import { Mirror, type Change } from '../workbench/snapshot.ts';

/** Pauses in ms before the first, second, … restart of the core in a row; the last pause repeats. */
const PAUSES_MS = [0, 500, 2_000, 5_000, 10_000] as const;
/** If the core ran at least this long in ms, its next restart counts as the first again. */
const STABLE_MS = 30_000;
const ENDED = 'the core of the workbench stopped and is restarting: captures, journal and results are kept; run the call again';

/** Matches calls that wait for a state, or that views repeat all the time; the page counts as idle while they are pending. */
const ENDLESS = /^\w+\.(?:ready|idle|work|live\.|approvals\.)/;

/**
 * Matches calls that only read or may run twice. If the core ends during one, it is repeated on the next core, so that views show no error.
 */
const REPEATED = new RegExp(
  [
    '^page\\.(?:rows|numbers|query|validate|problems|catalogFor|results\\..+|devices\\..+|journal\\..+)$',
    '^page\\.(?:keeping\\.(?:left|off|entries)|activities\\.(?:dismiss|cancel)|live\\.(?:preflight|left))$',
    '^(?:console|embed)\\.(?:query|validate|verifyAudit|checkAudit|exportAudit|live\\.preflight)$',
  ].join('|'),
);
/** Maximum number of attempts for a repeated call, because the call itself may be what ends the core. */
const MOST_ATTEMPTS = 3;

interface Posted {
  readonly changes?: readonly Change[];
  readonly event?: PageEvent;
}

/**
 * The page's connection to the core: starts the worker, calls it, mirrors its values, and restarts it when it ends. After a restart,
 * captures, results, journal and policy are restored from the mirror; resolving keys are lost, because they never leave the core.
 */
export class CoreConnection {
  readonly mirror = new Mirror();
  readonly bus: Bus<PageEvent>;
  #channel: Channel;
  #worker: Worker | null = null;
  #starts = 0;
  #startedAt = 0;
  #pending = 0;
  /** The state that the running core is still restoring. If the core ends before that is done, the next one needs it again. */
  #restoring: Recovery | undefined;

  /** @param work returns the current state of the views, to be restored with a session */
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

  /** Whether calls other than those of `ENDLESS` wait for an answer. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  /** Terminates the worker. The core then restarts, as it does after a crash. */
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
    // Handle errors of loading the worker's script; once the script runs, the core reports errors itself.
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

/** Concatenates two lists. Of several items with the same id, only the last one stays. */
const joined = <T>(earlier: readonly T[] = [], later: readonly T[], id: (item: T) => string): T[] => [
  ...new Map([...earlier, ...later].map((item) => [id(item), item])).values(),
];

/** What callers of the core need of the connection. */
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

/** Creates a channel that queues calls while no core runs. `connect` sends them to a core, `end` rejects them. */
function delayedChannel(): Channel & { connect(channel: Channel): void } {
  let connect: (channel: Channel) => void = () => undefined;
  let end: (reason: Error) => void = () => undefined;
  const running = new Promise<Channel>((settle, fail) => {
    [connect, end] = [settle, fail];
  });
  running.catch(() => undefined);
  return { call: async (path, args) => (await running).call(path, args), post: () => undefined, end, connect };
}
