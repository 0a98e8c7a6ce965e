import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chmodSync, existsSync, openSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { roomCapture } from '../../support/room-capture.ts';
import { CALL, COMMAND, SAMPLE, command, ended, folder, start } from './command.ts';

const place = folder();
afterAll(() => place.remove());

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(place.at(name), content);
  return place.at(name);
};

test('run prints the result envelope, and nothing else on standard output', async () => {
  const { code, stdout, stderr } = await command(['run', write('call.json', JSON.stringify(CALL)), SAMPLE, '--json', '--quiet']);
  expect([code, stderr]).toEqual([0, '']);
  const result = JSON.parse(stdout) as ToolResult;
  expect(result).toMatchObject({
    status: 'ok',
    metadata: { toolName: 'capture_overview', captures: [{ capture_id: 'chamber_four_phones' }] },
  });
  expect(result.metadata.result_hash).toMatch(/^[0-9a-f]{64}$/);
});

test('a call comes from standard input, and a table of its answer as aligned text', async () => {
  const { code, stdout } = await command(['run', '-', SAMPLE, '-q', '--table', 'list'], JSON.stringify(CALL));
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toMatch(/^id +title +rows$/);
});

test('a table of an answer is CSV with numbers', async () => {
  const { code, stdout } = await command(['run', write('csv-call.json', JSON.stringify(CALL)), SAMPLE, '-q', '--format', 'csv']);
  expect([code, stdout]).toEqual([0, 'Value,Rows\r\nchamber_four_phones,8853\r\n']);
});

test('query writes aligned text, CSV, JSON lines, JSON and Parquet', async () => {
  const statement = "SELECT adv_type, count(*) AS n FROM chamber_four_phones WHERE adv_type <> 'ADV_IND' GROUP BY 1 ORDER BY n DESC";
  const query = (...options: string[]) => command(['query', statement, SAMPLE, '-q', ...options]);
  expect((await query()).stdout).toBe(
    ['adv_type           n', '---------------  ---', 'ADV_NONCONN_IND  167', 'SCAN_REQ          50', 'SCAN_RSP          39', ''].join('\n'),
  );
  expect((await query('--format', 'csv')).stdout).toBe('adv_type,n\r\nADV_NONCONN_IND,167\r\nSCAN_REQ,50\r\nSCAN_RSP,39\r\n');
  expect((await query('--format', 'jsonl')).stdout.split('\n')[1]).toBe('{"adv_type":"SCAN_REQ","n":50}');
  expect(JSON.parse((await query('--json')).stdout)).toMatchObject({ row_count: 3, truncated: false });
  const parquet = place.at('rows.parquet');
  expect((await query('--format', 'parquet', '-o', parquet)).code).toBe(0);
  const again = await command(['query', 'SELECT sum(n) AS n FROM rows', parquet, '-q', '--format', 'csv']);
  expect(again.stdout).toBe('n\r\n256\r\n');
});

test('captures come from patterns, and from a pipe', async () => {
  const found = await command(['open', 'public/samples/*.pcapng', '--json', '-q']);
  expect((JSON.parse(found.stdout) as CaptureInfo[]).map(({ capture_id }) => capture_id)).toEqual([
    'chamber_four_phones',
    'one_phone_one_hour',
  ]);
  const piped = await command(['query', 'SELECT count(*) AS n FROM stdin', '-', '-q', '--format', 'csv'], readFileSync(SAMPLE));
  expect(piped.stdout).toBe('n\r\n8853\r\n');
});

test('wrong usage is refused before anything runs, with exit code 2', async () => {
  const broken = write('broken.json', '{"tool_name":');
  for (const [args, expected] of [
    [[], /expected a command/],
    [['walk'], /expected one of open, /],
    [['run'], /expected a file with a call/],
    [['run', broken, SAMPLE], /expected a call as JSON/],
    [['query', 'SELECT 1', SAMPLE, '--limit', 'many'], /--limit, found many/],
    [['open', SAMPLE, '--colour'], /Unknown option '--colour'/],
    [['open', SAMPLE, '--format', 'yaml'], /found yaml/],
    [['query', 'SELECT 1', SAMPLE, '--format', 'parquet'], /expected --output/],
    [['export', SAMPLE, '--to', 'csv'], /expected --output/],
    [['export', SAMPLE, '--to', 'csv', '-o', '-'], /found "-"/],
    [['query', 'SELECT 1', SAMPLE, '--limit', '-1'], /^capture-workbench: .*'--limit'.*\n$/],
    [['run', write('call.json', JSON.stringify(CALL)), SAMPLE, '--approve', 'walk'], /--approve with the name of a tool, found walk/],
    [['plan', write('plan.json', '{"steps":[{"for_each":"capture"}]}')], /at least one capture/],
    [['share', broken, '-o', broken], /another file than the command reads/],
    [['run', '-', '-'], /standard input .* at most once/],
    [['run', write('call.json', JSON.stringify(CALL)), SAMPLE, '--policy', write('policy.json', '{"allow":7}')], /policy\.json: /],
  ] as const) {
    const { code, stdout, stderr } = await command(args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(expected);
  }
});

test('files that are missing, folders, patterns of nothing and noise end with 3; the good ones of open are still shown', async () => {
  const noise = write(
    'noise.pcapng',
    new Uint8Array(4096).map((_, at) => (at * 7919) % 251),
  );
  for (const path of [place.at('missing.pcap'), place.path, place.at('*.nothing'), noise]) {
    const { code, stderr } = await command(['query', 'SELECT 1', path]);
    expect([path, code]).toEqual([path, 3]);
    expect(stderr).not.toMatch(/\n {4}at /);
  }
  const both = await command(['open', noise, SAMPLE, '--format', 'csv', '-q']);
  expect(both.code).toBe(3);
  expect(both.stdout).toContain('chamber_four_phones');
  expect(both.stderr).toContain('noise.pcapng: ');
});

test('names in files cannot write to the terminal', async () => {
  const hostile = write('a\u001b]0;owned\u0007.csv', 'a,b\n1,\u001b[2J\n');
  const { stdout, stderr } = await command(['query', 'SELECT * FROM a_0_owned_', hostile]);
  expect([...(stdout + stderr)].filter((letter) => letter !== '\n' && (letter < ' ' || letter === '\u007f'))).toEqual([]);
  expect(stdout).toContain('U+001B');
});

test('a call that the policy or its own words refuse ends with 4, one that fails with 5', async () => {
  const exporting = { ...CALL, tool_name: 'capture_export', tool_version: '1.2.0', arguments: { format: 'csv' } };
  const denied = await command(['run', write('export.json', JSON.stringify(exporting)), SAMPLE, '--write-to', place.path, '--json', '-q']);
  expect(denied.code).toBe(4);
  expect((JSON.parse(denied.stdout) as ToolResult).status).toBe('error');
  expect(readdirSync(place.path).filter((name) => name.includes('chamber'))).toEqual([]);
  const wrong = await command(['run', '-', SAMPLE, '-q'], JSON.stringify({ ...CALL, arguments: { top: -1 } }));
  expect(wrong.code).toBe(4);
  const approved = await command(['run', place.at('export.json'), SAMPLE, '--write-to', place.path, '--approve', 'capture_export', '-q']);
  expect(approved.code).toBe(0);
  expect(readdirSync(place.path).filter((name) => name.includes('chamber')).length).toBeGreaterThan(0);
  const failed = await command(['query', 'SELECT nothing FROM chamber_four_phones', SAMPLE, '-q']);
  expect([failed.code, failed.stdout]).toEqual([5, '']);
});

test('tools lists, describes and searches without a capture', async () => {
  expect((await command(['tools'])).stdout).toContain('bluetooth_address_analyzer');
  expect(JSON.parse((await command(['tools', 'describe', 'capture_query', '--json'])).stdout)).toMatchObject({ name: 'capture_query' });
  expect((await command(['tools', 'search', 'rotation'])).stdout.split('\n')[2]).toContain('rotation_privacy_audit');
});

test('share writes a file that verify finds intact, and changed after an edit', async () => {
  const shared = place.at('shared.html');
  const call = write('share-call.json', JSON.stringify(CALL));
  expect((await command(['share', SAMPLE, '--call', call, '-o', shared, '-q'])).code).toBe(0);
  expect(await command(['verify', shared])).toMatchObject({ code: 0, stdout: 'shared.html: intact\n' });
  const text = readFileSync(shared, 'utf8');
  const at = text.lastIndexOf('8853 rows');
  expect(at).toBeGreaterThan(0);
  writeFileSync(shared, `${text.slice(0, at)}9${text.slice(at + 1)}`);
  expect(await command(['verify', shared])).toMatchObject({ code: 5 });
  const report = place.at('report.html');
  expect((await command(['report', call, SAMPLE, '-o', report, '-q'])).code).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain('<!doctype html>');
});

test('an interrupted command ends with 130 or 143 and leaves no file', async () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const output = place.at(`${signal}.csv`);
    const child = start(['query', 'SELECT count(*) FROM range(1e12::BIGINT)', SAMPLE, '--progress', '-o', output]);
    const end = ended(child);
    // It reports the capture first; the statement runs after that.
    await once(child.stderr, 'data');
    child.kill(signal);
    expect([signal, (await end).code]).toEqual([signal, code]);
    expect(readdirSync(place.path).filter((name) => name.startsWith(signal))).toEqual([]);
  }
});

test('a reader that goes away ends the command quietly', async () => {
  const child = start(['query', 'SELECT repeat(md5(range::VARCHAR), 100) AS text FROM range(200000)', SAMPLE, '-q', '--format', 'csv']);
  child.stdout.once('data', () => child.stdout.destroy());
  const { code, stderr } = await ended(child);
  expect([code, stderr]).toEqual([141, '']);
});

test('the first line arrives in a pipe whose reader then goes away', () => {
  // The reader's end is the shell's: no process of this test destroys a stream.
  const script =
    '"$0" "$1" query "SELECT range AS n, repeat(md5(range::VARCHAR), 100) AS text FROM range(200000)" "$2" -q --format csv | head -1; exit "${PIPESTATUS[0]}"';
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', script, process.execPath, COMMAND, SAMPLE], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([141, 'n,text\r\n', '']);
});

test.runIf(process.getuid?.() !== 0)('a file that may not be read ends with 3', async () => {
  const closed = write('closed.pcapng', readFileSync(SAMPLE));
  chmodSync(closed, 0o000);
  const { code, stderr } = await command(['open', closed, '-q']);
  expect([code, stderr.includes('closed.pcapng')]).toEqual([3, true]);
});

test('a folder that may not be written, or that is none, ends with 6 and leaves nothing', async () => {
  for (const output of [place.at('missing/rows.csv'), '/proc/rows.csv', `${SAMPLE}/rows.csv`]) {
    const { code, stdout, stderr } = await command(['query', 'SELECT 1 AS n', SAMPLE, '-q', '--format', 'csv', '-o', output]);
    expect([output, code, stdout]).toEqual([output, 6, '']);
    expect(stderr).toMatch(/could not be written/);
    expect(stderr).not.toMatch(/\n {4}at /);
  }
});

test('a device or a pipe is written directly, and "-" is standard output', async () => {
  for (const output of ['/dev/stdout', '-']) {
    const { code, stdout } = await command(['query', 'SELECT 1 AS n', SAMPLE, '-q', '--format', 'csv', '-o', output]);
    expect([output, code, stdout]).toEqual([output, 0, 'n\r\n1\r\n']);
  }
  expect(statSync('/dev/stdout').isFile(), '/dev/stdout is still no file').toBe(false);
});

test('a full disk is named and ends with 6', async () => {
  if (!existsSync('/dev/full')) return;
  const child = spawn(process.execPath, [COMMAND, 'tools'], { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] });
  const errors: Buffer[] = [];
  child.stderr!.on('data', (part: Buffer) => errors.push(part));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, Buffer.concat(errors).toString()]).toEqual([
    6,
    'capture-workbench: standard output could not be written: the disk is full\n',
  ]);
});

test('files of a call that cannot be written end with 6 and one error that names the place', async () => {
  const call = { ...CALL, tool_name: 'anova_tool', tool_version: '1.2.0', arguments: { response: 'rssi', factors: ['channel'] } };
  const { code, stdout } = await command(['run', '-', SAMPLE, '-q', '--json', '--write-to', place.at('missing')], JSON.stringify(call));
  const { errors } = JSON.parse(stdout) as ToolResult;
  expect([code, errors.map((error) => error.code)]).toEqual([6, ['WRITE_FAILED']]);
  expect(errors[0]?.message).toContain(place.at('missing'));
});

test('an export to a full disk is named and ends with 6', async () => {
  if (!existsSync('/dev/full')) return;
  const { code, stderr } = await command(['export', SAMPLE, '--to', 'csv', '-o', '/dev/full']);
  expect([code, stderr.includes('the disk is full')]).toEqual([6, true]);
});

test('convert writes a data set that appears complete or not at all, and takes away what a killed one left', async () => {
  const set = place.at('set');
  const leftovers = (): string[] => readdirSync(place.path).filter((name) => name.startsWith('set.'));
  // Long enough that it is killed on its way.
  const begun = start(['convert', write('long.pcap', roomCapture({ packets: 1_000_000, seed: 5 })), '--to', 'parquet', '-o', set]);
  while (leftovers().length === 0 && begun.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
  begun.kill('SIGKILL');
  await once(begun, 'close');
  expect([existsSync(set), leftovers().length]).toEqual([false, 1]);
  const done = await command(['convert', SAMPLE, '--to', 'parquet', '-o', set]);
  expect(done).toMatchObject({ code: 0, stdout: '' });
  expect(done.stderr).toContain('8,853 records, 8,853 rows in 1 file of chamber_four_phones');
  expect(done.stderr).not.toContain('Times are corrected');
  expect(readdirSync(place.path).filter((name) => name.startsWith('set'))).toEqual(['set']);
  const manifest = JSON.parse(readFileSync(`${set}/provenance.json`, 'utf8')) as { files: { path: string; sha256: string }[] };
  expect(manifest).toMatchObject({
    times: 'as recorded',
    rows: 8853,
    records: [{ capture_id: 'chamber_four_phones', read: 8853, with_rows: 8853, reported: 0 }],
    captures: [{ sha256: createHash('sha256').update(readFileSync(SAMPLE)).digest('hex') }],
  });
  for (const { path, sha256 } of manifest.files)
    expect(
      createHash('sha256')
        .update(readFileSync(`${set}/${path}`))
        .digest('hex'),
    ).toBe(sha256);
  expect((await command(['convert', SAMPLE, '--to', 'parquet', '-o', set])).code).toBe(2);
  expect((await command(['convert', write('t.csv', 'a,b\n1,2\n'), '--to', 'parquet', '-o', place.at('set2')])).code).toBe(3);
  expect(readdirSync(place.path).filter((name) => name.startsWith('set'))).toEqual(['set']);
});

test('mcp serves the read-only tools over standard input and output, and denies the rest', async () => {
  const child = start(['mcp', SAMPLE, '-q']);
  const messages = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<Record<string, unknown>> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse(((await messages.next()) as IteratorYieldResult<string>).value) as Record<string, unknown>;
  };
  const clientInfo = { name: 'test', version: '1' };
  expect(await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })).toMatchObject({
    id: 1,
    result: { serverInfo: { name: 'capture-workbench' } },
  });
  const listed = (await ask(2, 'tools/list', {}))['result'] as { tools: { name: string }[] };
  expect(listed.tools.map(({ name }) => name)).toContain('bluetooth_address_analyzer');
  const overview = {
    name: 'capture_overview',
    arguments: { capture_selection: { capture_id: 'chamber_four_phones' }, top: 3, time_bins: 2 },
  };
  expect(await ask(3, 'tools/call', overview)).toMatchObject({ id: 3, result: { content: [{ type: 'text' }] } });
  expect(await ask(4, 'tools/call', { name: 'capture_export', arguments: {} })).toMatchObject({
    id: 4,
    error: { message: 'Unknown tool' },
  });
  child.stdin.write('no message\n');
  expect(JSON.parse(((await messages.next()) as IteratorYieldResult<string>).value)).toMatchObject({ error: { code: -32_700 } });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('help and version need no capture', () => {
  const help = spawnSync(process.execPath, [COMMAND, 'run', '--help'], { encoding: 'utf8' });
  expect([help.status, help.stdout.split('\n')[0]]).toEqual([0, 'Usage: capture-workbench run CALL CAPTURE...']);
  expect(spawnSync(process.execPath, [COMMAND, '--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+\.\d+ \(/);
});
