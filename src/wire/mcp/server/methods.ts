import { isRecord } from '../../../tools/contract/json-schema.ts';
import { levelOf } from './levels.ts';
import { pageOf } from './pages.ts';
import type { Completed, McpServerParts } from './ports.ts';
import { agree, isStateless, REVISIONS, showsForms, type Caller } from './revisions.ts';
import { INVALID_PARAMS, invalidParams, NO_RESOURCE, recordParam, RpcError, textParam, type Id, type Params } from './rpc.ts';
import type { ClientTasks } from './client-tasks.ts';
import type { Subscriptions } from './subscriptions.ts';
import { EXTENSION } from './tasks.ts';
import { toolPage } from './tool-calls.ts';

/** One request of a client, with the connection that it came over. */
export interface Request {
  readonly id: Id;
  readonly params: Params;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly subscriptions: Subscriptions;
  readonly tasks: ClientTasks;
  /** Changes what is stored about the client of this connection, such as the revision agreed on. */
  readonly agreed: (change: Partial<Caller>) => void;
}

interface Method {
  /** Revisions that support the method; all if absent. */
  readonly era?: 'handshake' | 'stateless';
  /** Whether clients may cache the answer, which answers of revision 2026-07-28 state. */
  readonly cacheable?: true;
  /** Answers the request; undefined if the server does not offer the feature. */
  readonly answer: (parts: McpServerParts, request: Request) => object | Promise<object> | undefined;
}

/** The methods of the protocol except `tools/call`, which is handled elsewhere because it may span several requests. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', { era: 'handshake', answer: initialize }],
  [
    'server/discover',
    { cacheable: true, answer: (parts, { caller }) => ({ supportedVersions: REVISIONS, ...aboutServer(parts, caller) }) },
  ],
  ['ping', { era: 'handshake', answer: () => ({}) }],
  ['logging/setLevel', { era: 'handshake', answer: setLevel }],
  ['tools/list', { answer: listTools }],
  ['resources/list', { cacheable: true, answer: listResources }],
  [
    'resources/templates/list',
    { cacheable: true, answer: ({ resources }, { params }) => resources && listed('resourceTemplates', resources.templates(), params) },
  ],
  ['resources/read', { cacheable: true, answer: readResource }],
  [
    'resources/subscribe',
    { era: 'handshake', answer: ({ resources }, { params, subscriptions }) => resources && subscriptions.follow(params) },
  ],
  [
    'resources/unsubscribe',
    { era: 'handshake', answer: ({ resources }, { params, subscriptions }) => resources && subscriptions.unfollow(params) },
  ],
  [
    'subscriptions/listen',
    { era: 'stateless', answer: (_, { id, params, caller, signal, subscriptions }) => subscriptions.listen(id, params, caller, signal) },
  ],
  ['prompts/list', { cacheable: true, answer: ({ prompts }, { params }) => prompts && listed('prompts', prompts.list(), params) }],
  ['prompts/get', { answer: getPrompt }],
  ['completion/complete', { answer: complete }],
  ['tasks/get', { answer: (_, { params, caller, tasks }) => tasks.get(params, caller) }],
  ['tasks/list', { era: 'handshake', answer: (_, { params, caller, tasks }) => tasks.list(params, caller) }],
  ['tasks/result', { era: 'handshake', answer: (_, request) => request.tasks.result(request) }],
  ['tasks/update', { era: 'stateless', answer: (_, { params, caller, tasks }) => tasks.update(params, caller) }],
  ['tasks/cancel', { answer: (_, { params, caller, tasks }) => tasks.cancel(params, caller) }],
]);

export const serverInfo = (version: string): object => ({ name: 'capture-workbench', title: 'Capture Workbench', version });

function aboutServer({ resources, prompts, complete: completes }: McpServerParts, caller: Caller): object {
  return {
    capabilities: {
      tools: { listChanged: true },
      logging: {},
      ...(resources && { resources: { subscribe: true, listChanged: true } }),
      ...(prompts && { prompts: {} }),
      ...(completes && { completions: {} }),
      ...(caller.revision === '2025-11-25' && { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
      ...(isStateless(caller) && { extensions: { [EXTENSION]: {} } }),
    },
  };
}

function initialize(parts: McpServerParts, { params, agreed }: Request): object {
  const caller = agree(params);
  agreed(caller);
  return { protocolVersion: caller.revision, ...aboutServer(parts, caller), serverInfo: serverInfo(parts.version) };
}

function setLevel(_: McpServerParts, { params, agreed }: Request): object {
  agreed({ level: levelOf(params['level']) });
  return {};
}

function listTools(parts: McpServerParts, { params, caller, subscriptions }: Request): object {
  if (!isStateless(caller)) subscriptions.listed('tools');
  return toolPage(parts.catalog(showsForms(caller)), parts.own ?? [], params['cursor'], caller);
}

function listResources({ resources }: McpServerParts, { params, caller, subscriptions }: Request): object | undefined {
  if (!isStateless(caller)) subscriptions.listed('resources');
  return resources && listed('resources', resources.list(), params);
}

function listed(key: string, all: readonly object[], params: Params): object {
  const { items, ...cursor } = pageOf(all, params['cursor']);
  return { [key]: items, ...cursor };
}

async function readResource({ resources }: McpServerParts, { params, caller, signal }: Request): Promise<object> {
  const uri = textParam(params, 'uri', 'uri');
  const contents = await resources?.read(uri, { signal });
  if (contents === undefined) throw new RpcError(isStateless(caller) ? INVALID_PARAMS : NO_RESOURCE, 'Resource not found', { uri });
  return { contents };
}

function getPrompt({ prompts }: McpServerParts, { params }: Request): object | undefined {
  if (prompts === undefined) return undefined;
  const prompt = prompts.get(textParam(params, 'name'), textArguments(params, 'arguments'));
  if (prompt === undefined) throw invalidParams('Unknown prompt');
  return prompt;
}

function textArguments(params: Params, key: string): Readonly<Record<string, string>> {
  const args = recordParam(params, key);
  if (!Object.values(args).every((value) => typeof value === 'string' && value.length <= 4096))
    throw invalidParams(`expected ${key} as texts of at most 4096 characters`);
  return args as Readonly<Record<string, string>>;
}

/** Maximum number of values of one completion (a limit of the protocol). */
const MOST_VALUES = 100;

async function complete(parts: McpServerParts, { params, signal }: Request): Promise<object> {
  const values = (await parts.complete?.(completed(params), { signal })) ?? [];
  return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } };
}

function completed(params: Params): Completed {
  const ref = recordParam(params, 'ref');
  const argument = recordParam(params, 'argument');
  const context = params['context'];
  const given = isRecord(context) ? textArguments(context, 'arguments') : {};
  const named = { argument: textParam(argument, 'name'), value: textParam(argument, 'value', 'uri'), given };
  if (ref['type'] === 'ref/prompt') return { of: 'prompt', ref: textParam(ref, 'name'), ...named };
  if (ref['type'] === 'ref/resource') return { of: 'resource', ref: textParam(ref, 'uri', 'uri'), ...named };
  throw invalidParams('expected ref of type ref/prompt or ref/resource');
}
