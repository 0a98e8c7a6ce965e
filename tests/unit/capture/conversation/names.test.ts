import { expect, test } from 'vitest';
import { CONVERSATION_TABLES } from '../../../../src/tables/conversation/index.ts';
import { CONVERSATION_NAMES } from '../../../../src/tables/conversation/names.ts';

test('the names that are loaded first are those of the tables, in their order', () => {
  expect(CONVERSATION_TABLES.map(({ name }) => name)).toEqual([...CONVERSATION_NAMES]);
});
