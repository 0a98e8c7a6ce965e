import { expect, it } from 'vitest';
import { withCondition } from '../../../src/statements/narrow.ts';

const add = (sql: string, cursor = sql.length): string => withCondition(sql, 'lab', '(a = 1)', cursor).text;

it.each([
  ['SELECT * FROM lab', 'SELECT * FROM lab\nWHERE (a = 1)'],
  ['SELECT * FROM "Lab" -- all', 'SELECT * FROM "Lab" -- all\nWHERE (a = 1)'],
  ['SELECT x, count(*) FROM lab GROUP BY ALL ORDER BY 2', 'SELECT x, count(*) FROM lab\nWHERE (a = 1)\nGROUP BY ALL ORDER BY 2'],
  ['SELECT * FROM lab WHERE b = 2 -- two\nLIMIT 5', 'SELECT * FROM lab WHERE b = 2 -- two\n  AND (a = 1)\nLIMIT 5'],
  ['SELECT * FROM lab WHERE b OR c -- d', 'SELECT * FROM lab WHERE (b OR c -- d\n)\n  AND (a = 1)'],
  ["SELECT ' FROM other ' FROM lab WHERE d IN (SELECT e OR f FROM lab)", undefined],
  ['SELECT b IS DISTINCT FROM c FROM lab JOIN two USING (k)', undefined],
])('narrows %s', (sql, wanted) => {
  expect(add(sql)).toBe(wanted ?? `${sql}\n${sql.includes('WHERE') ? '  AND' : 'WHERE'} (a = 1)`);
});

it('marks the condition that it has put there', () => {
  const { text, from, to } = withCondition('SELECT * FROM lab WHERE b OR c LIMIT 1', 'lab', '(a = 1)', 0);
  expect(text.slice(from, to)).toBe('(a = 1)');
});

it.each([
  'SELECT 1 FROM lab UNION SELECT 2 FROM lab',
  'WITH lab2 AS (SELECT * FROM lab) SELECT * FROM lab2',
  'SELECT 1',
  'FROM (SELECT * FROM lab)',
])('leaves %s to the person: the condition stands at the cursor', (sql) => {
  expect(add(sql, 6)).toBe(`${sql.slice(0, 6)} (a = 1)${sql.slice(6).startsWith(' ') ? '' : ' '}${sql.slice(6)}`);
});
