import type { RandomSource } from '../../support/random.ts';

/**
 * Analytical statements that use allowed parts only: every one must be accepted, and its rows do not depend on the order of rows.
 * GAP stands wherever white space and comments may.
 */
export const GAP = '\u0001';

type Type = 'whole' | 'text' | 'number' | 'truth';
interface Column {
  readonly name: string;
  readonly type: Type;
}
interface Source {
  readonly sql: string;
  readonly columns: readonly Column[];
}

const NAMES = ['x', 'y', 'Ünï', 'a b', 'private_b', 'public_c', 'select', 'na"me', '数', 'e1', 'zeit'];
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export class OrdinaryStatements {
  #made = 0;
  constructor(
    private readonly random: RandomSource,
    private readonly captures: readonly string[],
  ) {}

  statement(): string {
    const { random } = this;
    switch (random.below(12)) {
      case 0:
        return this.#recursive();
      case 1:
        return this.#pivot();
      case 2:
        return this.#set();
      case 3:
        return this.#with();
      case 4:
        return this.#summary();
      default:
        return this.#select(2).sql;
    }
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.random.below(from.length)]!;
  }

  #name(): string {
    this.#made++;
    return `${this.#pick(NAMES)}${String(this.#made)}`;
  }

  /** What may stand behind FROM, with an alias where it needs one. */
  #source(depth: number): Source {
    const { random } = this;
    if (depth <= 0 || random.below(3) > 0) return this.#table();
    switch (random.below(8)) {
      case 0: {
        const { sql, columns } = this.#select(depth - 1);
        return { sql: `(${sql})${GAP}AS${GAP}${quoted(this.#name())}`, columns };
      }
      case 1:
        return this.#join(depth);
      case 2: {
        const name = quoted(this.#name());
        return { sql: `(VALUES (1,${GAP}'v'), (2, NULL), (3, 'w')) AS ${name}(n1,${GAP}t1)`, columns: [whole('n1'), text('t1')] };
      }
      case 3: {
        const name = quoted(this.#name());
        return {
          sql: `${this.#pick(['range(5)', 'generate_series(0, 4)', 'unnest([0, 1, 2, 3, 4])'])} AS ${name}(r1)`,
          columns: [whole('r1')],
        };
      }
      case 4:
        return {
          sql: `(SELECT unnest([id, id + 1, grp]) AS u1, word FROM ${this.#tableName()}) AS ${quoted(this.#name())}`,
          columns: [whole('u1'), text('word')],
        };
      case 5:
        return {
          sql: `(UNPIVOT (SELECT id, grp, keep FROM ${this.#tableName()}) ON grp, keep INTO NAME k1 VALUE v1) AS ${quoted(this.#name())}`,
          columns: [whole('id'), text('k1'), whole('v1')],
        };
      case 6: {
        const l = quoted(this.#name());
        return {
          sql: `${this.#tableName()} AS ${l}, LATERAL (SELECT ${l}.id * 2 AS d1, ${l}.word || '!' AS w1)`,
          columns: [whole('d1'), text('w1')],
        };
      }
      default:
        return { sql: `(FROM ${this.#tableName()} SELECT id, word) AS ${quoted(this.#name())}`, columns: [whole('id'), text('word')] };
    }
  }

  #tableName(): string {
    const name = this.#pick(this.captures);
    return this.#pick([name, name, quoted(name), name.toUpperCase(), `'${name}'`, quoted(name.toUpperCase())]);
  }

  #table(): Source {
    const alias = this.random.below(3) === 0 ? `${GAP}AS${GAP}${this.#pick([quoted(this.#name()), 'private_b', '"public_a"', 'zq'])}` : '';
    return { sql: `${this.#tableName()}${alias}`, columns: OWN };
  }

  #join(depth: number): Source {
    const [l, r] = [quoted(this.#name()), quoted(this.#name())];
    const left = this.#select(depth - 1, ['id', 'word', 'level']).sql;
    const right = `SELECT id AS rid, word AS rword, grp AS rgrp FROM ${this.#tableName()}`;
    const kind = this.#pick([
      'JOIN',
      'LEFT JOIN',
      'FULL OUTER JOIN',
      'RIGHT JOIN',
      'SEMI JOIN',
      'ANTI JOIN',
      'ASOF',
      'POSITIONAL',
      'CROSS',
    ]);
    const both = [whole('id'), text('word'), number('level'), whole('rid'), text('rword'), whole('rgrp')];
    if (kind === 'CROSS') return { sql: `(${left}) AS ${l} CROSS${GAP}JOIN (${right}) AS ${r}`, columns: both };
    if (kind === 'POSITIONAL')
      return { sql: `(${left} ORDER BY ALL) AS ${l} POSITIONAL JOIN (${right} ORDER BY ALL) AS ${r}`, columns: both };
    // Distinct ids, so that the nearest row is one.
    if (kind === 'ASOF')
      return {
        sql: `(SELECT id FROM ${this.#tableName()}) AS ${l} ASOF JOIN (SELECT rid FROM (VALUES (0), (3), (7)) AS v(rid)) AS ${r} ON ${l}.id >= ${r}.rid`,
        columns: [whole('id'), whole('rid')],
      };
    const on = this.#pick([
      `${l}.id = ${r}.rid`,
      `${l}.word = ${r}.rword`,
      `${l}.id < ${r}.rid AND ${r}.rgrp = 1`,
      `${l}.word IS NOT DISTINCT FROM ${r}.rword`,
    ]);
    const columns = kind === 'SEMI JOIN' || kind === 'ANTI JOIN' ? both.slice(0, 3) : both;
    return { sql: `(${left}) AS ${l} ${kind}${GAP}(${right}) AS ${r} ON (${on})`, columns };
  }

  #select(depth: number, keep?: readonly string[]): Source {
    const source = this.#source(depth);
    const where = this.random.below(2) === 0 ? `${GAP}WHERE${GAP}${this.#truth(source.columns, depth)}` : '';
    if (keep) {
      const list = keep.map((name) => `${this.#typed(source.columns, name)} AS ${name}`);
      return { sql: `SELECT ${list.join(`,${GAP}`)} FROM ${source.sql}${where}`, columns: [whole('id'), text('word'), number('level')] };
    }
    switch (this.random.below(6)) {
      case 0:
        return { sql: `SELECT${GAP}*${GAP}FROM${GAP}${source.sql}${where}`, columns: source.columns };
      case 1:
        return this.#grouped(source, where);
      case 2:
        return this.#window(source, where);
      case 3:
        return this.#limited(source, where);
      default: {
        const items = Array.from({ length: 1 + this.random.below(3) }, () => this.#item(source.columns, depth));
        const distinct = this.random.below(5) === 0 ? `DISTINCT${GAP}` : '';
        const list = items.map(({ sql, column }) => `${sql}${this.#pick([' AS ', ' ', GAP])}${quoted(column.name)}`);
        return {
          sql: `SELECT ${distinct}${list.join(`,${GAP}`)}${GAP}FROM ${source.sql}${where}`,
          columns: items.map(({ column }) => column),
        };
      }
    }
  }

  #typed(columns: readonly Column[], name: string): string {
    const wanted: Type = name === 'id' ? 'whole' : name === 'word' ? 'text' : 'number';
    return this.#expression(wanted, columns, 1, 0);
  }

  #grouped(source: Source, where: string): Source {
    const column = this.#pick(source.columns);
    const key = { sql: quoted(column.name), column };
    const whole1 = this.#expression('whole', source.columns, 1, 0);
    const text1 = this.#expression('text', source.columns, 1, 0);
    const aggregate = this.#pick([
      `count(*)`,
      `sum(${whole1})`,
      `min(${text1})`,
      `max(${whole1})`,
      `count(DISTINCT ${text1})`,
      `avg(${whole1})`,
      `list(${text1} ORDER BY ${text1})`,
      `string_agg(${text1}, ',' ORDER BY ${text1})`,
      `quantile_cont(${whole1}, 0.5)`,
      `count(*)${GAP}FILTER (WHERE ${whole1} > 2)`,
      `median(${whole1})`,
      `bool_or(${whole1} > 3)`,
      `arg_max(${whole1}, ${whole1})`,
      `mode(1)`,
      `histogram(${whole1} % 2)`,
    ]);
    const [k, v] = [this.#name(), this.#name()];
    const by = this.#pick(['GROUP BY 1', 'GROUP BY ALL', `GROUP BY ROLLUP (${key.sql})`, `GROUP BY GROUPING SETS ((${key.sql}), ())`]);
    const having = this.random.below(3) === 0 ? `${GAP}HAVING count(*) > 0` : '';
    return {
      sql: `SELECT ${key.sql} AS ${quoted(k)}, ${aggregate} AS ${quoted(v)} FROM ${source.sql}${where} ${by}${having}`,
      columns: [{ name: k, type: key.column.type }],
    };
  }

  #window(source: Source, where: string): Source {
    const key = this.#expression('whole', source.columns, 1, 0);
    const name = this.#name();
    const over = `OVER${GAP}(${this.#pick(['', `PARTITION BY ${key} % 2 `])}ORDER BY ${key})`;
    const f = this.#pick([
      `rank() ${over}`,
      `dense_rank() ${over}`,
      `sum(${key}) ${over}`,
      `count(*) ${over}`,
      `max(${key}) ${over}`,
      `first_value(${key}) ${over}`,
    ]);
    const qualify = this.random.below(2) === 0 ? `${GAP}QUALIFY ${quoted(name)} > 1` : '';
    return {
      sql: `SELECT ${key} AS k1, ${f} AS ${quoted(name)} FROM ${source.sql}${where}${qualify}`,
      columns: [whole('k1'), whole(name)],
    };
  }

  #limited(source: Source, where: string): Source {
    const a = this.#expression('whole', source.columns, 1, 0);
    return { sql: `(SELECT ${a} AS o1 FROM ${source.sql}${where} ORDER BY ALL${GAP}LIMIT${GAP}4)`, columns: [whole('o1')] };
  }

  #item(columns: readonly Column[], depth: number): { readonly sql: string; readonly column: Column } {
    const type = this.#pick<Type>(['whole', 'text', 'number', 'truth', 'whole', 'text']);
    return { sql: this.#expression(type, columns, 2, depth), column: { name: this.#name(), type } };
  }

  #expression(type: Type, columns: readonly Column[], size: number, depth: number): string {
    const own = columns.filter((column) => column.type === type);
    if (own.length > 0 && this.random.below(3) > 0) return quoted(this.#pick(own).name);
    const e = (inner: Type) => (size <= 0 ? this.#constant(inner) : this.#expression(inner, columns, size - 1, depth));
    if (size <= 0) return this.#constant(type);
    switch (type) {
      case 'whole':
        return this.#pick([
          () => `(${e('whole')}${GAP}+${GAP}${e('whole')})`,
          () => `length(${e('text')})`,
          () => `CASE WHEN ${e('truth')} THEN ${e('whole')} ELSE 1 END`,
          () => `coalesce(${e('whole')}, 0)`,
          () => `abs(${e('whole')})`,
          () => `len(list_filter([${e('whole')}, 2, 3], lambda q: q > 1))`,
          () => `list_sum(list_transform([1,${GAP}${e('whole')}], lambda private_b: private_b + 1))::BIGINT`,
          () => `{'a': ${e('whole')}}.a`,
          () => `map([1], [${e('whole')}])[1]`,
          () => (depth > 0 ? `(SELECT max(id) FROM ${this.#tableName()})` : '7'),
          () => `greatest(${e('whole')}, 2)`,
          () => `CAST(${e('truth')} AS INTEGER)`,
          () => `TRY_CAST(${e('text')} AS INTEGER)`,
        ])();
      case 'text':
        return this.#pick([
          () => `(${e('text')}${GAP}||${GAP}'-')`,
          () => `upper(${e('text')})`,
          () => `replace(${e('text')}, 'o', 'ö')`,
          () => `substr(${e('text')}, 1, 2)`,
          () => `concat_ws('|', ${e('text')}, ${e('whole')})`,
          () => `array_to_string([${e('text')}], ',')`,
          () => `split_part(${e('text')}, 'e', 1)`,
          () => `nullif(${e('text')}, 'one')`,
          () => `(${e('text')})[1:2]`,
          () => `CAST(${e('whole')} AS VARCHAR)`,
          () => `regexp_replace(${e('text')}, '[aeiou]', '*', 'g')`,
          () => `md5(${e('text')})`,
          () => `typeof(${e('whole')})`,
          () => `printf('%s', ${e('text')})`,
        ])();
      case 'number':
        return this.#pick([() => `round(${e('whole')} / 4, 2)`, () => `(${e('whole')} * 0.5)::DOUBLE`, () => `sqrt(abs(${e('whole')}))`])();
      default:
        return this.#truth(columns, depth, size - 1);
    }
  }

  #truth(columns: readonly Column[], depth: number, size = 1): string {
    const w = this.#expression('whole', columns, size, 0);
    const t = this.#expression('text', columns, size, 0);
    const table = this.#tableName();
    return this.#pick([
      `${w}${GAP}>${GAP}${String(this.random.below(9))}`,
      `${t} LIKE '%o%'`,
      `${t} IS NOT NULL`,
      `${w} IN (1, 2, 3)`,
      `${w} BETWEEN 1 AND 9`,
      `NOT (${w} = 4)`,
      `regexp_matches(${t}, '^t')`,
      ...(depth > 0
        ? [
            `${w} IN (SELECT id FROM ${table})`,
            `EXISTS (SELECT 1 FROM ${table} AS i WHERE i.id = ${w})`,
            `${t} = ANY (SELECT word FROM ${table})`,
            `${w} > (SELECT avg(id) FROM ${table} AS o WHERE o.grp = 1)`,
          ]
        : []),
    ]);
  }

  #constant(type: Type): string {
    if (type === 'whole') return String(this.random.below(10));
    if (type === 'number') return `${String(this.random.below(8))}.25::DOUBLE`;
    if (type === 'truth') return this.#pick(['true', 'false', 'NULL::BOOLEAN']);
    return this.#pick([
      "'private_b'",
      "'it''s'",
      "E'it\\'s -- \\n'",
      '$$ from "private_b" $$',
      "$t$;'$t$",
      "'/* '",
      "'--'",
      "'ZÜ'",
      'chr(65)',
      "'two'",
      "E'\\\\'",
    ]);
  }

  #summary(): string {
    const of = this.#pick([() => this.#tableName(), () => this.#select(1).sql])();
    return this.#pick([`SUMMARIZE${GAP}${of}`, `FROM (SUMMARIZE ${of})`, `SELECT column_name, max FROM (SUMMARIZE ${of})`]);
  }

  #recursive(): string {
    const r = quoted(this.#name());
    return `WITH RECURSIVE ${r}(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM ${r} WHERE i < ${String(2 + this.random.below(6))})${GAP}SELECT i, word FROM ${r} LEFT JOIN ${this.#tableName()} ON i = id`;
  }

  #pivot(): string {
    const values = this.#pick(['(0, 1)', '(0, 1, 2)', '(5)']);
    return this.#pick([
      `PIVOT (SELECT grp, id, keep FROM ${this.#tableName()})${GAP}ON grp IN ${values} USING sum(id)`,
      `FROM (PIVOT ${this.#tableName()} ON grp IN ${values} USING count(*) GROUP BY keep)`,
      `SELECT * FROM (SELECT grp, id FROM ${this.#tableName()}) PIVOT (max(id) FOR grp IN ${values})`,
    ]);
  }

  #set(): string {
    const part = () => `(${this.#select(1, ['id', 'word', 'level']).sql})`;
    return `${part()}${GAP}${this.#pick(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT', 'UNION BY NAME', 'EXCEPT ALL', 'UNION ALL BY NAME'])} ${part()}`;
  }

  /** Subqueries with names of their own, of other captures and of the captures that are read. */
  #with(): string {
    const name = this.#pick(['w1', 'private_b', '"private_b"', 'zq', '"main"']);
    const inner = this.#select(1, ['id', 'word', 'level']).sql;
    const how = this.#pick(['', '', 'MATERIALIZED ', 'NOT MATERIALIZED ']);
    return `WITH${GAP}${name} AS ${how}(${inner})${GAP}${this.#pick([`SELECT count(*), min(word) FROM ${name}`, `FROM ${name}`, `SELECT a.id FROM ${name} AS a JOIN ${name} AS b ON a.id = b.id`])}`;
  }
}

const whole = (name: string): Column => ({ name, type: 'whole' });
const text = (name: string): Column => ({ name, type: 'text' });
const number = (name: string): Column => ({ name, type: 'number' });
/** Columns that all captures of a selection have. */
const OWN: readonly Column[] = [whole('id'), text('word'), number('level'), whole('grp'), whole('keep')];
