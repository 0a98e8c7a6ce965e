import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ABI_VERSION, FEATURES, LINK_COLUMNS, PARAMETERS, TERMS } from '../../../src/kernels/layout.ts';

const abi = readFileSync('assembly/abi.ts', 'utf8');

/** Members of an enum of the ABI, without the count at its end. */
function members(name: string): string[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(abi)?.[1] ?? '';
  const names = body.split(',').map((member) => member.trim());
  expect(names.at(-2)).toBe('Columns');
  return names.slice(0, -2);
}

describe('the two sides of the ABI', () => {
  it.each([
    ['Feature', FEATURES],
    ['Link', LINK_COLUMNS],
    ['Param', PARAMETERS],
    ['Term', TERMS],
  ] as const)('agree on %s', (name, list) => {
    expect(members(name)).toEqual([...list]);
  });

  it('agree on the version', () => {
    expect(abi).toContain(`ABI_VERSION: u32 = ${String(ABI_VERSION)};`);
  });
});
