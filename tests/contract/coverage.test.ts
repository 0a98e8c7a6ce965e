/** Every applicable id is answered by a row or waits with a reason; what waits can only become less. */
import { expect, test } from 'vitest';
import { requirements, sectionOf } from './requirements.ts';
import { rows } from './rows.ts';
import { most, waiting } from './waiting.ts';

const done = new Set(rows.flatMap((row) => row.ids));
const applicable = [...requirements].filter(([, applies]) => applies !== 'N').map(([id]) => id);
const waits = Object.keys(waiting);

test('an applicable id has a row or a reason to wait', () => {
  expect(applicable.filter((id) => !done.has(id) && !Object.hasOwn(waiting, id))).toEqual([]);
});

test('no id has both', () => {
  expect(waits.filter((id) => done.has(id))).toEqual([]);
});

test('rows and waiting name ids that exist and apply', () => {
  expect([...done, ...waits].filter((id) => !applicable.includes(id))).toEqual([]);
});

test.each(Object.entries(most))('%s waits for at most %i ids', (section, limit) => {
  // Equal, so that a row that is written lowers the limit for good.
  expect(waits.filter((id) => sectionOf(id) === section)).toHaveLength(limit);
});

test('every section has a limit', () => {
  expect(waits.filter((id) => !Object.hasOwn(most, sectionOf(id)))).toEqual([]);
});

test('a reason says which capability is waited for', () => {
  expect(Object.values(waiting).filter((reason) => reason.length < 20)).toEqual([]);
});

test('no two rows have one name', () => {
  const names = rows.map((row) => `${row.ids.join(' ')} ${row.asks}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
