import { resolve } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type * as schemas from '../../src/tools/contract/derive-schema.ts';
import type * as published from '../../src/tools/contract/published.ts';
import type * as registry from '../../src/tools/registry.ts';
import type * as catalogs from '../../src/tools/catalog/index.ts';
import type * as encoding from '../../src/wire/encode.ts';
import type * as records from '../../src/wire/record.ts';

/** The contract's shapes that programs outside the page write or read. */
const SCHEMAS = ['tool-manifest', 'tool-invocation', 'tool-result', 'plan', 'plan-document'] as const;

const load = async <T>(path: string): Promise<T> => (await runnerImport<T>(resolve(path), { configFile: false, logLevel: 'error' })).module;

/** `assistants/`: the JSON Schemas, and per dialect `DIALECT.first.json` with what is loaded first and `DIALECT.json` with every tool. */
async function files(): Promise<ReadonlyMap<string, unknown>> {
  const { jsonSchemaOf } = await load<typeof schemas>('src/tools/contract/derive-schema.ts');
  const { publishedSchemas } = await load<typeof published>('src/tools/contract/published.ts');
  const { createRegistry } = await load<typeof registry>('src/tools/registry.ts');
  const { catalog } = await load<typeof catalogs>('src/tools/catalog/index.ts');
  const { encode } = await load<typeof encoding>('src/wire/encode.ts');
  const { DIALECTS } = await load<typeof records>('src/wire/record.ts');
  const tools = createRegistry(catalog).getAll();
  return new Map<string, unknown>([
    ...SCHEMAS.map((name) => [`schemas/${name}.json`, jsonSchemaOf(publishedSchemas[name].schema, publishedSchemas[name].io)] as const),
    ...DIALECTS.flatMap((dialect) => [
      [`${dialect}.first.json`, offer(encode(dialect, tools))] as const,
      [`${dialect}.json`, offer(encode(dialect, tools, { load: 'all' }))] as const,
    ]),
  ]);
}

/** The tools of a request; Bedrock keeps them in `toolConfig`. */
const offer = ({ value: { tools, toolConfig } }: encoding.Encoded): object => (toolConfig === undefined ? { tools } : { toolConfig });

/** Writes the files that assistants outside the page need into the site. */
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
