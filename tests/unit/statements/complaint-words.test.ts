import { describe, expect, it } from 'vitest';
import { sqlWords } from '../../../src/statements/complaint-words.ts';
import { statementAt, statementsOf } from '../../../src/statements/statements.ts';
import { nodeEngine } from '../../support/node-engine.ts';

describe('errors of the engine in plain words', () => {
  it('says what is wrong, and what could stand there', async () => {
    const engine = await nodeEngine();
    const told = (sql: string) =>
      engine.query(sql, {}).then(
        () => null,
        (error: Error & { details?: { hint?: string } }) => sqlWords({ message: error.message, hint: error.details?.hint ?? '' }),
      );
    expect(await told('SELECT nonsense FROM (SELECT 1 AS none)')).toEqual({
      words: 'There is no column "nonsense" in the tables of FROM. Close to it: none.',
      instead: 'none',
    });
    expect(await told('SELECT rond(1.2)')).toEqual({ words: 'There is no function "rond". Close to it: round.', instead: 'round' });
    expect((await told('SELECT * FROM nowhere'))?.words).toContain('There is no table "nowhere"');
    expect((await told('SELECT x.y FROM (SELECT 1 AS y) z'))?.instead).toBe('z');
    expect((await told('SELECT 1 FORM x'))?.words).toContain('"x" is not valid here');
    expect((await told('SELECT (1'))?.words).toContain('is incomplete');
    expect((await told("SELECT 'abc"))?.words).toContain('no closing quote');
    expect((await told('SELECT a, count(*) FROM (SELECT 1 a)'))?.words).toContain('any_value(a)');
    expect((await told('SELECT * FROM range(3) WHERE count(*) > 1'))?.words).toContain('HAVING');
    expect((await told("SELECT sum('a')"))?.words).toMatch(/^sum does not take \(VARCHAR\)\. It takes sum\(\w+\), /);
    expect((await told("SELECT 'a'::INT"))?.words).toContain('TRY_CAST');
    expect((await told('SELECT 1; SELECT 2'))?.words).toContain('the cursor');
  });

  it('leaves other words as they are', () => {
    expect(sqlWords({ message: 'Odd error: so it is', hint: 'really' })).toEqual({ words: 'Odd error: so it is really', instead: null });
  });
});

describe('statements of a text', () => {
  const parts = (text: string) => statementsOf(text).map(({ from, to }) => text.slice(from, to));

  it('end at semicolons that are not in texts, names or comments', () => {
    expect(parts('SELECT \';\' -- ; no\n, "a;b"; /* ; */ SELECT $$;$$;\n-- only words\n')).toEqual([
      'SELECT \';\' -- ; no\n, "a;b"',
      '/* ; */ SELECT $$;$$',
    ]);
    expect(parts('SELECT 1')).toEqual(['SELECT 1']);
    expect(parts(' ;; ')).toEqual([]);
    expect(parts("SELECT 'open ; SELECT 2")).toEqual(["SELECT 'open ; SELECT 2"]);
  });

  it('are found by the cursor', () => {
    const text = 'SELECT 1;\nSELECT 2;';
    const at = (cursor: number) => {
      const found = statementAt(statementsOf(text), cursor);
      return found && text.slice(found.from, found.to);
    };
    expect([0, 8, 9, 10, 19].map(at)).toEqual(['SELECT 1', 'SELECT 1', 'SELECT 1', 'SELECT 2', 'SELECT 2']);
  });
});
