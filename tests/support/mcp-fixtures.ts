import { z } from '../../src/tools/contract/zod.ts';
import type { AnyTool } from '../../src/tools/definition.ts';
import type { CallContext, Listed, McpServerParts } from '../../src/wire/mcp/server/ports.ts';
import { bench, countingIds, multiplier } from './tools.ts';

/** One red point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A header of a sound without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
const said = (labels: string[]) => ({
  status: 'ok' as const,
  summary: 'This is a simple text response for testing.',
  structured_output: { product: 0, labels },
  warnings: [],
  confidence_inputs: { rows: 1 },
});

/** A tool of the real runner under the name that the published scenarios call. */
function named(name: string, run: AnyTool['run'] = () => Promise.resolve(said([])), input = z.looseObject({})): AnyTool {
  const base = multiplier({ manifest: { name, kebab_name: `answer-${name.replaceAll('_', '-')}` } });
  const examples = [{ description: 'As it is.', params: {}, expectedResult: { status: 'ok' as const } }];
  return { ...base, scope: 'none', requires: [], input, examples, run };
}

const text = z
  .string()
  .max(500)
  .optional()
  .describe('Some text.')
  .meta({ examples: ['hello'] });
const open = z.strictObject({ message: text, prompt: text });

const TOOLS: readonly AnyTool[] = [
  named('test_simple_text'),
  named('test_image_content'),
  named('test_audio_content'),
  named('test_embedded_resource'),
  named('test_multiple_content_types'),
  named('test_tool_with_logging'),
  named('test_reconnection'),
  named('test_elicitation', undefined, open),
  named('test_elicitation_sep1034_defaults'),
  named('test_elicitation_sep1330_enums'),
  named('test_error_handling', () => Promise.reject(new Error('This tool intentionally fails'))),
  named('test_tool_with_progress', async (_args, _context, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress({ phase: 'testing', done, total: 100, unit: 'steps' });
      await pause();
    }
    return said(['done']);
  }),
];

const embedded: Listed = { type: 'resource', resource: { uri: 'test://embedded', mimeType: 'text/plain', text: 'An embedded resource.' } };
const image: Listed = { type: 'image', data: PNG, mimeType: 'image/png' };
const BLOCKS: Readonly<Record<string, readonly Listed[]>> = {
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded],
  test_multiple_content_types: [image, embedded],
};

const titled = (names: readonly string[]): object[] => names.map((name) => ({ const: name, title: name.toUpperCase() }));
const FORMS: Readonly<Record<string, object>> = {
  test_elicitation: { response: { type: 'string', description: 'Any answer' } },
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled(['value1', 'value2', 'value3']) },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled(['value1', 'value2', 'value3']) } },
  },
};

async function before(name: string, { log, ask }: CallContext): Promise<void> {
  if (name === 'test_tool_with_logging') for (const data of ['started', 'processing', 'completed']) log('info', data);
  const properties = FORMS[name];
  if (properties !== undefined) await ask?.({ message: 'Please answer.', schema: { type: 'object', properties, required: [] } });
}

const RESOURCES: readonly Listed[] = [
  { uri: 'test://static-text', mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: PNG },
  { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched.' },
];

const user = (content: Listed): Listed => ({ role: 'user', content });
const ofText = (value: string): Listed => user({ type: 'text', text: value });
const PROMPTS: Readonly<Record<string, (given: Readonly<Record<string, string>>) => readonly Listed[]>> = {
  test_simple_prompt: () => [ofText('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [ofText(`Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded.' } }),
    ofText('Please process it.'),
  ],
  test_prompt_with_image: () => [user(image), ofText('Please analyze it.')],
};

/** The server with the tools, resources and prompts that the published conformance scenarios name. */
export function fixtureParts(): McpServerParts {
  const { runner } = bench(TOOLS);
  const ids = countingIds();
  /** Its schema has definitions, which the schemas of our own tools do not have. */
  const catalog = runner.catalog().map((tool) => (tool.name === 'test_simple_text' ? { ...tool } : tool));
  const [first] = catalog;
  const defined = first && {
    ...first,
    name: 'json_schema_2020_12_tool',
    input_schema: {
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  };
  return {
    version: '0.1.0',
    catalog: () => [...catalog, ...(defined ? [defined] : [])],
    async run(invocation, context) {
      const { signal, onProgress } = context;
      await before((invocation as { tool_name: string }).tool_name, context);
      return runner.run(invocation, { signal, onProgress, entry: 'mcp' });
    },
    blocks: ({ metadata }) => Promise.resolve(BLOCKS[metadata.toolName] ?? []),
    resources: {
      list: () => RESOURCES.map(({ uri, mimeType }) => ({ uri, mimeType, name: uri, description: `The resource ${String(uri)}` })),
      templates: () => [{ uriTemplate: 'test://template/{id}/data', name: 'by id', mimeType: 'application/json' }],
      read(uri) {
        const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
        const made = id === undefined ? undefined : { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
        const found = made ?? RESOURCES.find((each) => each['uri'] === uri);
        return Promise.resolve(found && [found]);
      },
      keep: () => ({ type: 'resource_link', uri: 'test://kept', name: 'kept' }),
    },
    prompts: {
      list: () =>
        Object.keys(PROMPTS).map((name) => ({
          name,
          description: `The prompt ${name}`,
          arguments: name === 'test_prompt_with_arguments' ? ['arg1', 'arg2'].map((each) => ({ name: each, required: true })) : [],
        })),
      get: (name, given) => (Object.hasOwn(PROMPTS, name) ? { messages: PROMPTS[name]?.(given) } : undefined),
    },
    complete: ({ value }) => Promise.resolve(['test value 1', 'test value 2'].filter((each) => each.startsWith(value))),
    newId: () => `mcp-${ids.uuid()}`,
    now: () => Date.now(),
    note: () => undefined,
  };
}
