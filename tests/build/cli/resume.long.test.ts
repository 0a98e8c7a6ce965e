import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanReport } from '../../../src/tools/plan/plan.ts';
import { COMMAND, command, ended, folder, start } from './command.ts';

const place = folder();
afterAll(() => place.remove());

const MITLL = 'tests/fixtures/captures/mitll';
const NAMES = ['a', 'b', 'c', 'd'];
const PLAN = {
  format: 'capture-workbench/plan',
  version: 1,
  steps: [
    {
      id: 'overview',
      for_each: 'captures',
      invocation: {
        tool_name: 'capture_overview',
        tool_version: '1.1.0',
        capture_selection: {},
        arguments: { top: 5, time_bins: 4 },
        request_id: 'overview',
        timeout_ms: 60_000,
      },
    },
    {
      id: 'linkage',
      for_each: 'captures',
      needs: ['overview'],
      invocation: {
        tool_name: 'bluetooth_address_analyzer',
        tool_version: '1.4.0',
        capture_selection: {},
        arguments: {
          address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
          analysis_mode: 'both',
          linkage_window_s: 180,
          min_observation_count: 25,
          rpa_rotation_model: 'spec_default',
        },
        request_id: 'linkage',
        timeout_ms: 120_000,
      },
    },
  ],
};
const CALLS = NAMES.length * PLAN.steps.length;

/** Arguments of the one command, with the file of its finished calls. */
const planned = (file: string, ...more: readonly string[]): string[] => [
  'plan',
  place.at('plan.json'),
  place.at('night/*.pcapng'),
  '--json',
  '--resume',
  place.at(file),
  ...more,
];
const linesOf = (file: string): string[] =>
  existsSync(place.at(file)) ? readFileSync(place.at(file), 'utf8').split('\n').slice(0, -1) : [];
const callIds = (file: string): string[] =>
  linesOf(file)
    .slice(1)
    .map((line) => (JSON.parse(line) as { of: [string, { tool_call_id: string }] }).of[1].tool_call_id);
const stepsOf = (text: string) =>
  (JSON.parse(text) as PlanReport).steps.map(({ id, capture_id, state, result }) => ({
    step: [id, capture_id, state, result?.metadata.result_hash],
    call: result?.tool_call_id,
  }));

let whole: ReturnType<typeof stepsOf>;
beforeAll(async () => {
  mkdirSync(place.at('night'));
  for (const [at, name] of NAMES.entries())
    copyFileSync(`${MITLL}/${at % 2 === 0 ? 'anechoic_nrf52_0' : 'screen_room_nrf52_0'}.pcapng`, place.at(`night/${name}.pcapng`));
  writeFileSync(place.at('plan.json'), JSON.stringify(PLAN));
  const plain = await command(['plan', place.at('plan.json'), place.at('night/*.pcapng'), '--json', '-q']);
  expect(plain.code).toBe(0);
  whole = stepsOf(plain.stdout);
  expect(whole.every(({ step }) => /^[0-9a-f]{64}$/.test(step[3] ?? ''))).toBe(true);
  expect(whole).toHaveLength(CALLS);
});

test('a plan that is killed after any number of calls goes on where it stopped, and gives the results of one start', async () => {
  const file = 'killed.jsonl';
  let before: string[] = [];
  // Killed before the first call, after it, in the middle, and before the last one.
  for (const calls of [0, 1, 4, CALLS - 1]) {
    const child = start(planned(file));
    const end = ended(child);
    while (linesOf(file).length < calls + 1 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill('SIGKILL');
    const { stdout, stderr } = await end;
    expect([child.signalCode, stdout]).toEqual(['SIGKILL', '']);
    if (before.length > 0) expect(stderr).toContain(`${String(before.length)} calls finished in an earlier run`);
    // Nothing that was finished ran again or was lost.
    const now = callIds(file);
    expect(now.slice(0, before.length)).toEqual(before);
    expect(now.length).toBeLessThan(CALLS);
    before = now;
    // The write of a line may be cut off too.
    appendFileSync(place.at(file), '{"sha256":"00');
  }
  const last = await command(planned(file));
  expect(last.code).toBe(0);
  const steps = stepsOf(last.stdout);
  expect(steps.map(({ step }) => step)).toEqual(whole.map(({ step }) => step));
  const ids = callIds(file);
  expect(ids.slice(0, before.length)).toEqual(before);
  expect(ids).toHaveLength(CALLS);
  expect([...steps.map(({ call }) => call)].sort()).toEqual([...ids].sort());
  // Once it is done, the same command runs nothing and says the same, and the report has every call.
  const again = await command(planned(file, '--format', 'json', '--report', place.at('night.html'), '--unmasked', '-q'));
  const report = readFileSync(place.at('night.html'), 'utf8');
  expect(whole.filter(({ step }) => !report.includes(step[3] ?? 'no hash'))).toEqual([]);
  expect(report.match(/<section class="call"/g)).toHaveLength(CALLS);
  expect(stepsOf(again.stdout)).toEqual(steps);
  expect(callIds(file)).toEqual(ids);
});

test('one plan over 200 captures that is killed goes on, and one report has every overview and linkage', async () => {
  const recordings = ['anechoic_nrf52_0', 'anechoic_ubertooth_90'];
  const count = 200;
  mkdirSync(place.at('many'));
  for (let at = 0; at < count; at++)
    copyFileSync(`${MITLL}/${recordings[at % recordings.length]!}.pcapng`, place.at(`many/n${String(at).padStart(3, '0')}.pcapng`));
  const args = ['plan', place.at('plan.json'), place.at('many/*.pcapng'), '--json', '-q', '--resume', place.at('many.jsonl')];
  const child = start(args);
  const end = ended(child);
  while (linesOf('many.jsonl').length < count && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill('SIGKILL');
  await end;
  const before = callIds('many.jsonl');
  expect([child.signalCode, before.length < count * PLAN.steps.length]).toEqual(['SIGKILL', true]);

  const { code, stdout } = await command([...args, '--report', place.at('many.html')]);
  const steps = stepsOf(stdout);
  expect([code, steps.length]).toEqual([0, count * PLAN.steps.length]);
  const ids = callIds('many.jsonl');
  expect(ids.slice(0, before.length)).toEqual(before);
  expect([...ids].sort()).toEqual(steps.map(({ call }) => call).sort());
  expect(steps.filter(({ step }) => step[2] !== 'ok')).toEqual([]);
  const results = (id: string): number => new Set(steps.filter(({ step }) => step[0] === id).map(({ step }) => step[3])).size;
  // Copies of a recording have one linkage, whether it was computed before the kill or after; an overview says the name of its capture.
  expect([results('linkage'), results('overview')]).toEqual([recordings.length, count]);
  expect(readFileSync(place.at('many.html'), 'utf8').match(/<section class="call"/g)).toHaveLength(count * PLAN.steps.length);
});

test('a signal ends it in order, and the next start goes on', async () => {
  const file = 'stopped.jsonl';
  const child = start(planned(file));
  const end = ended(child);
  while (linesOf(file).length < 3 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 143, stdout: '' });
  const before = callIds(file);
  expect(before.length).toBeGreaterThanOrEqual(2);
  const { code, stdout } = await command(planned(file, '-q'));
  expect([code, callIds(file).slice(0, before.length)]).toEqual([0, before]);
  expect(stepsOf(stdout).map(({ step }) => step)).toEqual(whole.map(({ step }) => step));
});

test('calls of another plan, of other captures, of other options, and of an edited file are refused and stay', async () => {
  const file = 'other.jsonl';
  const two = [place.at('night/a.pcapng'), place.at('night/b.pcapng')];
  const plan = place.at('plan.json');
  expect((await command(['plan', plan, ...two, '--resume', place.at(file), '-q'])).code).toBe(0);
  const text = readFileSync(place.at(file), 'utf8');
  writeFileSync(place.at('plan-2.json'), JSON.stringify({ ...PLAN, title: 'other' }));
  writeFileSync(place.at('reading.json'), '{}');
  for (const [args, named] of [
    [[place.at('plan-2.json'), ...two], 'different plan'],
    [[plan, two[1]!, two[0]!], 'different captures'],
    [[plan, ...two, '--reading', place.at('reading.json')], 'different --reading'],
  ] as const) {
    const { code, stdout, stderr } = await command(['plan', ...args, '--resume', place.at(file)]);
    expect([code, stdout, stderr.includes(named)]).toEqual([2, '', true]);
  }
  expect(readFileSync(place.at(file), 'utf8')).toBe(text);
  const at = text.indexOf('"status":"ok"');
  writeFileSync(place.at(file), `${text.slice(0, at)}"status":"no"${text.slice(at + 13)}`);
  const edited = await command(['plan', plan, ...two, '--resume', place.at(file)]);
  expect([edited.code, edited.stderr.includes('line 2: expected a finished call')]).toEqual([3, true]);
  const strange = await command(['plan', plan, ...two, '--resume', plan]);
  expect([strange.code, JSON.parse(readFileSync(plan, 'utf8'))]).toEqual([2, PLAN]);
});

test('two equal calls of a list have a result each, before and after', async () => {
  const call = { ...PLAN.steps[0]!.invocation, capture_selection: { capture_id: 'a' } };
  writeFileSync(place.at('list.json'), JSON.stringify([call, { ...call, request_id: 'second' }]));
  const args = ['plan', place.at('list.json'), place.at('night/a.pcapng'), '--json', '-q', '--resume', place.at('list.jsonl')];
  const first = stepsOf((await command(args)).stdout);
  expect(stepsOf((await command(args)).stdout)).toEqual(first);
  expect(new Set(first.map(({ call: id }) => id)).size).toBe(2);
});

test('a file that cannot grow is named and ends with 6, and the next start goes on', async () => {
  const file = 'short.jsonl';
  // No file of this process may be larger than 16 KiB.
  const limited = spawn('/bin/bash', ['-c', 'ulimit -f 16; exec "$@"', 'bash', process.execPath, COMMAND, ...planned(file, '-q')]);
  const { code, stderr } = await ended(limited);
  expect([code, stderr]).toEqual([6, expect.stringContaining('short.jsonl could not be written')]);
  const before = callIds(file);
  expect(before.length).toBeGreaterThan(0);
  const { code: done, stdout } = await command(planned(file, '-q'));
  expect([done, callIds(file).slice(0, before.length)]).toEqual([0, before]);
  expect(stepsOf(stdout).map(({ step }) => step)).toEqual(whole.map(({ step }) => step));
});

test('a device is no file for finished calls', async () => {
  for (const device of ['/dev/full', '/dev/zero', '/dev/null'].filter((each) => existsSync(each)))
    expect([device, (await command(['plan', place.at('plan.json'), place.at('night/a.pcapng'), '-q', '--resume', device])).code]).toEqual([
      device,
      2,
    ]);
});
