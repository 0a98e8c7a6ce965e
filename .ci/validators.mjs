/**
 * Compiles every schema of the tool contract and of every tool to code, at build time, because the page's policy forbids code from text:
 * zod → JSON Schema → ajv (2020-12) → src/tools/contract/generated/validators.js, and output-validators.js for the answers of tools. The
 * modules have no imports; ajv's two run-time helpers are written into it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { runnerImport } from 'vite';
import { AJV_OPTIONS, bare } from './lib/ajv-options.mjs';
import { fail, fromRoot } from './lib/command.mjs';

const require = createRequire(import.meta.url);

/** @param {string} path */
const load = async (path) => (await runnerImport(fromRoot(path), { configFile: false, logLevel: 'error' })).module;

/** @param {string} code */
function withoutImports(code) {
  const inlined = code.replaceAll(/const (\w+) = require\("([^"]+)"\)(\.default)?;/g, (_, name, id, member) => {
    const helper = member ? require(id).default : require(id);
    return `const ${name} = ${helper.toString()};`;
  });
  if (inlined.includes('require(')) throw new Error('the generated validators still import something');
  return inlined;
}

const PUSHED =
  /const (err\d+) = \{instancePath(?::([^\n]*?))?,schemaPath:("[^"]*"),keyword:("[^"]*"),params:(\{[^\n]*?\})\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;
const TOLD = `const told = (faults, instancePath, schemaPath, keyword, params) => {
  const fault = { instancePath, schemaPath, keyword, params };
  if (faults === null) return [fault];
  faults.push(fault);
  return faults;
};`;

/**
 * Replaces ajv's repeated code for adding an error to the list with one function, which makes the module a fifth smaller.
 * @param {string} code
 */
function withOneTeller(code) {
  const short = code.replaceAll(PUSHED, (_, _name, place, ...parts) => {
    const [schemaPath, keyword, params] = parts;
    return `vErrors = told(vErrors,${place ?? 'instancePath'},${schemaPath},${keyword},${params});errors++;`;
  });
  if (/vErrors = \[err/.test(short)) throw new Error('ajv writes its faults in a form that is not known here');
  return `${TOLD}\n${short}`;
}

/**
 * Shortens the schema path in each error: faults.ts only checks whether it lies in a branch of a union, and the full paths would be a
 * sixth of the module.
 * @param {string} code
 */
const withoutPlaces = (code) =>
  code.replaceAll(/schemaPath:"([^"]*)"/g, (_, path) => `schemaPath:"${/\/(?:anyOf|oneOf)\/\d/.exec(path)?.[0] ?? ''}"`);

async function generate() {
  const { jsonSchemaOf } = await load('src/tools/contract/derive-schema.ts');
  const { publishedSchemas, WRITTEN_ONLY } = await load('src/tools/contract/published.ts');
  const { catalog } = await load('src/tools/catalog/index.ts');
  const { canonicalJson } = await load('src/base/canonical.ts');

  /** @type {Map<string, object>} */
  const schemas = new Map(
    Object.entries(publishedSchemas).flatMap(([id, { schema, io }]) => (WRITTEN_ONLY.includes(id) ? [] : [[id, jsonSchemaOf(schema, io)]])),
  );
  /** @type {Map<string, object>} */
  const outputs = new Map();
  /** @type {Record<string, string>} */
  const hashes = {};
  for (const tool of catalog) {
    const id = `${tool.manifest.name}@${tool.manifest.version}`;
    const pair = { input: jsonSchemaOf(tool.input, 'input'), output: jsonSchemaOf(tool.output, 'output') };
    schemas.set(`tool:${id}:input`, pair.input);
    outputs.set(id, pair.output);
    hashes[id] = createHash('sha256').update(canonicalJson(pair)).digest('hex');
  }
  write('validators', `${moduleOf(schemas)}export const schemaHashes = ${JSON.stringify(hashes, null, 2)};\n`, [
    'export const schemaHashes: Readonly<Record<string, string>>;',
  ]);
  write('output-validators', moduleOf(outputs), []);
}

/**
 * Code that exports `validators`, by the ids of the schemas. Versions of a tool often share a schema; equal schemas are compiled once.
 * @param {Map<string, object>} schemas
 */
function moduleOf(schemas) {
  const ajv = new Ajv2020({ ...AJV_OPTIONS, code: { source: true, esm: true, optimize: 2 } });
  /** @type {Record<string, string>} */
  const exported = {};
  /** @type {Map<string, number>} */
  const compiled = new Map();
  const entries = [...schemas].map(([id, schema]) => {
    const text = JSON.stringify(bare(schema));
    const index = compiled.get(text) ?? compiled.size;
    if (index === compiled.size) {
      compiled.set(text, index);
      // ajv names its own functions `validate20`, `validate21`, ….
      ajv.addSchema({ ...bare(schema), $id: `schema-${index}` });
      exported[`published${index}`] = `schema-${index}`;
    }
    return `  ${JSON.stringify(id)}: published${index},`;
  });
  const code = withOneTeller(withoutPlaces(withoutImports(standaloneCode(ajv, exported))));
  return `// Generated by .ci/validators.mjs\n${code}\nexport const validators = {\n${entries.join('\n')}\n};\n`;
}

/**
 * @param {string} name
 * @param {string} code
 * @param {readonly string[]} types further lines of its declarations
 */
function write(name, code, types) {
  const out = fromRoot('src/tools/contract/generated');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.js`), code);
  const declared = [
    "import type { AheadOfTime } from '../schema.ts';",
    '',
    'export const validators: Readonly<Record<string, AheadOfTime>>;',
    ...types,
  ];
  writeFileSync(join(out, `${name}.d.ts`), `${declared.join('\n')}\n`);
}

await generate().catch(fail);
