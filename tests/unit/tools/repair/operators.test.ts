import { expect, test } from 'vitest';
import { operatorOf } from '../../../../src/tools/repair/operators.ts';

test.each([
  ['>=', ['gte', 'ge', '$gte', 'at least', 'is greater than or equal to', 'greaterThanOrEqual', 'no less than', 'not below']],
  ['<=', ['lte', 'le', 'is at most', 'less than or equals', 'not more than', 'not above']],
  ['>', ['gt', 'greater_than', 'is more than', 'exceeds', 'is above', 'not at most']],
  ['<', ['lt', 'lessThan', 'is lower than', 'below']],
  ['=', ['eq', 'equals', 'is', 'is equal to', 'the same as']],
  ['!=', ['ne', 'neq', 'not_equals', 'is not', "isn't", 'does not equal', 'is different from', 'unequal to']],
  ['IN', ['in', 'isin', 'is one of', 'any of']],
  ['NOT IN', ['nin', 'not_in', 'is not in', 'none of']],
  ['NOT BETWEEN', ['is not between']],
  ['LIKE', ['like']],
  [undefined, ['or', 'not', 'e', 'than', 'contains', 'about', 'or not']],
])('%s', (operator, phrases) => {
  for (const phrase of phrases) expect(operatorOf(phrase), phrase).toBe(operator);
});
