import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireDistinctFiles } from '../../../src/cli/distinct-files.ts';
import type { Given } from '../../../src/cli/options.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'capture-workbench-'));
  for (const name of ['a.pcap', 'b.pcap', 'policy.json']) writeFileSync(at(name), name);
  mkdirSync(at('night'));
  writeFileSync(at('night/one.pcap'), '1');
  linkSync(at('a.pcap'), at('hard.pcap'));
  symlinkSync(at('a.pcap'), at('soft.pcap'));
  symlinkSync(folder, at('again'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const reads = 'another file than the command reads';
test.each<[what: string, given: () => Given, positionals: () => string[], message: string]>([
  ['a capture', () => ({ output: at('a.pcap') }), () => [at('a.pcap')], reads],
  ['a capture under another spelling', () => ({ output: `${folder}/./again/a.pcap` }), () => [at('a.pcap')], reads],
  ['a capture by a hard link', () => ({ output: at('hard.pcap') }), () => [at('a.pcap')], reads],
  ['a capture by a symbolic link', () => ({ journal: at('soft.pcap') }), () => [at('a.pcap')], reads],
  ['a capture of a folder', () => ({ report: at('night/one.pcap') }), () => [at('night')], reads],
  ['a capture of a pattern', () => ({ output: at('b.pcap') }), () => [at('*.pcap')], reads],
  ['the policy', () => ({ output: at('policy.json'), policy: at('policy.json') }), () => [], reads],
  ['its own other output', () => ({ output: at('new.html'), report: at('again/new.html') }), () => [], 'expected two files'],
  ['the file of finished calls', () => ({ output: at('r.jsonl'), resume: at('r.jsonl') }), () => [], 'expected two files'],
  ['standard input twice', () => ({}), () => ['-', '-'], 'at most once'],
])('a command does not write over %s', async (_what, given, positionals, message) => {
  await expect(requireDistinctFiles(given(), positionals())).rejects.toThrow(message);
});

test('other files, devices and statements are no conflict', async () => {
  await requireDistinctFiles({ output: at('new.json'), journal: at('journal.jsonl') }, ['SELECT 1', at('a.pcap'), at('missing')]);
  await requireDistinctFiles({ output: '/dev/null', report: '/dev/null' }, [at('a.pcap')]);
  await requireDistinctFiles({ output: '-' }, ['-']);
});
