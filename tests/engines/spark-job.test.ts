import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { command, folder } from '../build/cli/command.ts';
import { nodeWorkbench, type NodeWorkbench } from '../support/node-workbench.ts';
import { cellSql, ownAnswer, pythonWith, rowsOfSet, SHORT_JAVA } from './sets.ts';

const CAPTURES = resolve('tests/fixtures/captures');
const SESSIONS = 'pact/sessions';
/** Phones of one night in two rooms, captures of other nights, and the log of a host. */
const ROOMS = {
  hall: [`${SESSIONS}/iphone_01_ch37.pcapng`, `${SESSIONS}/iphone_02_ch37.pcapng`, 'mitll/anechoic_nrf52_0.pcapng'],
  yard: [`${SESSIONS}/s10_01_ch37.pcapng`, `${SESSIONS}/s10_02_ch37.pcapng`, 'hackrf/ble_all_adv.pcap', 'made/host_logs/gatt.btsnoop'],
} as const;
const SQL = ['examples/spark/sql/addresses_over_captures.sql', 'examples/spark/sql/packets_by_hour.sql'];

const python = await pythonWith('import pyspark');
if (python === null) console.log('NOT SEEN: examples/spark, because Spark is not installed');

interface Results {
  readonly data_set: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly calls: readonly {
    readonly night: string;
    readonly room: string | null;
    readonly call: { readonly tool_name: string; readonly capture_selection: { readonly capture_ids: readonly string[] } };
    readonly status: string;
    readonly result_hash: string;
  }[];
}

const jsonAt = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

describe.runIf(python !== null)('the job on two executors, with copies of captures and a killed attempt of each kind of task', () => {
  const place = folder();
  const campaign = place.at('campaign');
  const output = place.at('output');
  /** Links named as the job names captures, by content, for the commands of a single machine. */
  const links = new Map<string, string>();
  let workbench: NodeWorkbench;
  let results: Results;

  const add = (room: string, name: string, from: string): void => {
    mkdirSync(`${campaign}/${room}`, { recursive: true });
    copyFileSync(from, `${campaign}/${room}/${name}`);
  };

  beforeAll(async () => {
    mkdirSync(place.at('links'));
    for (const [room, files] of Object.entries(ROOMS)) {
      for (const file of files) {
        const path = `${CAPTURES}/${file}`;
        const id = `c_${createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)}`;
        links.set(id, place.at(`links/${id}`));
        symlinkSync(path, links.get(id)!);
        add(room, basename(file), path);
        add(room, `copy of ${basename(file)}`, path);
      }
    }
    writeFileSync(`${campaign}/hall/a text.pcap`, 'no packets');
    for (const room of ['hall', 'yard']) add(room, 'in-both-rooms.pcap', `${CAPTURES}/hackrf/adv38.pcap`);
    workbench = await nodeWorkbench();
    for (const path of links.values()) await workbench.openFile(path);
    await workbench.engine.view('all_rows', rowsOfSet([...links.keys()].map((name) => ({ name, time: 'ts_us' }))), { replaces: true });
    const { columns } = await workbench.engine.query('SELECT * FROM all_rows LIMIT 0');
    const names = columns.flatMap(({ name }) => (name === 'time_us' ? [] : [`\`${name}\``]));
    writeFileSync(place.at('every_row.sql'), `SELECT ${names.join(', ')} FROM all_rows`);
    const args = [
      ...['examples/spark/job.py', campaign, '--output', output, '--master', 'local-cluster[2,1,1024]', '--engine', 'wasm'],
      ...['--command', `"${process.execPath}" "${resolve('tests/engines/flaky-command.mjs')}" "${marks()}"`],
      ...[...SQL, place.at('every_row.sql')].flatMap((path) => ['--sql', path]),
    ];
    await promisify(execFile)(python!, args, { env: SHORT_JAVA });
    results = jsonAt(`${output}/results.json`);
  });
  afterAll(async () => {
    place.remove();
    await workbench.close();
  });

  const marks = (): string => {
    mkdirSync(place.at('killed'), { recursive: true });
    return place.at('killed');
  };

  test('a first attempt of both was killed, and nothing of it is left', () => {
    expect(readdirSync(marks()).sort()).toEqual(['convert', 'run']);
    expect(readdirSync(output).sort()).toEqual([
      ...['answers', 'calls.json', 'captures', 'captures.json', 'records', 'results', 'results.json', 'set', 'version.txt'],
    ]);
  });

  test('lists each capture once with all its files, and what was left out', () => {
    const listed = jsonAt<{ captures: { capture_id: string; room: string; paths: string[] }[]; left_out: unknown[] }>(
      `${output}/captures.json`,
    );
    expect(listed.captures.map(({ capture_id }) => capture_id).sort()).toEqual([...links.keys()].sort());
    for (const { room, paths } of listed.captures) {
      expect(paths).toHaveLength(2);
      for (const path of paths) expect(basename(dirname(path))).toBe(room);
    }
    expect(listed.left_out).toEqual([
      {
        paths: ['hall', 'yard'].map((room) => `${campaign}/${room}/in-both-rooms.pcap`),
        error: expect.stringContaining('hall and yard') as string,
      },
      { paths: [`${campaign}/hall/a text.pcap`], error: expect.stringContaining('found text that begins with') as string },
    ]);
  });

  test('its data set is that of one machine', async () => {
    expect(await command(['convert', ...links.values(), '--to', 'parquet', '-o', place.at('set')])).toMatchObject({ code: 0 });
    const { rows, files } = jsonAt<{ rows: number; files: { path: string; sha256: string }[] }>(place.at('set/provenance.json'));
    const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
    const digest = createHash('sha256').update(lines.join('')).digest('hex');
    expect(results.data_set).toEqual({ rows, files: files.length, digest });
    for (const { path, sha256 } of files)
      expect(
        createHash('sha256')
          .update(readFileSync(`${output}/set/${path}`))
          .digest('hex'),
      ).toBe(sha256);
  });

  test('its answers are those of one machine, every row among them', async () => {
    const own: Record<string, unknown> = {};
    for (const path of [...SQL, place.at('every_row.sql')]) {
      const sql = `(${readFileSync(path, 'utf8').replaceAll('`', '"')}) AS answer`;
      const { columns } = await workbench.engine.query(`SELECT * FROM ${sql} LIMIT 0`);
      const cells = columns.map((column) => cellSql('duckdb', column)).join(', ');
      const { types: _, ...answer } = await ownAnswer(workbench.engine, { sql: `SELECT ${cells} FROM ${sql}`, digest: true });
      own[basename(path, '.sql')] = answer;
    }
    expect(results.answers).toEqual(own);
  });

  test('its calls have the result_hash of one process over all captures, by room and night', async () => {
    const { code, stdout } = await command(['run', `${output}/calls.json`, ...links.values(), '--format', 'jsonl', '-q']);
    // Companions need several places, and one room may be one.
    expect([0, 5]).toContain(code);
    const single = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult); // prettier-ignore
    expect(results.calls.map(({ status, result_hash }) => [status, result_hash])).toEqual(
      single.map(({ status, metadata }) => [status, metadata.result_hash]),
    );
    const made = results.calls.map(({ night, room, call }) => [night, room, call.tool_name, call.capture_selection.capture_ids.length]);
    const both = (night: string, room: string, captures: number) =>
      ['bluetooth_address_analyzer', 'companion_analyzer'].map((tool) => [night, room, tool, captures]);
    expect(made).toEqual([
      ...both('2020-05-01', 'hall', 1),
      ...both('2020-05-07', 'hall', 2),
      ...both('2020-05-07', 'yard', 2),
      ['2020-05-07', null, 'companion_analyzer', 4],
      ...both('2023-10-07', 'yard', 1),
      ...both('2025-08-03', 'yard', 1),
    ]);
    expect(results.calls.filter(({ status }) => status === 'ok').length).toBeGreaterThan(3);
  });
});
