import type { ServerResponse } from 'node:http';

/** Pause in ms after which a client is to reconnect. */
const RETRY_MS = 1000;
/** Maximum total length of the events that are stored for a client that reconnects. */
const MOST_KEPT = 1024 * 1024;
/** Interval in ms at which a comment is sent, so that no program between server and client closes a quiet connection. */
const ALIVE_MS = 15_000;

interface Event {
  readonly id: string;
  readonly data: string;
}

/**
 * A stream of server-sent events that survives its connection. Events are stored: a client that reconnects with the id of the last event
 * that it received gets the events after it.
 */
export class EventStream {
  /** Whether the stream has ended, so that no further message follows. */
  ended = false;
  #serial = 0;
  readonly #kept: Event[] = [];
  #size = 0;
  #response: ServerResponse | null = null;

  /** @param name unique within the session; ids of events begin with it */
  constructor(readonly name: string) {}

  get connected(): boolean {
    return this.#response !== null;
  }

  /** Connects a client to the stream. @param last id of the last event that the client received; undefined for a first connection */
  attach(response: ServerResponse, last?: string): void {
    this.#response?.end();
    this.#response = response;
    openEvents(response);
    const alive = setInterval(() => response.write(':\n\n'), ALIVE_MS);
    response.on('close', () => {
      clearInterval(alive);
      if (this.#response === response) this.#response = null;
    });
    // Send an event without data, so that the client has an id with which it can reconnect.
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

  /** Ends the stream after its last message. */
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

/** Begins a response that is a stream of server-sent events. */
export function openEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  response.flushHeaders();
}
