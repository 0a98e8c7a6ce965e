import { isDeviceAddress, LONGEST_DEVICE_NAME, type DeviceName } from '../base/device-name.ts';
import { WorkbenchError } from '../base/failure.ts';
import { chooseTools } from '../tools/choose.ts';
import { project } from '../tools/contract/project.ts';
import { decode, dialectOf } from '../wire/decode.ts';
import { encode } from '../wire/encode.ts';
import { optionsOf, textIfGiven, textOf } from '../workbench/arguments.ts';
import { CALLS, READS, type ServedPublic, type Workbench } from '../workbench/public.ts';
import type { ToolResult } from '../tools/contract/index.ts';
import type { WorkbenchPort } from '../workbench/port.ts';
import type { ResultView } from '../workbench/results.ts';
import { notReady } from './page-rules.ts';
import type { CoreLink } from './core-connection.ts';
import { grouped, remote } from './remote.ts';

/** The values of `window.workbench` until the core has sent its own. */
const EMPTY: Readonly<Record<string, unknown>> = {
  captures: [],
  engine: { phase: 'starting', reason: null, attempt: 1, progress: null, retry_at_ms: null },
  merges: [],
  audit: [],
  auditHead: '0'.repeat(64),
  metrics: [],
  'keyring.list': [],
};

/** What `window.workbench` needs of the views. */
export interface PageState {
  /** Sends the state of the views to the core. To be called before a method that saves that state. */
  send(): void;
  /** Settles when the page is drawn and no work of the views runs. */
  drawn(): Promise<void>;
  /** The device names that the person entered. */
  names(): readonly DeviceName[];
  /** Sets the name of a device. Returns false if the name is invalid, and undefined until the page is drawn. */
  rename(address: string, name: string): boolean | undefined;
}

/**
 * Creates `window.workbench`. Calls go to the core, values come from the page's copy of them, and pure functions run here. Arguments and
 * results are copied, so that scripts cannot change internal objects.
 */
export function publicWorkbench(
  connection: CoreLink,
  port: WorkbenchPort,
  page: PageState,
  entry: 'console' | 'embed' = 'console',
): Workbench {
  const calls = remote<ServedPublic>(connection, entry, CALLS);
  const reads = grouped(READS, (path) => () => copyOf(connection.mirror.read(path) ?? emptyOf(path)));
  const { catalog } = port;
  /** Loads the complete result, because the page itself has large results only in part. */
  const complete = async ({ cut, counts: _, ...result }: ResultView): Promise<ToolResult> =>
    cut.length === 0 ? copyOf(result) : (JSON.parse(await (await port.results.file(result.tool_call_id)).text()) as ToolResult);
  const withWork =
    <A extends readonly unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      page.send();
      return call(...args);
    };
  const group = (name: 'keyring' | 'live' | 'session'): object => ({ ...(calls[name] as object), ...(reads[name] as object | undefined) });
  return {
    ...calls,
    ...reads,
    version: port.version,
    build: { ...port.build },
    ready: port.ready,
    idle: () => page.drawn(),
    query: withWork(calls.query),
    run: (invocation, options) => calls.run(textIfOdd(invocation), options),
    validate: (invocation) => calls.validate(textIfOdd(invocation)),
    plan: (invocations, options) => calls.plan(textIfOdd(invocations), options),
    tools: (filter) => {
      const { capture_id, ...words } = optionsOf(copyOf(filter));
      const over = port.captures().filter((capture) => capture.capture_id === capture_id);
      if (capture_id !== undefined && over.length === 0) return [];
      return copyOf(chooseTools(port.tools(), words, capture_id === undefined ? undefined : over));
    },
    manifest: (name, version) => copyOf(catalog.manifest(textOf('the name of a tool', name), textIfGiven('the version', version))),
    lint: (...given) => copyOf(given.length === 0 ? catalog.lint() : catalog.lint(copyOf(given[0]))),
    project: (result, view) => copyOf(project(copyOf(result), view)),
    repair: (invocation, result) => copyOf(catalog.repair(copyOf(invocation), copyOf(result))),
    encode: (dialect, options) =>
      copyOf(
        encode(dialectOf(dialect), port.tools(), { captures: port.captures().map(({ capture_id }) => capture_id), ...copyOf(options) }),
      ),
    decode: (dialect, transcript) => copyOf(decode(dialectOf(dialect), copyOf(transcript), port.tools())),
    on: (type, listener) =>
      connection.bus.on(type, (event) => {
        if (event.type !== 'tool-result') listener(copyOf(event));
        else
          void complete(event.result).then((result) => {
            listener({ ...event, result });
          }, reportError);
      }),
    names: {
      list: () => copyOf(page.names()),
      set: (address, name) => {
        const done = isDeviceAddress(textOf('the address', address)) && page.rename(address, textOf('the name', name));
        if (done === undefined) throw notReady();
        if (!done)
          throw new WorkbenchError(
            'INVALID_NAME',
            `expected an address, a name of one line with at most ${String(LONGEST_DEVICE_NAME)} visible characters, and at most 10,000 names`,
          );
      },
    },
    keyring: group('keyring') as Workbench['keyring'],
    live: group('live') as Workbench['live'],
    session: {
      save: withWork(calls.session.save),
      load: calls.session.load,
      offline: withWork(calls.session.offline),
    },
  } as Workbench;
}

function emptyOf(path: string): unknown {
  if (Object.hasOwn(EMPTY, path)) return EMPTY[path];
  throw notReady();
}

/** Copies a value of a script. @throws WorkbenchError `NOT_PLAIN_DATA` for values that cannot be structurally cloned */
function copyOf<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (error) {
    throw new WorkbenchError('NOT_PLAIN_DATA', `expected plain data, found something else: ${reasonOf(error)}`);
  }
}

/** Replaces an invocation that cannot be cloned by a text that is not JSON, so that the core returns its usual error result for it. */
function textIfOdd(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch (error) {
    return `not plain data: ${reasonOf(error)}`;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'a value that throws when it is read');
