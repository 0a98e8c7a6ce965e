import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pagePort, type PagePort } from '../../../src/app/page-port.ts';
import { publicWorkbench } from '../../../src/app/workbench.ts';
import type { AuditEntry, ToolResult } from '../../../src/tools/contract/index.ts';
import type { WorkbenchEvent } from '../../../src/workbench/port.ts';
import type { Workbench } from '../../../src/workbench/public.ts';
import { NamesState } from '../../../src/ui/state/names.svelte.ts';
import { idlePage } from '../../support/core-link.ts';
import { nodeCore, type NodeCore } from '../../support/node-core.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';

let core: NodeCore;
let port: PagePort;
let workbench: Workbench;
let result: ToolResult;
const call = {
  tool_name: 'capture_query',
  tool_version: '1.1.0',
  capture_selection: { capture_id: 'lab' },
  arguments: { sql: 'SELECT count(*) AS n FROM lab' },
  request_id: 'req-0',
  timeout_ms: 60_000,
};

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0.0.0');
  vi.stubGlobal('__BUILD_COMMIT__', 'test');
  // Node has none.
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  core = await nodeCore();
  port = pagePort(core.link, null, () => undefined);
  workbench = publicWorkbench(core.link, port, idlePage);
  await workbench.ready;
  await workbench.open(new File(['time,snr\n1700000000,1\n1700000001,2\n'], 'lab.csv'));
  result = await workbench.run(call);
  expect(result.errors).toEqual([]);
});
afterAll(async () => {
  await core.end();
  vi.unstubAllGlobals();
});

/** Every attempt has an id of its own. */
const own = (invocation: typeof call): typeof call => ({ ...structuredClone(invocation), request_id: `own-${String(++serial)}` });
let serial = 0;

/** A call that the policy stops without a person. */
const exporting = { ...call, tool_name: 'capture_export', tool_version: '1.3.0', arguments: { sql: '' } };

test('names are those of the page, and only names that a session can store are accepted', async () => {
  const names = new NamesState();
  const page = { ...idlePage, names: () => names.list, rename: (address: string, name: string) => names.set(address, name) };
  const own = publicWorkbench(core.link, port, page).names;
  own.set('AA:BB:CC:DD:EE:01', ' Tag ');
  expect(own.list()).toEqual([{ address: 'AA:BB:CC:DD:EE:01', name: 'Tag' }]);
  for (const [address, name] of [
    ['', 'x'],
    ['a'.repeat(65), 'x'],
    ['a\nb', 'x'],
    ['b', 'x'.repeat(65)],
    ['b', 'a\u202eb'],
  ] as const)
    expect(() => own.set(address, name)).toThrow(expect.objectContaining({ code: 'INVALID_NAME' }));
  expect(() => own.set(1 as never, 'x')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  expect(() => own.set('b', null as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  own.set('AA:BB:CC:DD:EE:01', '');
  expect([own.list(), names.list]).toEqual([[], []]);
  expect(() => workbench.names.set('b', 'x')).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
});

/** Everything that the interface answers at once. */
const answers = () => ({
  tools: workbench.tools(),
  fitting: workbench.tools({ capture_id: 'lab', text: 'count' }),
  manifest: workbench.manifest('capture_export'),
  policy: workbench.policy(),
  captures: workbench.captures(),
  merges: workbench.merges(),
  audit: workbench.audit(),
  head: workbench.auditHead(),
  metrics: workbench.metrics(),
  keys: workbench.keyring.list(),
  live: workbench.live.status(),
  lint: workbench.lint({ name: 'Anova-Tool' }),
  repair: workbench.repair(call, result),
  encoded: workbench.encode('anthropic'),
  decoded: workbench.decode('openai-chat', { messages: [] }),
  projected: workbench.project(result, 'planner'),
});

/** What the core decides, without what differs from call to call. */
async function verdicts() {
  const wrong = await workbench.run(own(exporting));
  const right = await workbench.run(own(call));
  return {
    audit: (await workbench.verifyAudit()).ok,
    valid: await workbench.validate(call),
    invalid: await workbench.validate({ ...call, arguments: { sq: 1 } }),
    export: [wrong.status, wrong.errors.map(({ code }) => code)],
    query: [right.status, right.structured_output],
  };
}

const JUNK: readonly unknown[] = [null, 0, 'read_only', true, [], {}, undefined, () => 1, NaN];

/** One write to an object that is reached from `root` by a random path. */
function write(random: RandomSource, root: object): void {
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)];
  let target = root;
  for (let depth = random.below(6); depth > 0; depth -= 1) {
    const next = pick(Object.values(target).filter((value): value is object => typeof value === 'object' && value !== null));
    if (next === undefined) break;
    target = next;
  }
  // The length of a list takes whole numbers only; the list is written to as a whole below.
  const key = pick(Reflect.ownKeys(target).filter((name) => name !== 'length')) ?? 'added';
  const junk = pick(JUNK);
  switch (random.below(6)) {
    case 0:
      return void Reflect.set(target, key, junk);
    case 1:
      return void Reflect.deleteProperty(target, key);
    case 2:
      return void Reflect.defineProperty(target, key, { get: () => junk, configurable: true });
    case 3:
      return Array.isArray(target) ? void Reflect.set(target, target.length, junk) : void Reflect.set(target, 'allowedTools', junk);
    case 4:
      return Array.isArray(target)
        ? void Reflect.set(target, 'length', target.length >> 1)
        : void Reflect.set(target, 'effect', 'read_only');
    default:
      return void Reflect.setPrototypeOf(target, { effect: 'read_only' });
  }
}

test('100,000 random writes to returned values change no verdict, journal line or later answer', async () => {
  const random = randomSource(23);
  const events: WorkbenchEvent[] = [];
  const stop = workbench.on('*', (event) => events.push(event));
  const given = { ...structuredClone(workbench.policy()) };
  await workbench.setPolicy(given);
  const verdictsBefore = await verdicts();
  const asRun = await workbench.run(own(call));
  const before = structuredClone(answers());
  const promised = [given, asRun, await workbench.validate(call), await workbench.verifyAudit(), await workbench.query('SELECT 1 AS one')];
  let writes = 0;
  for (let round = 0; round < 100; round += 1) {
    const roots: object[] = [...Object.values(answers()), ...promised, ...events].filter(
      (value): value is object => typeof value === 'object' && value !== null,
    );
    for (let at = 0; at < 1000; at += 1) {
      write(random, roots[random.below(roots.length)] ?? roots);
      writes += 1;
    }
  }
  stop();
  expect(writes).toBe(100_000);
  expect(answers()).toEqual(before);
  expect(await verdicts()).toEqual(verdictsBefore);
  expect(workbench.audit().slice(0, before.audit.length)).toEqual(before.audit);
});

test('changing an invocation after the call was made does not affect the call', async () => {
  const given = own(call);
  const running = workbench.run(given);
  given.tool_name = 'capture_export';
  given.arguments.sql = 'nonsense';
  expect((await running).errors).toEqual([]);
});

const throwing = {
  get tool_name(): never {
    throw new RangeError('of the caller');
  },
};
const trap = (): never => {
  throw new TypeError('of the proxy');
};
const refusing = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap });
const revoked = ((): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();
const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['a getter that throws', throwing],
  ['a proxy that throws', refusing],
  ['a revoked proxy', revoked],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['null', null],
  ['a number', 7],
  ['a list of null', [null]],
  ['an object without prototype', Object.create(null)],
  ['an object that is no text', { toString: null }],
  [
    'a cycle',
    ((): object => {
      const cycle: Record<string, unknown> = {};
      return Object.assign(cycle, { tool_name: cycle, arguments: cycle });
    })(),
  ],
];

/** Each method with a hostile value in each place. */
const METHODS: Readonly<Record<string, (hostile: never) => unknown>> = {
  open: (x) => workbench.open(x),
  'open options': (x) => workbench.open([], x),
  close: (x) => workbench.close(x),
  pseudonymise: (x) => workbench.pseudonymise(x),
  problems: (x) => workbench.problems(x),
  'problems page': (x) => workbench.problems('lab', x),
  merge: (x) => workbench.merge(x),
  'merge options': (x) => workbench.merge(['lab'], x),
  query: (x) => workbench.query(x),
  'query options': (x) => workbench.query('SELECT 1', x),
  tools: (x) => workbench.tools(x),
  manifest: (x) => workbench.manifest(x),
  'manifest version': (x) => workbench.manifest('capture_query', x),
  lint: (x) => workbench.lint(x),
  validate: (x) => workbench.validate(x),
  run: (x) => workbench.run(x),
  'run options': (x) => workbench.run(call, x),
  'run context': (x) => workbench.run(call, { context: x }),
  'run agent': (x) => workbench.run(call, { context: { agent: x } }),
  project: (x) => workbench.project(x, 'planner'),
  'project view': (x) => workbench.project(result, x),
  plan: (x) => workbench.plan(x),
  'plan options': (x) => workbench.plan([], x),
  bundle: (x) => workbench.bundle(x),
  replay: (x) => workbench.replay(x),
  repair: (x) => workbench.repair(x, result),
  'repair result': (x) => workbench.repair(call, x),
  encode: (x) => workbench.encode(x),
  'encode options': (x) => workbench.encode('anthropic', x),
  decode: (x) => workbench.decode(x, ''),
  'decode transcript': (x) => workbench.decode('anthropic', x),
  score: (x) => workbench.score('anthropic', x, x),
  'keyring.add': (x) => workbench.keyring.add(x, x),
  'keyring.remove': (x) => workbench.keyring.remove(x),
  setPolicy: (x) => workbench.setPolicy(x),
  verifyAudit: (x) => workbench.verifyAudit(x),
  exportAudit: (x) => workbench.exportAudit(x),
  checkAudit: (x) => workbench.checkAudit(x),
  on: (x) => workbench.on(x, () => undefined)(),
  'session.save': (x) => workbench.session.save(x),
  'session.load': (x) => workbench.session.load(x),
  'session.offline': (x) => workbench.session.offline(x),
};

describe('hostile input gives a coded result or a coded error', () => {
  test.each(Object.keys(METHODS))('%s', async (method) => {
    const audit: readonly AuditEntry[] = workbench.audit();
    const wrong: string[] = [];
    for (const [what, value] of HOSTILE) {
      try {
        await METHODS[method]?.(value as never);
      } catch (error) {
        const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
        if (typeof code !== 'string' || !/^[A-Z_]+$/.test(code)) wrong.push(`${what}: ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(workbench.audit().slice(0, audit.length)).toEqual(audit);
    expect((await workbench.verifyAudit()).ok).toBe(true);
  });
});
