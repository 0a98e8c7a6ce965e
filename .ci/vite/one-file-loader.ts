/**
 * Loads the program from the one file. Each chunk of the build is a payload block, and its text becomes a separate script, listed by hash
 * in the policy. As one script, the program blocked the page's thread for 150 ms to compile and 170 ms to evaluate; now the page yields
 * between chunks, and loads those behind an `import()` on demand.
 */

/** A CommonJS chunk of the build. */
export interface Part {
  readonly id: string;
  readonly code: string;
  /** Ids of the chunks that must run before it, and of those that it may load later. */
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly isEntry: boolean;
}

const LATER = /Promise\.resolve\(\)\.then\(\(\)\s*=>\s*require\((["'`])\.\/([^"'`]+)\1\)\)/g;

/**
 * The script that hands a chunk to the loader, as a function it calls once. Parentheses make the engine compile it immediately and only
 * once. Throws if a chunk has an `import()` that would run immediately, which reveals a change in the bundler's output.
 */
export function scriptOf({ id, code, dynamicImports }: Part): string {
  const found = new Set<string>();
  const text = code.replace(LATER, (_, quote: string, name: string) => {
    found.add(name);
    return `require.later(${quote}./${name}${quote})`;
  });
  const missed = dynamicImports.filter((name) => !found.has(name));
  if (missed.length > 0) throw new Error(`expected every import() of ${id} to be found, missed ${missed.join(', ')}`);
  return `document.currentScript.make=(function(require,exports,module){"use strict";${text}\n});`;
}

/** The script that loads the entry; `payload:` and the chunk's name is the id of its block. */
export function loader(parts: readonly Part[]): string {
  const needs = Object.fromEntries(parts.map(({ id, imports }) => [id, imports]));
  const entries = parts.filter(({ isEntry }) => isEntry);
  if (entries.length !== 1) throw new Error(`expected one entry of the one-file build, found ${String(entries.length)}`);
  return `const NEEDS = ${JSON.stringify(needs)};\n${LOADER}\nawait later(${JSON.stringify(`./${entries[0]?.id ?? ''}`)});`;
}

/** Its text is fixed here and not built, because its hash is in the policy. */
const LOADER = `
const turn = () => new Promise((settle) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); settle(); };
  port2.postMessage(null);
});
const reading = new Map();
const makers = new Map();
const modules = new Map();
async function read(id) {
  const block = document.getElementById('payload:' + id).textContent;
  const packed = await fetch('data:application/gzip;base64,' + block);
  const text = await new Response(packed.body.pipeThrough(new DecompressionStream('gzip'))).text();
  await turn();
  const script = document.createElement('script');
  script.textContent = text;
  document.body.append(script);
  script.remove();
  if (script.make === undefined) throw new Error('expected the part ' + id + ' of this file to be as it was built');
  makers.set(id, script.make);
  await turn();
}
function have(id) {
  if (!reading.has(id)) reading.set(id, read(id));
  return reading.get(id);
}
function need(path) {
  const id = path.slice(2);
  let module = modules.get(id);
  if (module === undefined) {
    module = { exports: {} };
    modules.set(id, module);
    makers.get(id)(need, module.exports, module);
  }
  return module.exports;
}
function inOrder(id, order = new Set(), open = new Set()) {
  if (open.has(id)) return order;
  open.add(id);
  for (const needed of NEEDS[id]) inOrder(needed, order, open);
  return order.add(id);
}
async function later(path) {
  const order = [...inOrder(path.slice(2))];
  // Each text becomes a URL, which the browser parses synchronously: yield between them to keep the page responsive.
  for (const id of order) {
    if (!reading.has(id)) { void have(id).catch(() => undefined); await turn(); }
  }
  await Promise.all(order.map(have));
  for (const id of order) {
    if (modules.has(id)) continue;
    need('./' + id);
    await turn();
  }
  return need(path);
}
need.later = later;`.trim();
