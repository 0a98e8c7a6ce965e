import type { RandomSource } from './random.ts';

const thrower = (): never => {
  throw new TypeError('hostile');
};

const TRAPS = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'] as const;

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cycle(): unknown {
  const list: unknown[] = [1];
  list.push({ list });
  return list;
}

class Instance {
  readonly name = 'x';
}

/** Values that are no plain data, or that throw or change while they are read. */
const MAKERS: readonly ((random: RandomSource) => unknown)[] = [
  () => Object.defineProperty({}, 'x', { enumerable: true, get: thrower }),
  () => Object.defineProperty([1], 0, { enumerable: true, get: thrower }),
  (random) => new Proxy({ a: 1 }, { [TRAPS[random.below(TRAPS.length)] ?? 'get']: thrower }),
  (random) => new Proxy([1, 2], { [TRAPS[random.below(TRAPS.length)] ?? 'get']: thrower }),
  () => new Proxy(() => 1, { get: thrower, getPrototypeOf: thrower }),
  revoked,
  cycle,
  () => thrower,
  () => Symbol('hostile'),
  () => ({ [Symbol('hostile')]: 1 }),
  () => ({ [Symbol.toPrimitive]: thrower, toString: thrower, toJSON: thrower }),
  () => 10n,
  () => NaN,
  () => undefined,
  () => null,
  () => '\ud800',
  () => '',
  () => 7,
  () => true,
  () => [],
  () => ({}),
  () => new Instance(),
  () => new Date(NaN),
  () => new Map([['a', 1]]),
  () => new Float64Array(3),
  () => Object.create({ agent: 1 }) as unknown,
  () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as unknown,
  () => new Array<unknown>(4_000_000_000),
  () => Object.assign([1], { then: thrower }),
  () => Object.defineProperty({}, 'then', { enumerable: true, get: thrower }),
  (random) => Object.defineProperty({}, 'x', { enumerable: true, get: () => (random.next() < 0.5 ? thrower() : random.next()) }),
];

export const hostileValue = (random: RandomSource): unknown => MAKERS[random.below(MAKERS.length)]?.(random);

/** A copy of plain data in which one member, at any depth, is hostile; sometimes the whole. */
export function withHostileMember(data: unknown, random: RandomSource): unknown {
  if (typeof data !== 'object' || data === null || random.next() < 0.15) return hostileValue(random);
  const keys = Object.keys(data);
  const key = keys.length === 0 || random.next() < 0.2 ? `extra_${String(random.below(9))}` : (keys[random.below(keys.length)] ?? '');
  const member = withHostileMember((data as Readonly<Record<string, unknown>>)[key], random);
  const copy: Record<string, unknown> = Array.isArray(data) ? (Object.assign([], data) as never) : { ...data };
  if (random.next() < 0.2) Object.defineProperty(copy, key, { enumerable: true, configurable: true, get: thrower });
  else copy[key] = member;
  return copy;
}
