import type { CaptureInfo } from '../../src/tables/captures.ts';
import type { AuditEntry, ToolManifest, ToolResult, ValidationReport } from '../../src/tools/contract/index.ts';
import type { Activity, PageEvent, WorkbenchPort } from '../../src/workbench/port.ts';
import { createResults } from '../../src/core/results/results.ts';
import { ResultStore } from '../../src/core/results/store.ts';
import { viewOf } from '../../src/core/results/view.ts';
import { NO_SCAN } from '../../src/live/service.ts';
import { defaultPolicy } from '../../src/tools/policy/default-policy.ts';
import { createBus } from '../../src/base/bus.ts';
import { WorkbenchError } from '../../src/base/failure.ts';
import { analyzerResult, captureInfo } from './fake-data.ts';

/** What a test can set and inspect. */
export interface FakePort extends WorkbenchPort {
  readonly bus: ReturnType<typeof createBus<PageEvent>>;
  readonly runs: unknown[];
  readonly validated: unknown[];
  report: ValidationReport;
  /** Complete results behind the port. */
  readonly store: ResultStore;
  result: ToolResult;
  setCaptures(captures: readonly CaptureInfo[]): void;
  setActivities(activities: readonly Activity[]): void;
}

const VALID: ValidationReport = { valid: true, errors: [], warnings: [], error_count: 0, validators: { zod: true, ajv: true } };

/** A port without engine and runner, for tests of the views and of their state. */
export function fakePort(): FakePort {
  const bus = createBus<PageEvent>((error) => {
    throw error;
  });
  let captures: readonly CaptureInfo[] = [];
  let activities: readonly Activity[] = [];
  const audit: AuditEntry[] = [];
  const store = new ResultStore();
  const port: FakePort = {
    version: '0.0.0',
    build: { commit: 'test', kernels_sha256: '0'.repeat(64) },
    ready: Promise.resolve(),
    whenReady: () => Promise.resolve(),
    engine: () => ({ phase: 'ready', reason: null, attempt: 0, progress: null, retry_at_ms: null }),
    shareContents: () =>
      Promise.resolve({
        captures: [],
        views: [],
        results: [],
        verdicts: 0,
        notes: 0,
        names: 0,
        queries: [],
        editors: [],
        journal_lines: 0,
        left_out: { results: 0, decrypted: 0, verdicts: 0, notes: 0, names: 0, queries: 0 },
      }),
    manual: () => Promise.resolve([]),
    verify: () => Promise.reject(new Error('no core')),
    verification: () => null,
    signing: {
      key: () => null,
      unkept: () => false,
      create: () => Promise.reject(new Error('no core')),
      import: () => Promise.reject(new Error('no core')),
      export: () => Promise.reject(new Error('no core')),
      remove: () => Promise.resolve(),
    },
    retryEngine: () => Promise.resolve(),
    restartEngine: () => Promise.resolve(),
    retry: () => Promise.resolve(undefined),
    provide: () => Promise.resolve(undefined),
    bus,
    runs: [],
    validated: [],
    report: VALID,
    result: analyzerResult(),
    setCaptures(next) {
      captures = next;
      bus.emit({ type: 'captures', captures });
    },
    setActivities(next) {
      activities = next;
      bus.emit({ type: 'activity', activities });
    },
    open(files) {
      const opened = files.map((file) => captureInfo(file.name));
      port.setCaptures([...captures, ...opened]);
      return Promise.resolve(opened);
    },
    gather: (files) => Promise.resolve(files),
    preview: () => Promise.reject(new Error('nothing to look into here')),
    recent: null,
    openSample: () => port.open([new File([], 'sample.pcapng')]),
    replace: (id) => Promise.resolve({ ...captureInfo(id), capture_id: id }),
    reopen(id, choice) {
      const opened = { ...captureInfo(id), capture_id: id, choice };
      port.setCaptures(captures.map((capture) => (capture.capture_id === id ? opened : capture)));
      return Promise.resolve(opened);
    },
    captures: () => captures,
    close(id) {
      port.setCaptures(captures.filter((capture) => capture.capture_id !== id));
      return Promise.resolve();
    },
    catalog: {
      loaded: Promise.resolve(),
      versions: () => [],
      manifest: () => undefined,
      envelope: () => ({}),
      example: () => undefined,
      lint: () => [],
      checklist: () => [],
      repair: () => undefined,
      metrics: () => [],
    },
    assistants: () => Promise.reject(new Error('no assistants here')),
    plans: {
      preview: () => Promise.resolve({ steps: [], errors: [] }),
      run: () => Promise.resolve({ traceId: 'trace-1', stages: [], discovered: [], steps: [], errors: [], tables: [], summary: '' }),
      bundle: () => Promise.resolve(new Blob(['{}'], { type: 'application/json' })),
      replay: () => Promise.resolve({ status: 'same', summary: '', errors: [], notes: [], calls: [], first_difference: null }),
    },
    calls: { of: () => undefined, forget: () => Promise.resolve() },
    store,
    results: createResults({
      store,
      callOf: (id) => port.calls.of(id),
      captures: () => captures,
      tools: () => port.tools(),
      tableFile: (names, rows, options) => port.tableFile(names, rows, options),
      query: (sql, options) => port.query(sql, options),
      keyNames: () => port.keyring.list().map(({ name }) => name),
      auditHead: () => port.journal.head(),
      workbench: { version: '0.0.0', commit: 'test' },
    }),
    keyring: {
      add: (name) => Promise.resolve({ connection_id: 'key-1', name, kind: 'irk' as const }),
      list: () => [],
      remove: () => Promise.resolve(),
      kept: () => false,
      unkept: () => false,
      keep: () => Promise.resolve(),
      unlock: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      found: () => [],
      take: () => Promise.resolve(),
    },
    devices: {
      rows: () => Promise.reject(new WorkbenchError('UNKNOWN_CAPTURE', 'expected an engine, got none')),
      file: () => Promise.reject(new WorkbenchError('UNKNOWN_CAPTURE', 'expected an engine, got none')),
      traces: () => Promise.reject(new WorkbenchError('UNKNOWN_CAPTURE', 'expected an engine, got none')),
      kind: () => Promise.resolve(null),
      words: (_captures, addresses) => Promise.resolve(addresses.map(() => null)),
      activity: () => Promise.resolve(null),
      overview: () => Promise.reject(new WorkbenchError('UNKNOWN_CAPTURE', 'expected an engine, got none')),
    },
    live: {
      preflight: () => Promise.resolve([]),
      start: () => Promise.reject(new WorkbenchError('LIVE_BLOCKED', 'expected a radio, got none')),
      resume: () => Promise.resolve(),
      more: () => Promise.resolve(),
      stop: () => Promise.reject(new WorkbenchError('LIVE_IDLE', 'expected a scan that runs, found none')),
      status: () => NO_SCAN,
      devices: () => Promise.resolve([]),
      traces: () => Promise.resolve([]),
      file: () => Promise.resolve(null),
      left: () => Promise.resolve([]),
      recover: () => Promise.reject(new WorkbenchError('LIVE_GONE', 'expected a recording, got none')),
      discard: () => Promise.resolve(),
      saved: () => Promise.resolve(),
    },
    approvals: { list: () => [], rows: () => Promise.resolve(null), check: () => Promise.resolve([]), answer: () => Promise.resolve() },
    merge: () => Promise.reject(new WorkbenchError('INVALID_MERGE', 'expected an engine, got none')),
    merges: () => [],
    problems: () =>
      Promise.resolve({
        total: 2,
        rows: [
          { offset: 4096, record: 17, code: 'TRUNCATED', message: 'expected 37 bytes, got 20' },
          { offset: 8192, record: 0, code: 'BAD_BLOCK', message: 'expected a block of at least 12 bytes, got 4' },
        ],
      }),
    rows: () => Promise.reject(new WorkbenchError('SQL_ERROR', 'expected an engine, got none')),
    numbers: () => Promise.reject(new WorkbenchError('SQL_ERROR', 'expected an engine, got none')),
    query(sql) {
      const position = sql.indexOf('nonsense');
      if (position >= 0)
        return Promise.reject(
          new WorkbenchError('SQL_ERROR', 'expected a column, got "nonsense"', {
            position: { line: 1, column: position + 1, offset: position },
          }),
        );
      return Promise.resolve({
        columns: [
          { name: 'advertiser_addr', type: 'VARCHAR' },
          { name: 'packets', type: 'BIGINT' },
          { name: 'local_name', type: 'VARCHAR' },
        ],
        rows: Array.from({ length: 500 }, (_, index) => [
          `AA:BB:CC:DD:EE:${index.toString(16).padStart(2, '0')}`,
          5000 - index,
          index % 3 ? null : 'TestPhone\u202e1',
        ]),
        row_count: 500,
        truncated: true,
        elapsed_ms: 12.3,
      });
    },
    tools: () => [{ name: 'bluetooth_address_analyzer', title: 'BLE address analyzer' } as ToolManifest],
    validate(invocation) {
      port.validated.push(invocation);
      return Promise.resolve(port.report);
    },
    run(invocation) {
      port.runs.push(invocation);
      const complete = { ...port.result, tool_call_id: `call-${String(port.runs.length)}` };
      store.add(complete);
      const result = viewOf(complete);
      bus.emit({ type: 'tool-result', tool_call_id: result.tool_call_id, result });
      return Promise.resolve(result);
    },
    draft: (tool_name, capture_ids) => ({
      tool_name,
      tool_version: '1.0.0',
      capture_selection: { capture_ids, time_window: { start_ms: 1588870000000, end_ms: 1588870600000 } },
      arguments: { analysis_mode: 'both', linkage_window_s: 180, min_observation_count: 10, rpa_rotation_model: 'spec_default' },
      request_id: 'req-draft',
      timeout_ms: 60000,
    }),
    audit: () => audit,
    policy: {
      read: () => defaultPolicy([]),
      initial: () => defaultPolicy([]),
      check: () => ({ errors: [], warnings: [] }),
      apply: () => Promise.resolve(),
      offered: () => null,
    },
    journal: {
      head: () => '0'.repeat(64),
      verify: () => Promise.resolve({ ok: true, entries: 0, head: '0'.repeat(64), message: '0 lines: every line holds' }),
      text: () => Promise.resolve('{}'),
      check: () => Promise.reject(new WorkbenchError('BAD_JOURNAL', 'expected a journal, got nothing')),
      earlier: () => [],
    },
    activities: () => activities,
    dismissActivity(id) {
      port.setActivities(activities.filter((activity) => activity.id !== id));
      return Promise.resolve();
    },
    cancelActivity: () => Promise.resolve(),
    takeRemedy: () => Promise.resolve(),
    later: (_, work, options = {}) => work(options),
    tableFile: () => Promise.resolve(new Blob(['PAR1'])),
    share: () => Promise.resolve({ file: new Blob(['<!doctype html>'], { type: 'text/html' }), masked: null }),
    convert: () => Promise.reject(new WorkbenchError('DESTINATION_DENIED', 'expected a place, found none')),
    pseudonymise: () => Promise.reject(new WorkbenchError('CANNOT_MASK', 'expected a capture, got none')),
    sessions: { save: () => Promise.resolve(new Blob(['{}'])), open: () => Promise.resolve() },
    stored: { list: () => Promise.resolve([]), remove: () => Promise.resolve() },
    keeping: null,
    on: (type, listener) => bus.on(type, listener),
  };
  return port;
}
