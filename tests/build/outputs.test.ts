import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { AJV_OPTIONS, bare } from '../../.ci/lib/ajv-options.mjs';
import { definitionsIn } from '../../src/wire/definitions.ts';
import { DIALECTS } from '../../src/wire/record.ts';
import { headersOf } from '../../src/cli/serve/headers.ts';
import { DIST, ONE_FILE, PROVENANCE, ZIP, bytesOf, filesOf, sha256, siteFiles, sourceMaps, textOf } from './dist.ts';

const policyOf = (html: string): Map<string, string[]> => {
  const content = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  return new Map(
    content.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
};

describe.each(['index.html', ONE_FILE])('the policy of %s', (path) => {
  const html = textOf(path);
  const policy = policyOf(html);

  test('stands before anything that loads', () => {
    const at = html.indexOf('Content-Security-Policy');
    expect(at).toBeGreaterThan(0);
    expect(html.search(/<(?:script|link|style)\b/)).toBeGreaterThan(at);
  });

  test('allows no code from text, no foreign host, no plug-in, no form and no other base', () => {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'none'"]);
    const sources = [...policy.values()].flat();
    const known = /^(?:'none'|'self'|blob:|data:|'wasm-unsafe-eval'|'unsafe-inline'|'sha256-[\w+/]+=*')$/;
    expect(sources.filter((source) => !known.test(source))).toEqual([]);
    for (const [name, list] of policy) if (name !== 'style-src') expect(list).not.toContain("'unsafe-inline'");
  });

  test('the page asks for nothing by an absolute address', () => {
    const shell = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
    expect([...shell.matchAll(/\b(?:src|href|action|content)="((?:https?:)?\/\/[^"]*|\/[^"]*)"/g)].map((match) => match[1])).toEqual([]);
  });
});

test('the one file names every script that runs by its hash, and fetches nothing', () => {
  const html = textOf(ONE_FILE);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const running = scripts.filter(([, attributes = '']) => !/type="application\/(?:octet-stream|json)"/.test(attributes));
  expect(running).toHaveLength(1);
  const blocks = scripts.filter(([, attributes = '']) => /id="payload:[^":]+\.js"/.test(attributes));
  expect(blocks.length).toBeGreaterThan(50);
  const parts = blocks.map(([, , text = '']) => gunzipSync(Buffer.from(text, 'base64')));
  const texts = [running[0]?.[2] ?? '', ...parts];
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(policyOf(html).get('script-src')).toEqual([...hashes, "'wasm-unsafe-eval'"]);
  for (const [, attributes = ''] of scripts) expect(attributes).not.toContain('src=');
  const links = [...html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').matchAll(/<link\b[^>]*href="([^"]{0,40})/g)];
  for (const [, href = ''] of links) expect(href).toMatch(/^data:/);
});

test('the one file is ASCII, which a browser decodes at once', () => {
  expect(textOf(ONE_FILE).match(/[^\0-\x7f]/g)).toBeNull();
});

test('the zip is the site, entry by entry, and not itself', () => {
  const entries = unzipSync(bytesOf(ZIP));
  const site = siteFiles();
  expect(Object.keys(entries).sort()).toEqual(site);
  for (const path of site) expect([path, sha256(entries[path] ?? new Uint8Array())]).toEqual([path, sha256(bytesOf(path))]);
});

test('the digests beside the outputs are theirs', () => {
  for (const path of [ONE_FILE, ZIP]) {
    expect(textOf(`${path}.sha256`)).toBe(`${sha256(bytesOf(path))}  ${path.split('/').at(-1) ?? ''}\n`);
  }
  const listed = textOf('SHA256SUMS').trimEnd().split('\n');
  const site = [...siteFiles(), ...sourceMaps()].filter((path) => path !== 'SHA256SUMS').sort();
  expect(listed).toEqual(site.map((path) => `${sha256(bytesOf(path))}  ${path}`));
});

test('the provenance names every output by its digest, the packages and, in a checkout, the commit', () => {
  const statement = JSON.parse(textOf(PROVENANCE)) as {
    subject: { name: string; digest: { sha256: string } }[];
    predicate: { buildDefinition: { resolvedDependencies: { name: string; digest: Record<string, string> }[] } };
  };
  expect(statement.subject.map(({ name }) => name)).toEqual([ZIP, ONE_FILE, 'SHA256SUMS', 'cli/SHA256SUMS']);
  for (const { name, digest } of statement.subject) expect([name, digest.sha256]).toEqual([name, sha256(bytesOf(name))]);
  const from = new Map(statement.predicate.buildDefinition.resolvedDependencies.map(({ name, digest }) => [name, digest]));
  expect(from.get('package-lock.json')).toEqual({ sha256: sha256(readFileSync('package-lock.json')) });
  if (existsSync('.git')) expect(from.get('source')?.['gitCommit']).toMatch(/^[0-9a-f]{40}$/);
});

test('hosts are given the headers that the command serves the site with', () => {
  const rules = new Map<string, Record<string, string>>();
  for (const block of textOf('_headers')
    .trimEnd()
    .split(/\n(?=\S)/)) {
    const [paths = '', ...lines] = block.split('\n');
    rules.set(
      paths,
      Object.fromEntries(lines.map((line) => line.trim().split(': ')).map(([name = '', ...value]) => [name, value.join(': ')])),
    );
  }
  const applies = (paths: string, path: string): boolean => (paths.endsWith('*') ? path.startsWith(paths.slice(0, -1)) : path === paths);
  const given = (path: string): Record<string, string> =>
    Object.fromEntries([...rules].flatMap(([paths, headers]) => (applies(paths, path) ? Object.entries(headers) : [])));
  const script = siteFiles().find((path) => /^assets\/.*\.js$/.test(path))!;
  for (const path of ['index.html', 'sw.js', script]) expect([path, given(`/${path}`)]).toEqual([path, headersOf(path)]);
});

test('every script made from our sources names its source map, with the sources in it', () => {
  // DuckDB's worker names a map that its package does not have.
  const scripts = siteFiles().filter((path) => /^assets\/(?!duckdb-browser-eh\.worker).*\.js$/.test(path));
  const mapOf = (path: string): string | undefined => /\n\/\/# sourceMappingURL=(\S+\.map)\s*$/.exec(textOf(path))?.[1];
  const named = scripts.flatMap((path) => mapOf(path) ?? []).map((name) => `assets/${name}`);
  expect(named.filter((path) => !sourceMaps().includes(path))).toEqual([]);
  // The text of a worker is in the script that starts it from a blob, so no script has these names.
  const unnamed = sourceMaps().filter((path) => !named.includes(path));
  expect(unnamed.filter((path) => !/\/[a-z]+\.worker-[\w-]{8}\.js\.map$/.test(path))).toEqual([]);
  const without = scripts.filter((path) => mapOf(path) === undefined).map((path) => path.replace(/-[\w-]{8}\.js$/, ''));
  expect(without).toEqual(['assets/contract', 'assets/rolldown-runtime']);
  for (const path of sourceMaps()) {
    const { sources, sourcesContent } = JSON.parse(textOf(path)) as { sources: unknown[]; sourcesContent?: unknown[] };
    expect([path, sourcesContent?.length ?? 0]).toEqual([path, sources.length]);
  }
  expect(textOf(ONE_FILE)).not.toContain('sourceMappingURL');
});

test('the service worker keeps every file that the site needs', () => {
  const worker = textOf('sw.js');
  const needed = siteFiles().filter((path) => !/^(?:sw\.js|SHA256SUMS|_headers)$|\.sha256$/.test(path));
  // Hosts that read it do not serve it, and one file that is missing stops the installation.
  expect(worker).not.toContain('"_headers"');
  expect(needed.filter((path) => !worker.includes(`"${path}"`) && !worker.includes(`url:"${path}"`))).toEqual([]);
});

test('no output names a path of the machine that built it', () => {
  const here = process.cwd();
  const naming = filesOf(DIST).filter((path) => /\.(?:html|m?js|css|json|txt|map)$/.test(path) && textOf(path).includes(here));
  expect(naming).toEqual([]);
});

test('the files for assistants are schemas and tools of every dialect', () => {
  const json = (name: string): Record<string, unknown> => JSON.parse(textOf(`assistants/${name}`)) as Record<string, unknown>;
  for (const name of ['tool-manifest', 'tool-invocation', 'tool-result', 'plan', 'plan-document']) {
    expect(() => new Ajv2020(AJV_OPTIONS).compile(bare(json(`schemas/${name}.json`)))).not.toThrow();
  }
  for (const dialect of DIALECTS) {
    const [first, all] = [`${dialect}.first.json`, `${dialect}.json`].map((name) => definitionsIn({ value: json(name) })) as [
      unknown[],
      unknown[],
    ];
    expect(first.length).toBeGreaterThan(5);
    expect(all.length).toBeGreaterThanOrEqual(14);
  }
});
