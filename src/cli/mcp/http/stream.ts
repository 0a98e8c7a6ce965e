import type { ServerResponse } from 'node:http';

/** How long a client waits before it reconnects, ms. */
const RETRY_MS = 1000;
/** Most characters of events that are stored for a client that reconnects. */
const MOST_KEPT = 1024 * 1024;
/** A comment is sent this often, so that nothing between server and client closes a quiet connection, ms. */
const ALIVE_MS = 15_000;

interface Event {
  readonly id: string;
  readonly data: string;
}

/**
 * A stream of server-sent events that survives its connection: events are stored, and a client that reconnects with the id of the last
 * event that it received gets the following ones.
 */
export class EventStream {
  /** Every message was sent. */
  ended = false;
  #serial = 0;
  readonly #kept: Event[] = [];
  #size = 0;
  #response: ServerResponse | null = null;

  /** @param name unique in its session; ids of events begin with it */
  constructor(readonly name: string) {}

  get connected(): boolean {
    return this.#response !== null;
  }

  /** @param last id of the last event that the client saw; undefined for a first connection */
  attach(response: ServerResponse, last?: string): void {
    this.#response?.end();
    this.#response = response;
    openEvents(response);
    const alive = setInterval(() => response.write(':\n\n'), ALIVE_MS);
    response.on('close', () => {
      clearInterval(alive);
      if (this.#response === response) this.#response = null;
    });
    // An event without data gives the client an id for reconnecting.
    if (last === undefined) response.write(`id: ${this.#nextId()}\nretry: ${String(RETRY_MS)}\ndata: \n\n`);
    const seen = serialOf(last);
    for (const event of this.#kept) if (serialOf(event.id) > seen) response.write(written(event));
    if (this.ended) response.end();
  }

  send(message: object): void {
    const event = { id: this.#nextId(), data: JSON.stringify(message) };
    this.#kept.push(event);
    this.#size += event.data.length;
    while (this.#size > MOST_KEPT && this.#kept.length > 1) this.#size -= this.#kept.shift()?.data.length ?? 0;
    this.#response?.write(written(event));
  }

  /** The last message was sent. */
  end(): void {
    this.ended = true;
    this.#response?.end();
  }

  #nextId(): string {
    this.#serial += 1;
    return `${this.name}-${String(this.#serial)}`;
  }
}

const serialOf = (id: string | undefined): number => Number(/-(\d{1,15})$/.exec(id ?? '')?.[1] ?? 0);
const written = ({ id, data }: Event): string => `event: message\nid: ${id}\ndata: ${data}\n\n`;

/** Begins a response of server-sent events. */
export function openEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  response.flushHeaders();
}
