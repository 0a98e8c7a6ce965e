/**
 * Rules that compare a manifest with the contract, other tools and its own earlier versions (DL-23, DL-30 … DL-32, DL-40, DL-42, DL-63,
 * DL-64).
 */
import { errorRow } from '../contract/errors.ts';
import type { ToolManifest } from '../contract/index.ts';
import { lookupKey } from '../contract/names.ts';
import { checklistOf } from './checklist.ts';
import { breach, leavesOf, type LintRule } from './rule.ts';

const exampleKey = (manifest: ToolManifest, index: number): string => `${manifest.name}@${manifest.version}#${String(index)}`;
const versionKey = (manifest: ToolManifest): string => `${manifest.name}@${manifest.version}`;
const namesOf = (manifest: ToolManifest): string[] => [manifest.name, ...manifest.aliases];
const COMMON: ReadonlySet<string> = new Set([
  'search',
  'fetch',
  'bash',
  'python',
  'browser',
  'computer',
  'read_file',
  'write_file',
  'web_search',
]);

export const contractRules: readonly LintRule[] = [
  {
    id: 'DL-23',
    severity: 'error',
    asks: 'Error codes are those of the registry.',
    check: (manifest) =>
      manifest.error_codes.flatMap(({ code }, index) =>
        errorRow(code) ? [] : [breach(`/error_codes/${String(index)}`, `${code} is not in the registry`)],
      ),
  },
  {
    id: 'DL-30',
    severity: 'error',
    asks: 'At least one example, and each says what a run of it answers: status and result_hash.',
    check: (manifest) => [
      ...(manifest.examples.length > 0 ? [] : [breach('/examples', 'no example')]),
      ...manifest.examples.flatMap(({ expectedResult }, index) =>
        ['status', 'result_hash'].flatMap((key) =>
          typeof expectedResult[key] === 'string' ? [] : [breach(`/examples/${String(index)}/expectedResult`, `no ${key}`)],
        ),
      ),
    ],
  },
  {
    id: 'DL-31',
    severity: 'error',
    asks: 'A real run of every example gives what the example promises.',
    check: (manifest, { examples }) =>
      manifest.examples.flatMap((_, index) => {
        const verdict = examples?.get(exampleKey(manifest, index));
        return verdict === undefined || verdict.ok ? [] : [breach(`/examples/${String(index)}`, verdict.message)];
      }),
  },
  {
    id: 'DL-32',
    severity: 'info',
    asks: 'One example that fails, with its error.',
    check: (manifest) =>
      manifest.examples.some((example) => example.expectedResult['status'] === 'error') ? [] : [breach('/examples', 'no failing example')],
  },
  {
    id: 'DL-40',
    severity: 'error',
    asks: 'One analysis, one tool: no switch that changes what the tool is.',
    check: (manifest) =>
      leavesOf(manifest.input_schema, '/input_schema').flatMap(({ name, node, pointer }) =>
        /^(?:operation|action|command)$/.test(name) && Array.isArray(node['enum']) && node['enum'].length > 1
          ? [breach(pointer, `${name} switches between ${String(node['enum'].length)} tools`)]
          : [],
      ),
  },
  {
    id: 'DL-42',
    severity: 'error',
    asks: 'Names fit every wire, are unique in upper and lower case, and shadow nothing common.',
    check: (manifest, { siblings }) => {
      const others = siblings.filter((sibling) => sibling.name !== manifest.name).flatMap(namesOf);
      const taken = new Set(others.map(lookupKey));
      return [
        ...namesOf(manifest).flatMap((name) =>
          /^[A-Za-z0-9_-]{1,64}$/.test(name) ? [] : [breach('/name', `${name} does not fit every wire`)],
        ),
        ...namesOf(manifest).flatMap((name) => (taken.has(lookupKey(name)) ? [breach('/aliases', `${name} also names another tool`)] : [])),
        ...(COMMON.has(manifest.name) ? [breach('/name', 'shadows a common tool name')] : []),
        ...(manifest.name.length > 30 ? [breach('/name', 'longer than 30 characters', 'warning')] : []),
      ];
    },
  },
  {
    id: 'DL-63',
    severity: 'error',
    asks: 'Text and schema change only with the version.',
    check: (manifest, { published, digests }) => {
      const key = versionKey(manifest);
      const before = published?.get(key);
      return before === undefined || before === digests?.get(key)
        ? []
        : [breach('/version', 'text or schema changed since this version was published; raise the version')];
    },
  },
  {
    id: 'DL-64',
    severity: 'error',
    asks: 'All 29 lines of the verification checklist hold.',
    check: (manifest) => checklistOf(manifest).flatMap(({ line, holds }) => (holds ? [] : [breach('', `checklist: ${line}`)])),
  },
];

export { exampleKey, versionKey };
