import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../../../../src/tools/contract/derive-schema.ts';
import { z } from '../../../../src/tools/contract/zod.ts';
import { leastVersion, promisesBroken } from '../../../../src/tools/lint/published.ts';
import { multiplier } from '../../../support/tools.ts';

const input = multiplier().input;
const whole = z.int().min(1).max(9).describe('How many, unitless.');
const at = (version: string, change: z.ZodObject = input, name = 'row_multiplier') => ({
  name,
  version,
  input_schema: jsonSchemaOf(change, 'input'),
  output_schema: jsonSchemaOf(multiplier().output, 'output'),
});
const broken = (...now: ReturnType<typeof at>[]): string[] => promisesBroken([at('1.0.0')], now).map(({ message }) => message);

test.each([
  ['nothing changed', [at('1.0.0')]],
  ['a patch that changes nothing', [at('1.0.1')]],
  ['a minor with an optional argument more', [at('1.1.0', input.extend({ extra: whole.optional() }))]],
  ['the version itself beside a newer one', [at('1.0.0'), at('1.1.0', input.extend({ extra: whole.optional() })), at('2.0.0')]],
])('kept: %s', (_what, now) => {
  expect(broken(...now)).toEqual([]);
});

test.each([
  ['the name is gone', [at('1.0.0', input, 'rows_multiplier')], 'names never change'],
  ['the major is gone', [at('2.0.0')], 'none of its major'],
  ['only an older version is left', [at('0.9.0')], 'none of its major'],
  ['an optional argument more under the same number', [at('1.0.0', input.extend({ extra: whole.optional() }))], 'at least 1.1.0'],
  ['an optional argument more in a patch', [at('1.0.1', input.extend({ extra: whole.optional() }))], 'at least 1.1.0'],
  ['a required argument more in a minor', [at('1.1.0', input.extend({ extra: whole }))], 'at least 2.0.0: /input_schema: extra is new'],
])('broken: %s', (_what, now, says) => {
  const [message] = broken(...now);
  expect(message).toContain(says);
});

test('the least number of each bump', () => {
  expect((['patch', 'minor', 'major'] as const).map((bump) => leastVersion('1.4.2', bump))).toEqual(['1.4.2', '1.5.0', '2.0.0']);
});
