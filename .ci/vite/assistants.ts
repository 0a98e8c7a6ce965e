import { resolve } from 'node:path';
import { runnerImport, type Plugin } from 'vite';

/** The contract's own shapes that programs outside the page write or read. */
const SCHEMAS = ['tool-manifest', 'tool-invocation', 'tool-result', 'plan', 'plan-document'] as const;

const load = async <T>(path: string): Promise<T> => (await runnerImport<T>(resolve(path), { configFile: false, logLevel: 'error' })).module;

/** `assistants/`: the JSON Schemas, and per dialect `DIALECT.first.json` with what is loaded first and `DIALECT.json` with every tool. */
async function files(): Promise<ReadonlyMap<string, unknown>> {
  const { jsonSchemaOf } = await load<typeof import('../../src/tools/contract/json-schema.ts')>('src/tools/contract/json-schema.ts');
  const { publishedSchemas } = await load<typeof import('../../src/tools/contract/published.ts')>('src/tools/contract/published.ts');
  const { createRegistry } = await load<typeof import('../../src/tools/registry.ts')>('src/tools/registry.ts');
  const { catalog } = await load<typeof import('../../src/tools/catalog/index.ts')>('src/tools/catalog/index.ts');
  const { encode } = await load<typeof import('../../src/wire/encode.ts')>('src/wire/encode.ts');
  const { DIALECTS } = await load<typeof import('../../src/wire/record.ts')>('src/wire/record.ts');
  const tools = createRegistry(catalog).getAll();
  return new Map<string, unknown>([
    ...SCHEMAS.map((name) => [`schemas/${name}.json`, jsonSchemaOf(publishedSchemas[name].schema, publishedSchemas[name].io)] as const),
    ...DIALECTS.flatMap((dialect) => [
      [`${dialect}.first.json`, { tools: encode(dialect, tools).value['tools'] }] as const,
      [`${dialect}.json`, { tools: encode(dialect, tools, { load: 'all' }).value['tools'] }] as const,
    ]),
  ]);
}

/** Writes what an assistant outside the page needs to call it into the site. */
export function assistants(): Plugin {
  return {
    name: 'assistants',
    apply: 'build',
    async generateBundle() {
      for (const [name, value] of await files()) {
        this.emitFile({ type: 'asset', fileName: `assistants/${name}`, source: `${JSON.stringify(value, null, 1)}\n` });
      }
    },
  };
}
