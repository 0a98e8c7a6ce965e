import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DECODE_ABI_VERSION,
  DECODE_INTERFACE,
  DECODE_LINKS,
  DECODE_PLACES,
  DECODE_STATE,
  DECODE_STOP,
} from '../../../src/kernels/decode-layout.ts';
import { ABI_VERSION, FEATURES, REASONS, SUCCESSION_COLUMNS, SUCCESSION_PARAMETERS } from '../../../src/kernels/layout.ts';

const abi = readFileSync('assembly/abi.ts', 'utf8');
const decodeAbi = readFileSync('assembly/decode/layout.ts', 'utf8');

/** Members of an enum of the ABI, without the count at its end. */
function members(name: string, text = abi): string[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(text.replaceAll(/\/\*\*[^]*?\*\//g, ''))?.[1] ?? '';
  const names = body.split(',').map((member) => member.trim());
  expect(names.at(-2)).toBe('Columns');
  return names.slice(0, -2);
}

describe('the two sides of the ABI', () => {
  it.each([
    ['Feature', FEATURES],
    ['Successor', SUCCESSION_COLUMNS],
    ['Prior', SUCCESSION_PARAMETERS],
    ['Reason', REASONS],
  ] as const)('agree on %s', (name, list) => {
    expect(members(name)).toEqual([...list]);
  });

  it.each([
    ['State', DECODE_STATE],
    ['Stop', DECODE_STOP],
    ['Place', DECODE_PLACES],
    ['Interface', DECODE_INTERFACE],
    ['Link', DECODE_LINKS],
  ] as const)('agree on %s of the decode kernel', (name, list) => {
    expect(members(name, decodeAbi)).toEqual([...list]);
  });

  it('agree on the version', () => {
    expect(decodeAbi).toContain(`DECODE_ABI_VERSION: u32 = ${String(DECODE_ABI_VERSION)};`);
    expect(abi).toContain(`ABI_VERSION: u32 = ${String(ABI_VERSION)};`);
  });
});
