import { WorkbenchError } from '../../base/failure.ts';
import { pause } from '../pause.ts';
import { MOST_TOOLS, fingerprintText, readTools, type OfferedTool, type RefusedTool } from '../../tools/foreign/definition.ts';
import { foreignName } from '../../tools/foreign/names.ts';
import { utf8 } from '../../base/utf8.ts';
import type { Hash } from '../../tools/runner/ports.ts';
import type { ServerFailure } from '../../workbench/servers.ts';
import { connectMcp, type McpConnection } from '../../wire/mcp/client.ts';
import { headerParams, type HeaderParams } from '../../wire/mcp/headers.ts';
import type { Ask, McpTransport } from '../../wire/mcp/requests.ts';

/** A tool from the most recently fetched list. */
export interface ListedTool {
  readonly id: string;
  readonly offered: OfferedTool;
  readonly fingerprint: string;
  readonly params: HeaderParams;
}

export interface LinkParts {
  readonly transport: (url: string) => McpTransport;
  readonly hash: Hash;
  readonly version: string;
  /** Explains a failure, with a remedy. */
  readonly explain: (error: unknown, url: string) => Promise<ServerFailure>;
  /** Called whenever the link's state changes. */
  readonly changed: () => void;
}

/** Minimum pause between two list fetches requested by the server, and before an ended stream is reopened. */
const PAUSE_MS = 1000;
const MOST_PAUSE_MS = 60_000;

/** The connection to one server: its state and its current tool list. Does not decide which tools may be called. */
export class ServerLink {
  state: 'off' | 'connecting' | 'connected' | 'failed' = 'off';
  failure: ServerFailure | null = null;
  tools: readonly ListedTool[] = [];
  refused: readonly RefusedTool[] = [];
  left_out = 0;
  #connection: McpConnection | null = null;
  #controller = new AbortController();
  #fetching: Promise<void> | null = null;
  #again: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly name: string,
    readonly url: string,
    private readonly parts: LinkParts,
  ) {}

  get revision(): string {
    return this.#connection?.revision ?? '';
  }

  get says(): string {
    const { name = '', version = '' } = this.#connection?.server ?? {};
    return `${name} ${version}`.trim();
  }

  async connect(): Promise<void> {
    this.disconnect();
    const controller = (this.#controller = new AbortController());
    this.state = 'connecting';
    this.parts.changed();
    try {
      const client = { name: 'capture-workbench', version: this.parts.version };
      const onListChanged = (): void => {
        this.#fetchSoon();
      };
      const transport = this.parts.transport(this.url);
      const connection = await connectMcp({ transport, client, onListChanged, asks: true }, controller.signal);
      if (controller.signal.aborted) return;
      this.#connection = connection;
      await this.refresh();
      void this.#follow(connection, controller.signal);
    } catch (error) {
      // If fetching the list failed, that failure has already been reported.
      if (controller === this.#controller && this.state === 'connecting') await this.#fail(error);
    }
  }

  disconnect(): void {
    this.#controller.abort();
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
    this.#fetching = null;
    void this.#connection?.close();
    this.#connection = null;
    this.state = 'off';
    this.failure = null;
    this.#hold([], [], 0);
  }

  /** Fetches the list; concurrent callers share one request. Rejects if the server does not return it. */
  refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  /** Calls a tool whose current definition is still the one that was allowed. */
  async call(tool: ListedTool, args: Readonly<Record<string, unknown>>, signal: AbortSignal, ask: Ask): Promise<unknown> {
    // Fetch the list first, because a server need not announce changes.
    await abortable(this.refresh(), signal);
    const now = this.tools.find(({ id }) => id === tool.id);
    if (now?.fingerprint !== tool.fingerprint) {
      const found = now === undefined ? 'the server no longer lists it' : 'the server changed it';
      throw new WorkbenchError(
        'MCP_DRIFTED',
        `expected the tool ${tool.offered.name} as it was allowed, but ${found}; check it and allow it again`,
      );
    }
    if (this.#connection === null) throw new WorkbenchError('MCP_CLOSED', 'expected a connection, found none');
    return this.#connection.callTool(tool.offered.name, args, tool.params, signal, ask);
  }

  async #fetch(): Promise<void> {
    const connection = this.#connection;
    if (connection === null) throw new WorkbenchError('MCP_CLOSED', 'expected a connection, found none');
    const { signal } = this.#controller;
    try {
      const lines = await connection.listTools(signal);
      const { offered, refused } = readTools(lines);
      const named = await Promise.all(offered.map((tool) => this.#named(tool, connection.revision)));
      if (signal.aborted) return;
      this.state = 'connected';
      this.failure = null;
      this.#hold(
        named.flatMap((each) => ('id' in each ? [each] : [])),
        [...refused, ...named.flatMap((each) => ('id' in each ? [] : [each]))],
        Math.max(0, lines.length - MOST_TOOLS),
      );
    } catch (error) {
      if (!signal.aborted) await this.#fail(error);
      throw error;
    }
  }

  async #named(offered: OfferedTool, revision: string): Promise<ListedTool | RefusedTool> {
    const params = revision === '2026-07-28' ? headerParams(offered.inputSchema) : [];
    if (typeof params === 'string') return { name: offered.name, why: params };
    const id = foreignName(this.name, offered.name, await this.parts.hash(utf8(offered.name)));
    return { id, offered, params, fingerprint: await this.parts.hash(utf8(fingerprintText(offered))) };
  }

  async #fail(error: unknown): Promise<void> {
    const { signal } = this.#controller;
    const failure = await this.parts.explain(error, this.url);
    if (signal.aborted) return;
    this.state = 'failed';
    this.failure = failure;
    this.#hold([], [], 0);
  }

  #hold(tools: readonly ListedTool[], refused: readonly RefusedTool[], left_out: number): void {
    this.tools = tools;
    this.refused = refused;
    this.left_out = left_out;
    this.parts.changed();
  }

  /** Fetches the list at most once per pause, however often the server announces changes. */
  #fetchSoon(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null;
      this.refresh().catch(() => undefined);
    }, PAUSE_MS);
  }

  async #follow(connection: McpConnection, signal: AbortSignal): Promise<void> {
    for (let wait_ms = PAUSE_MS; !signal.aborted; wait_ms = Math.min(wait_ms * 2, MOST_PAUSE_MS)) {
      const streams = await connection.follow(signal).catch(() => true);
      if (!streams) return;
      await pause(wait_ms, signal);
    }
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new DOMException('the call was cancelled', 'AbortError'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
