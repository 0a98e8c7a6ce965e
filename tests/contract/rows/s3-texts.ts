/** What the text of a tool must say and must not, and how tools are found by it (S3 §2.3). */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { errorRow } from '../../../src/tools/contract/errors.ts';
import { lint, lintUnknown } from '../../../src/tools/lint/lint.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { publicWorkbench } from '../../../src/app/workbench.ts';
import { good, lintRow, manifests, objections, say } from '../frame/lint.ts';
import { manifestRow } from '../frame/manifests.ts';
import { row, type Row } from '../frame/row.ts';
import { sourceRow, tree, uses } from '../frame/sources.ts';
import { fakePort } from '../../support/fake-port.ts';
import { idlePage, linkTo } from '../../support/core-link.ts';

const cost = good.cost_hint;
const parameter = (node: object) => ({
  input_schema: {
    ...good.input_schema,
    properties: {
      top: {
        type: 'integer',
        description: 'How many values each list shows, in rows; 5 when absent.',
        minimum: 1,
        maximum: 9,
        default: 5,
        examples: [5],
        ...node,
      },
    },
  },
});
const output = (name: string, node: object) => ({
  output_schema: {
    ...good.output_schema,
    properties: {
      ...(good.output_schema['properties'] as object),
      [name]: { description: 'What was found, in words or numbers.', ...node },
    },
  },
});
const DEEDS = say('Counts packets of a capture by their type.');
const KEY = `${good.name}@${good.version}`;

/** The tools that a filter leaves, through the page's own interface. */
function listed(filter: Parameters<ReturnType<typeof publicWorkbench>['tools']>[0]): string[] {
  const { link, close } = linkTo({});
  try {
    const port = { ...fakePort(), tools: () => manifests };
    return publicWorkbench(link, port, idlePage)
      .tools(filter)
      .map((manifest) => manifest.name);
  } finally {
    close();
  }
}

/** Codes of the registry that a tool's own files write, and its manifest does not name. */
function undeclared(name: string): string[] {
  const declared = new Set(
    catalog.filter(({ manifest }) => manifest.name === name).flatMap(({ manifest }) => manifest.error_codes.map(({ code }) => code)),
  );
  const common = ['INVALID_CAPTURE_SELECTION', 'UNSUPPORTED_TIME_RANGE'];
  const own = [...tree()]
    .filter(([path]) => path.startsWith(`src/tools/catalog/${name}/`))
    .flatMap(([, text]) => text.match(/(?<=toolError\(\s*')[A-Z_]+/g) ?? []);
  return [...new Set(own)].filter((code) => errorRow(code) === undefined || (!declared.has(code) && !common.includes(code)));
}

export const rows: readonly Row[] = [
  row(
    'S3-3.1',
    'the texts and schemas of all our tools are free of errors',
    () => lint(manifests).filter((finding) => finding.severity === 'error'),
    [],
  ),
  lintRow('S3-3.2 S3-2.35 S4-1.3', 'a text that does not say what the tool does', say('A tool for packets and more.'), 'DL-1'),
  lintRow(
    'S3-3.2 S3-2.35 S4-1.3',
    'a text that does not say when to use it',
    say('Counts packets of a capture by their type.', 'Do not use it otherwise. Returns a list.'),
    'DL-3',
  ),
  lintRow(
    'S3-3.2 S3-2.35',
    'a text that does not say when not to use it',
    say('Counts packets of a capture by their type.', 'Use it when asked. Returns a list of counts.'),
    'DL-7',
  ),
  lintRow(
    'S3-3.2 S3-3.6 S3-2.35',
    'a precondition that the text does not mention',
    { preconditions: ['Humidity sensors were calibrated beforehand.'] },
    'DL-4',
  ),
  lintRow('S3-3.3 S4-2.5', 'a parameter that is not described', parameter({ description: '' }), 'DL-10'),
  lintRow('S3-3.3 S4-2.5', 'a description that is only the name', parameter({ description: 'top' }), 'DL-10'),
  lintRow('S3-3.3', 'a default that the text does not name', parameter({ default: 8 }), 'DL-11'),
  lintRow('S3-3.3 S4-2.4', 'a number without a largest value', parameter({ maximum: undefined }), 'DL-12'),
  lintRow('S3-3.3', 'a parameter without an example', parameter({ examples: [] }), 'DL-13'),
  lintRow('S3-3.3', 'a number without a unit', parameter({ description: 'How much there is of it; 5 when absent.' }), 'DL-14'),
  lintRow('S3-3.3 S3-3.23', 'a value of an enum that is not explained', parameter({ enum: ['few', 'many'], type: 'string' }), 'DL-15'),
  lintRow(
    'S3-3.4 S4-1.3',
    'a text that does not say what is returned',
    say('Counts packets of a capture by their type.', 'Use it when asked. Do not use it otherwise.'),
    'DL-20',
  ),
  lintRow(
    'S3-3.4',
    'a list that may be empty for no stated reason',
    output('others', { type: 'array', items: { type: 'string' }, maxItems: 9 }),
    'DL-20',
  ),
  lintRow('S3-3.4 S3-3.26', 'a number in the answer without a unit', output('weight', { type: 'number' }), 'DL-21'),
  lintRow('S3-3.4', 'a field of the answer without a description', output('others', { type: 'string', description: '' }), 'DL-24'),
  lintRow('S3-3.23', 'a state in free words', output('status', { type: 'string', maxLength: 9 }), 'DL-22'),
  lintRow('S3-3.23 S3-3.24', 'a time that is not said to be one', output('seen_at', { type: 'string', maxLength: 40 }), 'DL-22'),
  lintRow('S3-3.25', 'a currency in free words', output('currency', { type: 'string', maxLength: 40 }), 'DL-22'),
  manifestRow('S3-3.25', { manifest: { cost_hint: { ...cost, currency: 'euro' } } }, 'cost_hint.currency'),
  row(
    'S3-3.25',
    'work on this machine costs nothing, in credits',
    () => manifests.filter(({ cost_hint }) => cost_hint.currency !== 'credits' || cost_hint.estimated_cost !== 0),
    [],
  ),
  lintRow('S3-3.5 S4-6.1', 'a tool without an example', { examples: [] }, 'DL-30'),
  lintRow('S3-3.5', 'an example whose run gave something else', {}, 'DL-31', {
    examples: new Map([[`${KEY}#0`, { ok: false, message: 'another count' }]]),
  }),
  lintRow(
    'S3-3.7',
    'an error code that nobody knows',
    { error_codes: [{ code: 'MADE_UP', meaning: 'Nobody knows what it means.' }] },
    'DL-23',
  ),
  row(
    'S3-3.7',
    'every error that a tool of ours writes stands in its manifest',
    () => manifests.flatMap(({ name }) => undeclared(name).map((code) => `${name} ${code}`)),
    [],
  ),
  row(
    'S3-3.7',
    'and each of those is explained',
    () =>
      manifests.flatMap(({ error_codes }) =>
        error_codes.filter(({ code, meaning }) => errorRow(code) === undefined || meaning.length < 10),
      ),
    [],
  ),
  lintRow('S3-3.8', 'a terse text', say('Counts rows.', 'Use it when asked. Not for more.'), 'DL-2'),
  lintRow('S3-3.8 S3-3.11', 'a text that shows how the tool is built', say('Counts packets by asking DuckDB for rows.'), 'DL-5'),
  lintRow('S3-3.8 S3-3.11', 'a text that shows an address', say('Counts packets at https://example.org/x.'), 'DL-5'),
  lintRow('S3-3.8', 'a vague verb', say('Processes packets of a capture by type.'), 'DL-6'),
  lintRow('S3-3.8', 'a pasted reference', { long_description: 'Ask by curl example first.' }, 'DL-8'),
  lintRow('S3-3.8 S4-1.5', 'an acronym that nobody explains', { long_description: 'It uses XQZW for all of it.' }, 'DL-9'),
  lintRow('S3-3.8 S4-1.5', 'a sentence that does not end', { long_description: `It ${'goes on and '.repeat(12)}ends.` }, 'DL-9'),
  row(
    'S3-3.8',
    'the same text without a defect is objected to by no rule of texts',
    () => objections(DEEDS).filter((rule) => Number(rule.slice(3)) < 10),
    [],
  ),
  lintRow('S3-3.10', 'a text that changed under its number', {}, 'DL-63', {
    published: new Map([[KEY, 'a']]),
    digests: new Map([[KEY, 'b']]),
  }),
  lintRow(
    'S3-3.12 S3-3.14',
    'one tool that is several',
    {
      input_schema: {
        ...good.input_schema,
        properties: { operation: { type: 'string', enum: ['add', 'drop'], description: 'add or drop, as asked.' } },
      },
    },
    'DL-40',
  ),
  row('S3-3.13', 'DL-41 sees two tools that read alike and do not say how they differ', () => {
    const twin = { ...good, name: 'count_packets', aliases: [] };
    return lint([...manifests, twin]).some((finding) => finding.rule === 'DL-41' && finding.tool === `count_packets@${good.version}`);
  }),
  lintRow(
    'S3-3.15',
    'a first sentence too long to stand alone',
    say(`Counts packets of a capture ${'and what belongs to them '.repeat(8)}by type.`),
    'DL-2',
  ),
  row(
    'S3-3.15',
    'every tool has a title of few words and a text that a short list can show',
    () => manifests.filter(({ title, description }) => title.length > 60 || (description.split(/(?<=\.) /)[0] ?? '').length > 200),
    [],
  ),
  lintRow('S3-2.40', 'a definition that costs more than 2 000 tokens', { description: 'word '.repeat(1700) }, 'DL-62'),
  row(
    'S3-2.36',
    'a manifest without an output schema is none',
    () => {
      const { output_schema: _, ...rest } = good;
      return lintUnknown(rest, manifests).map(({ rule, pointer }) => [rule, pointer]);
    },
    [['DL-0', '/output_schema']],
  ),
  row(
    'S3-1.1',
    'name, text, input, output and function: a tool is all of it',
    () =>
      createRegistry(catalog)
        .names()
        .flatMap((name) => createRegistry(catalog).versions(name))
        .filter(
          ({ manifest, definition }) =>
            manifest.name === '' ||
            manifest.description === '' ||
            manifest.input_schema['type'] !== 'object' ||
            manifest.output_schema['type'] !== 'object' ||
            typeof definition.run !== 'function',
        )
        .map(({ key }) => key),
    [],
  ),
  row(
    'S3-2.32',
    'what is told of a tool is plain data: no function leaves with it',
    () => JSON.stringify(JSON.parse(JSON.stringify(manifests))) === JSON.stringify(manifests) && !JSON.stringify(manifests).includes('=>'),
  ),
  row(
    'S3-2.18',
    'every tool carries the domain that it belongs to as a tag',
    () => manifests.filter(({ tags }) => !tags.some((tag) => ['retrieval', 'computation', 'data', 'memory'].includes(tag))),
    [],
  ),
  row(
    'S3-2.39 S3-2.18',
    'tools are found by capability, tag and category, and by all of them',
    () => [
      listed({ capability: 'sql_query' }),
      listed({ tag: 'counts' }),
      listed({ category: 'query', tag: 'time' }),
      listed({ capability: 'sql_query', tag: 'time' }),
      listed({ tag: 'retrieval' }).includes('capture_query'),
    ],
    [['capture_query'], ['capture_overview'], ['get_current_time'], [], true],
  ),
  sourceRow('S3-3.27', 'no text of a result is put on the page as markup', uses(/\{@html|innerHTML/, 'src/ui'), [
    'src/ui/results/a.svelte',
    '{@html result.summary}',
  ]),
];
