import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolService, type ToolService } from '../../../../src/core/calls/tool-service.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
let service: ToolService;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const { runner, captures } = workbench;
  const replays = {
    runner,
    runs: [],
    build: { app_version: '0', kernels_sha256: '' },
    opened: captures,
    merges: { kept: () => [], merge: () => Promise.reject(new Error('no views here')) },
    files: captures,
    open: () => Promise.resolve(undefined),
  };
  service = toolService({ registry: createRegistry(catalog), runner, captures, replays });
  await service.ready;
  await workbench.open(new TextEncoder().encode('time,snr,latency_ms\n1700000000,1,2.5\n1700000001,2,4.9\n1700000002,4,9.2\n'), 'lab.csv');
});
afterAll(() => workbench.close());

test('every version is listed, newest first, and passes the lint', async () => {
  const keys = service.versions().map(({ name, version }) => `${name}@${version}`);
  expect(keys).toEqual(expect.arrayContaining(catalog.map(({ manifest }) => `${manifest.name}@${manifest.version}`)));
  expect(keys.indexOf('statistical_regression_tool@1.3.0')).toBeLessThan(keys.indexOf('statistical_regression_tool@1.2.0'));
  const rules = await service.rules();
  expect(rules.lint().filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(rules.lint({ name: 'Anova-Tool' })[0]).toMatchObject({ rule: 'DL-0', severity: 'error' });
  expect(rules.lint(undefined)[0]).toMatchObject({ rule: 'DL-0', severity: 'error' });
});

test('an example refers to the chosen captures, or to its own if they are open under another name', async () => {
  const manifest = service.versions().find(({ name }) => name === 'capture_query');
  if (manifest === undefined) throw new Error('no capture_query');
  const elsewhere = service.example(manifest, 0, ['lab']);
  expect(elsewhere).toMatchObject({ capture_selection: { capture_ids: ['lab'] }, tool_version: manifest.version });
  expect(JSON.stringify(elsewhere)).toContain('FROM lab GROUP');
  const { readFileSync } = await import('node:fs');
  await workbench.open(new Uint8Array(readFileSync('public/samples/chamber_four_phones.pcapng')), 'renamed.pcapng');
  const here = service.example(manifest, 0, ['lab']) as Record<string, unknown>;
  expect(here).toMatchObject({ capture_selection: { capture_id: 'renamed' } });
  const result = await workbench.runner.run(here);
  expect(result.errors).toEqual([]);
  expect(service.example(manifest, 99, ['lab'])).toBeUndefined();
});

test('a failed call is repaired, and a plan repairs its own steps', async () => {
  const call = {
    tool_name: 'statistical_regression_tool',
    tool_version: '1.3.0',
    capture_selection: { capture_id: 'lab' },
    arguments: { operation: 'linear_regression', target: 'latency_ms', features: ['SNR'] },
    request_id: 'call-1',
    timeout_ms: 5000,
  };
  const failed = await workbench.runner.run(call);
  const repaired = (await service.rules()).repair(call, failed);
  expect(repaired?.changes.map(({ field }) => field)).toEqual(['arguments.features[0]', 'request_id']);
  expect((await workbench.runner.run(repaired?.invocation)).status).toBe('ok');
  const report = await service.plan([{ ...call, request_id: 'call-2' }]);
  expect(report.steps[0]?.repaired?.result.status).toBe('ok');
  expect(report.stages).toEqual(['discover', 'plan', 'validate', 'execute', 'summarize', 'repair']);
  const figures = workbench.runner.metrics().find(({ tool_name }) => tool_name === 'statistical_regression_tool');
  expect(figures).toMatchObject({ calls: 3, errors: 1, errors_by_code: { INVALID_VALUE: 1 } });
});
