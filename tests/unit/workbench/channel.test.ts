import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { channelEnded, createChannel, type Channel, type ChannelOptions, type Methods, type Port } from '../../../src/workbench/channel.ts';
import { portOf } from '../../support/core-link.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Two channels over a real message port. `received` lists what reached the caller, by kind, in the order of arrival. */
function pair(methods: Methods, served: Partial<ChannelOptions> = {}) {
  const { port1, port2 } = new MessageChannel();
  const received: string[] = [];
  const posted: unknown[] = [];
  const own = portOf(port2);
  const watched: Port = {
    postMessage: (message, transfer) => {
      own.postMessage(message, transfer);
    },
    listen: (receive) => {
      own.listen((message) => {
        received.push((message as { kind: string }).kind);
        receive(message);
      });
    },
  };
  const server = createChannel(portOf(port1), { methods, ...served });
  const client = createChannel(watched, { methods: {}, onPost: (message) => posted.push(message) });
  open.push(() => {
    port1.close();
    port2.close();
  });
  return { server, client, received, posted };
}

/** Settles after every message that was sent before it has arrived. */
const settled = async (channel: Channel): Promise<void> => {
  await channel.call('none', []).catch(() => undefined);
};

describe('answers', () => {
  test('come from the method with the dotted path, in both directions', async () => {
    const { port1, port2 } = new MessageChannel();
    open.push(() => port1.close());
    const left = createChannel(portOf(port1), { methods: { who: () => 'left' } });
    const right = createChannel(portOf(port2), { methods: { group: { add: (a: number, b: number) => Promise.resolve(a + b) } } });
    expect(await left.call('group.add', [2, 3])).toBe(5);
    expect(await right.call('who', [])).toBe('left');
  });

  test('follow the snapshot that was taken when the change was made', async () => {
    let version = 0;
    let sent = 0;
    const { client, received, posted } = pair(
      { change: () => ++version },
      { beforePost: () => (version === sent ? null : { version: (sent = version) }) },
    );
    const seen: unknown[] = [];
    await Promise.all([1, 2, 3].map(async () => seen.push([await client.call('change', []), posted.at(-1)])));
    expect(seen).toEqual([
      [1, { version: 1 }],
      [2, { version: 2 }],
      [3, { version: 3 }],
    ]);
    expect(received).toEqual(['answer', 'answer', 'answer']);
  });

  test('of failures also follow the snapshot, and a snapshot without changes is not sent', async () => {
    const changes: unknown[] = [{ changed: 1 }];
    const { client, received } = pair(
      {
        fail: () => {
          throw new WorkbenchError('NO', 'no');
        },
      },
      { beforePost: () => changes.shift() ?? null },
    );
    for (let at = 0; at < 2; at += 1) await expect(client.call('fail', [])).rejects.toMatchObject({ code: 'NO' });
    expect(received).toEqual(['failure', 'failure']);
  });

  test('that cannot be copied do not prevent the snapshot from being sent', async () => {
    const changes: unknown[] = [{ changed: 1 }];
    const { client, posted } = pair({ odd: () => () => 1 }, { beforePost: () => changes.shift() ?? null });
    await expect(client.call('odd', [])).rejects.toThrow();
    expect(posted).toEqual([{ changed: 1 }]);
  });

  test('share the objects of the snapshot in their message', async () => {
    const line = { seq: 0 };
    const changes: unknown[] = [{ line }];
    const { client, posted } = pair({ last: () => line }, { beforePost: () => changes.shift() ?? null });
    expect(await client.call('last', [])).toBe((posted[0] as { line: unknown }).line);
  });

  test('are unchanged plain values', async () => {
    const { client } = pair({ same: (value: unknown) => value });
    // `__proto__` as an own key is a value of its own to structured clone, but no value that this product has.
    const key = fc.string().filter((name) => name !== '__proto__');
    const leaf = fc.oneof(
      fc.string(),
      fc.double(),
      fc.bigInt(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.date(),
      fc.uint8Array(),
      fc.float64Array(),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.array(tie('value'), { maxLength: 6 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        expect(await client.call('same', [given])).toStrictEqual(given);
      }),
      { numRuns: 300 },
    );
  });
});

describe('errors', () => {
  test('keep name, code, message and details', async () => {
    const { client } = pair({
      coded: () => Promise.reject(new WorkbenchError('SQL_ERROR', 'expected a column', { position: { line: 1 } })),
      plain: () => Promise.reject(new RangeError('expected less')),
      ended: () => Promise.reject(new DOMException('cancelled', 'AbortError')),
      text: () => ({ then: (_: unknown, reject: (reason: unknown) => void) => reject('words') }),
    });
    const coded = await client.call('coded', []).catch((error: unknown) => error);
    expect(coded).toBeInstanceOf(WorkbenchError);
    expect(coded).toMatchObject({ code: 'SQL_ERROR', message: 'expected a column', details: { position: { line: 1 } } });
    await expect(client.call('plain', [])).rejects.toMatchObject({ name: 'RangeError', message: 'expected less' });
    const ended = await client.call('ended', []).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(DOMException);
    expect(ended).toMatchObject({ name: 'AbortError', message: 'cancelled' });
    await expect(client.call('text', [])).rejects.toMatchObject({ message: 'words' });
  });

  test('arrive with empty details if these are not plain data', async () => {
    const { client } = pair({ coded: () => Promise.reject(new WorkbenchError('NO', 'no', { f: () => 1 })) });
    await expect(client.call('coded', [])).rejects.toMatchObject({ code: 'NO', details: {} });
  });

  test('reach the caller even if the state cannot be read', async () => {
    const beforePost = (): never => {
      throw new RangeError('of the state');
    };
    const { client } = pair({ good: () => 1 }, { beforePost });
    await expect(client.call('good', [])).rejects.toMatchObject({ name: 'RangeError', message: 'of the state' });
  });

  test('say that an answer is not plain data, and the next call is answered', async () => {
    const { client } = pair({ bad: () => ({ f: () => 1 }), good: () => 1 });
    await expect(client.call('bad', [])).rejects.toThrow();
    expect(await client.call('good', [])).toBe(1);
  });

  test.each(['', 'none', 'group', 'group.none', 'group.f.call', '__proto__', 'constructor', 'toString', 'group.constructor', 'f.bind'])(
    'refuse the method %j',
    async (path) => {
      const { client } = pair({ f: () => 1, group: { f: () => 1 } });
      await expect(client.call(path, [])).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' });
    },
  );
});

describe('signals and callbacks', () => {
  test('an abort reaches the method, also one from before the call', async () => {
    const reasons: string[] = [];
    const { client } = pair({
      wait: (_name: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          const end = (): void => reject(new DOMException('ended', 'AbortError'));
          reasons.push(String(signal.aborted));
          if (signal.aborted) end();
          else signal.addEventListener('abort', end);
        }),
    });
    const controller = new AbortController();
    const waiting = client.call('wait', ['x', { signal: controller.signal }]);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client.call('wait', ['x', { signal: AbortSignal.abort() }])).rejects.toMatchObject({ name: 'AbortError' });
    expect(reasons).toHaveLength(2);
  });

  test('a settled call has no listener on its signal, however it settled', async () => {
    const { client } = pair({ good: () => 1, bad: () => Promise.reject(new Error('no')) });
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await client.call('good', [{ signal }]);
    await client.call('bad', [{ signal }]).catch(() => undefined);
    await client.call('good', [{ signal, odd: { f: () => 1 } }]).catch(() => undefined);
    expect(listeners).toBe(0);
  });

  test('callbacks are called with plain values before the answer, and not after it', async () => {
    const late: ((done: number) => void)[] = [];
    const { client } = pair({
      work: ({ onProgress, keep }: { onProgress: (done: number) => void; keep: number }) => {
        late.push(onProgress);
        for (const done of [1, 2, 3]) onProgress(done);
        return keep;
      },
    });
    const seen: unknown[] = [];
    expect(await client.call('work', [{ onProgress: (done: number) => seen.push(done), keep: 7 }])).toBe(7);
    expect(seen).toEqual([1, 2, 3]);
    late[0]?.(4);
    await settled(client);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('a callback that throws does not affect the channel', async () => {
    const { client } = pair({
      work: ({ onProgress }: { onProgress: () => void }) => {
        onProgress();
        return 1;
      },
    });
    const uncaught: unknown[] = [];
    const keep = (error: unknown): void => void uncaught.push(error);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', keep);
    try {
      const thrown = new Error('of the caller');
      expect(
        await client.call('work', [
          {
            onProgress: () => {
              throw thrown;
            },
          },
        ]),
      ).toBe(1);
      expect(uncaught).toEqual([thrown]);
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of before) process.on('uncaughtException', listener);
    }
  });
});

class Secret {
  readonly #value = 1;
  get value(): number {
    return this.#value;
  }
}

const throwing = {
  get value(): never {
    throw new Error('of the caller');
  },
};
const refusing = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new TypeError('of the proxy');
    },
    getPrototypeOf: () => Object.prototype,
  },
);
const revoked = ((): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();

describe('values that cannot be copied', () => {
  test.each<[string, unknown]>([
    ['a getter that throws', throwing],
    ['a getter that throws further in', { inner: throwing }],
    ['a proxy that throws', refusing],
    ['a revoked proxy', revoked],
    ['a function', () => 1],
    ['a function further in', { inner: { f: () => 1 } }],
    ['a function in a list', [() => 1]],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
  ])('%s rejects the call with a code, and no call is left waiting', async (_, value) => {
    const { client } = pair({ same: (given: unknown) => given });
    await expect(client.call('same', [value])).rejects.toMatchObject({ name: 'WorkbenchError', code: 'NOT_PLAIN_DATA' });
    // Only calls that wait reject when the channel ends; this one must not reject twice or be counted.
    expect(await client.call('same', [1])).toBe(1);
  });

  test('an instance of a class arrives as a plain object with its own members', async () => {
    const { client } = pair({ same: (given: unknown) => given });
    expect(await client.call('same', [new Secret()])).toEqual({});
  });

  test('posting a message that cannot be copied throws', () => {
    const { client } = pair({});
    expect(() => {
      client.post({ f: () => 1 });
    }).toThrow();
  });
});

describe('the end', () => {
  test('rejects pending and later calls, and aborts methods that run on this side', async () => {
    const { port1, port2 } = new MessageChannel();
    open.push(() => port1.close());
    const aborted: boolean[] = [];
    const served = createChannel(portOf(port1), {
      methods: {
        wait: ({ signal }: { signal: AbortSignal }) => {
          signal.addEventListener('abort', () => aborted.push(true));
          return new Promise(() => undefined);
        },
        never: () => new Promise(() => undefined),
      },
    });
    const client = createChannel(portOf(port2), { methods: {} });
    const waiting = client.call('never', []);
    void client.call('wait', [{ signal: new AbortController().signal }]).catch(() => undefined);
    await settled(client);
    served.end(new Error('over'));
    expect(aborted).toEqual([true]);
    client.end(channelEnded('the core ended'));
    await expect(waiting).rejects.toMatchObject({ code: 'CORE_LOST', message: 'the core ended' });
    await expect(client.call('never', [])).rejects.toMatchObject({ code: 'CORE_LOST' });
    client.end(new Error('again'));
    await expect(client.call('never', [])).rejects.toMatchObject({ code: 'CORE_LOST' });
  });
});

test('ports are transferred and work on the other side', async () => {
  const given: MessagePort[] = [];
  const { client } = pair({ take: (port: MessagePort) => void given.push(port), make: () => new MessageChannel().port1 });
  const { port1, port2 } = new MessageChannel();
  await client.call('take', [port2]);
  const heard = new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
  });
  given[0]?.postMessage('hello');
  expect(await heard).toBe('hello');
  expect(await client.call('make', [])).toBeInstanceOf(MessagePort);
  port1.close();
});
