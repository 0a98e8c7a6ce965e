import { clip } from '../../../base/visible-text.ts';
import { bounded, type Evidence, type Heard } from './heard.ts';
import { TOKEN_TERMS, type TokenTerm } from './kinds.ts';
import type { Token } from './tokens.ts';

/**
 * Probability that two emitters of one device have the same value of a kind, if both have one. Emitters with one disclosed identity are one
 * device by definition; different identities exclude nothing, because the two earbuds of a pair have two.
 */
const REPEATED: Readonly<Record<TokenTerm, number>> = { name: 0.7, payload: 0.5, status: 0.6, identity: 0.999 };
/** Prior of how often values are shared by chance: `shared` pairs of `of` pairs are added to those that were counted. */
const IMAGINED: Readonly<Record<TokenTerm, { readonly shared: number; readonly of: number }>> = {
  name: { shared: 1, of: 10 },
  payload: { shared: 1, of: 10 },
  status: { shared: 1, of: 10 },
  identity: { shared: 0.01, of: 100 },
};

/** Maximum number of characters of a value in a statement. */
const MOST_SHOWN = 80;

interface SharedValue {
  readonly holders: Set<number>;
  readonly token: Token;
  /** Index of the value in `Kind.values`. */
  readonly place: number;
}

interface Kind {
  readonly term: TokenTerm;
  /** The emitters that have a value of this kind. */
  readonly holders: Set<number>;
  /** The values of this kind in the order in which they first occurred. */
  readonly values: Map<string, SharedValue>;
  /** Number of pairs of emitters whose common value a third emitter also has. */
  shared: number;
}

/** Compares the values that two emitters have in common with how often others share values. */
export class SharedTokens {
  private readonly kinds = new Map<string, Kind>();
  /** For each emitter, by kind, its values in the order of `Kind.values`. */
  private readonly said: readonly ReadonlyMap<string, readonly SharedValue[]>[];

  constructor({ tokens }: Pick<Heard, 'tokens'>) {
    this.said = tokens.map((own, emitter) => {
      const values = new Map<string, Set<SharedValue>>();
      for (const token of own) {
        const known = values.get(token.kind) ?? new Set();
        values.set(token.kind, known.add(this.add(token, emitter)));
      }
      return new Map([...values].map(([kind, list]) => [kind, [...list].sort((a, b) => a.place - b.place)]));
    });
    for (const kind of this.kinds.values()) kind.shared = sharedByChance(kind);
  }

  private add(token: Token, emitter: number): SharedValue {
    const kind = this.kinds.get(token.kind) ?? {
      term: token.term,
      holders: new Set<number>(),
      values: new Map<string, SharedValue>(),
      shared: 0,
    };
    this.kinds.set(token.kind, kind);
    kind.holders.add(emitter);
    const value = kind.values.get(token.value) ?? { holders: new Set<number>(), token, place: kind.values.size };
    kind.values.set(token.value, value);
    value.holders.add(emitter);
    return value;
  }

  /** Pairs of emitters with a common value, including those never present together. */
  pairs(): (readonly [number, number])[] {
    return [...this.kinds.values()].flatMap(sharingPairs);
  }

  terms(a: number, b: number): Evidence[] {
    const best = new Map<TokenTerm, Evidence>();
    for (const [name, own] of this.said[a]!) {
      const others = this.said[b]!.get(name);
      if (others === undefined) continue;
      const kind = this.kinds.get(name)!;
      const term = termOf(kind, name, firstCommon(own, others));
      const known = best.get(kind.term);
      // One device sends several kinds of values, so only the strongest counts and not their sum.
      if (term !== null && (known === undefined || Math.abs(term.fixed) > Math.abs(known.fixed))) best.set(kind.term, term);
    }
    return TOKEN_TERMS.flatMap((term) => best.get(term) ?? []);
  }
}

/** The first value that two lists, both in the order of `Kind.values`, have in common. */
function firstCommon(own: readonly SharedValue[], others: readonly SharedValue[]): SharedValue | undefined {
  let [a, b] = [0, 0];
  while (a < own.length && b < others.length) {
    const off = own[a]!.place - others[b]!.place;
    if (off === 0) return own[a];
    if (off < 0) a += 1;
    else b += 1;
  }
  return undefined;
}

function termOf(kind: Kind, name: string, common: SharedValue | undefined): Evidence | null {
  if (common === undefined && kind.term === 'identity') return null;
  const pairs = (kind.holders.size * (kind.holders.size - 1)) / 2;
  const imagined = IMAGINED[kind.term];
  const chance = (kind.shared + imagined.shared) / (Math.max(0, pairs - 1) + imagined.of);
  const repeated = REPEATED[kind.term];
  const nats =
    common === undefined ? Math.log((1 - repeated) / (1 - Math.min(chance, 0.99))) : Math.log(repeated / Math.min(chance, repeated));
  const share = `as do ${(100 * Math.min(1, chance)).toPrecision(2)} % of other pairs`;
  const token = common?.token;
  return {
    term: kind.term,
    parts: [],
    fixed: bounded(nats),
    company: 0,
    statement:
      common === undefined
        ? `both send ${name}, with different values`
        : `both sent ${name} ${clip(common.token.value, MOST_SHOWN)}, ${share}`,
    times: [],
    packets: token?.packet === undefined ? [] : [token.packet],
  };
}

/** Number of pairs that share a value with a third emitter too; a value that only two share may come from one device, not from chance. */
function sharedByChance({ values }: Kind): number {
  let pairs = 0;
  for (const { holders } of values.values()) if (holders.size > 2) pairs += (holders.size * (holders.size - 1)) / 2;
  return pairs;
}

/** A value shared by more emitters than this identifies none of them. */
const MOST_HOLDERS = 60;

function sharingPairs({ values }: Kind): (readonly [number, number])[] {
  const found = new Map<string, readonly [number, number]>();
  for (const { holders } of values.values()) {
    if (holders.size > MOST_HOLDERS) continue;
    const own = [...holders].sort((a, b) => a - b);
    own.forEach((a, at) => {
      for (const b of own.slice(at + 1)) found.set(`${String(a)} ${String(b)}`, [a, b]);
    });
  }
  return [...found.values()];
}
