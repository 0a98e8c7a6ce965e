import { describe, expect, it } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { jsonSchemaOf } from '../../../../src/tools/contract/derive-schema.ts';
import { type ToolManifest, parseJsonText } from '../../../../src/tools/contract/index.ts';
import { columnAdvice } from '../../../../src/ui/state/column-advice.ts';
import { editorProblems } from '../../../../src/ui/state/editor-problems.ts';
import { capture } from '../../../support/tools.ts';

const manifestOf = (name: string): ToolManifest => {
  const tool = catalog.findLast(({ manifest }) => manifest.name === name);
  if (!tool) throw new Error(name);
  return { ...tool.manifest, input_schema: jsonSchemaOf(tool.input, 'input') } as unknown as ToolManifest;
};
const table = {
  ...capture({ capture_id: 'rooms' }),
  columns: ['distance_m', 'rssi', 'room'].map((name) => ({ name, type: name === 'room' ? 'VARCHAR' : 'DOUBLE' })),
};
const regression = manifestOf('statistical_regression_tool');
const call = (given: Record<string, unknown>, ids: readonly string[] = ['rooms']): Record<string, unknown> => ({
  tool_name: 'statistical_regression_tool',
  capture_selection: { capture_ids: ids },
  arguments: { operation: 'ols', ...given },
});

describe('advice about columns', () => {
  it('names every column that no capture has, with the likeliest that exists', () => {
    expect(columnAdvice(call({ target: 'rsi', features: ['distance_m', 'floor'] }), regression, [table])).toEqual([
      { code: 'NO_SUCH_COLUMN', message: 'rooms has no column "rsi"; did you mean rssi?', pointer: '/arguments/target' },
      { code: 'NO_SUCH_COLUMN', message: expect.stringContaining('no column "floor"') as string, pointer: '/arguments/features/1' },
    ]);
    expect(columnAdvice(call({ target: 'rssi', features: ['distance_m'] }), regression, [table])).toEqual([]);
  });

  it('looks into groups of arguments: the columns of the analyzer in a table of somebody', () => {
    const { arguments: given } = { arguments: { address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'room' } } };
    const analyzer = manifestOf('bluetooth_address_analyzer');
    expect(columnAdvice({ ...call({}), arguments: given }, analyzer, [table]).map(({ pointer }) => pointer)).toEqual([
      '/arguments/address_columns/advertiser_addr',
    ]);
  });

  it('says nothing where a capture of the call is not open, the tool is not known, or the arguments are of another shape', () => {
    expect(columnAdvice(call({ target: 'rsi' }, ['rooms', 'gone']), regression, [table])).toEqual([]);
    expect(columnAdvice(call({ target: 'rsi' }), undefined, [table])).toEqual([]);
    for (const odd of [null, 3, [], { target: 7, features: 'rssi' }])
      expect(columnAdvice({ ...call({}), arguments: odd }, regression, [table])).toEqual([]);
  });

  it('is bounded, whatever a paste brings', () => {
    const features = Array.from({ length: 100_000 }, (_, index) => `x${String(index)}`);
    expect(columnAdvice(call({ features }), regression, [table])).toHaveLength(20);
    // Of very many columns none is sought that is like the name.
    const wide = { ...table, columns: Array.from({ length: 4000 }, (_, index) => ({ name: `c${String(index)}`, type: 'DOUBLE' })) };
    expect(columnAdvice(call({ target: 'c_1' }), regression, [wide]).map(({ message }) => message)).toEqual(['rooms has no column "c_1"']);
  });

  it('stands as a warning at the place of the name, and not beside an error of the same place', () => {
    const text = JSON.stringify(call({ target: 'rsi', features: ['rssi'] }), null, 2);
    const advice = columnAdvice(JSON.parse(text), regression, [table]);
    const none = { errors: [], warnings: [] };
    const [problem, ...others] = editorProblems(text, parseJsonText(text), none, advice);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: 'warning', path: 'arguments.target' });
    expect(text.slice(problem?.from, problem?.to)).toBe('"rsi"');
    const error = { code: 'INVALID_VALUE', message: 'm', field: 'arguments.target', pointer: '/arguments/target' };
    const both = editorProblems(text, parseJsonText(text), { ...none, errors: [error] }, advice);
    expect(both.map(({ code }) => code)).toEqual(['INVALID_VALUE']);
  });
});
