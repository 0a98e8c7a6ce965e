import { saveBundle } from '../state/save-bundle.ts';
import { statementAt, statementsOf } from '../../statements/statements.ts';
import { selectionDisplayFilter } from '../features/selection/display-filter.ts';
import { pickFiles, pickFolder } from '../kit/pick-files.ts';
import type { AppState } from '../state/app.svelte.ts';
import type { PageDialog } from '../state/page-parts.ts';
import { isSingleKey, PAGE_KEYS } from '../state/page-keys.svelte.ts';
import { type Command, command } from './command.ts';
import { DEVICE_VIEWS } from './views.ts';
import { viewCommands, workCommands } from './view-commands.ts';

/** Every action of the page, with its shortcut if it has one. */
export function commandsOf(app: AppState): readonly Command[] {
  const all = [
    ...ofFiles(app),
    ...ofCalls(app),
    ...ofSession(app),
    ...viewCommands(app),
    ...ofEditors(app),
    ...ofPage(app),
    ...workCommands(app),
    ...ofCaptures(app),
    ...ofSelection(app),
    ...ofNames(app),
    ...ofWork(app),
  ];
  return all.map((each) => {
    const keys = isSingleKey(each.id) && !app.singleKeys.on ? undefined : PAGE_KEYS[each.id];
    return keys === undefined ? each : { ...each, keys };
  });
}

type Commands = Generator<Command, void, undefined>;

const opens =
  (app: AppState, dialog: PageDialog): (() => void) =>
  () =>
    void (app.dialog = dialog);

function* ofFiles(app: AppState): Commands {
  const { opening, workbench, recent } = app;
  yield command('Help', 'help', 'Keyboard shortcuts', opens(app, { name: 'help' }), 'keys');
  yield command('Help', 'manual', 'Manual', opens(app, { name: 'manual' }), 'documentation docs handbook tutorial');
  yield command('Captures', 'open', 'Open files', opening.pick, 'load import drop');
  yield command('Captures', 'open-folder', 'Open a folder of converted files', () => pickFolder(opening.open), 'parquet set load');
  yield command('Captures', 'look', 'Preview before opening', () => void pickFiles(opening.look), 'preview');
  yield command('Captures', 'open-masked', 'Open files masked: addresses and names replaced', () => void pickFiles(app.openMasked));
  // The activity list shows failures.
  const convert = ([file]: readonly File[]): void => void (file && app.port.convert(file).catch(() => undefined));
  const size = 'large memory export';
  yield command('Captures', 'convert', 'Convert a capture to Parquet files in a folder', () => void pickFiles(convert), size);
  yield command('Captures', 'sample', 'Open sample capture', () => void workbench.openSample('four_phones'));
  yield command('Captures', 'sample-hour', 'Open sample: one phone, one hour', () => void workbench.openSample('one_hour'));
  for (const file of recent.list) yield command('Open again', `recent-${file.id}`, file.name, () => void recent.open(file));
}

function* ofCalls(app: AppState): Commands {
  const { place, results, workbench } = app;
  const { current } = results;
  yield command('Calls', 'plan', 'Plan: several calls at once, and replay', () => app.showAgents('plan'));
  yield command('Calls', 'planner', 'Planner: ask a question', () => app.showAgents('planner'));
  yield command('Tools', 'schemas', 'Schemas: tools as files for assistants', () => app.showAgents('schemas'));
  yield command('Calls', 'transcript', 'Transcript: calls of a model or an agent', () => app.showAgents('transcript'));
  if (__LOCAL_MODEL__) yield command('Tools', 'servers', 'Servers: tools of others on this machine', () => app.showAgents('servers'));
  yield command('Captures', 'live', 'Live: scan nearby devices now', opens(app, { name: 'live' }), 'record sniffer dongle');
  const copyLink = (): void => void import('../state/link.svelte.ts').then((link) => link.copyLink(app));
  yield command('Share', 'link', 'Copy link to this view', copyLink);
  const share = opens(app, { name: 'share' });
  yield command('Captures', 'share', 'Share: make one file', share, 'send colleague offline download');
  if (workbench.captures.length > 1)
    yield command('Captures', 'merge', 'Merge captures on one clock', opens(app, { name: 'merge' }), 'offset sensors align');
  yield command('Calls', 'keys', 'Keys: resolving keys, keys of connections', opens(app, { name: 'keys' }), 'decrypt ltk session irk');
  yield command('Audit', 'policy', 'Policy: who may call what', opens(app, { name: 'policy' }));
  yield command('Audit', 'journal', 'Journal: verify, save', opens(app, { name: 'journal' }));
  const callers = (): void => {
    place.show('journal');
    app.dialog = { name: 'callers' };
  };
  if (workbench.audit.length > 0) yield command('Audit', 'callers', 'Callers: who called what', callers);
  const queries = opens(app, { name: 'queries' });
  yield command('SQL', 'queries', 'Queries: saved, earlier, and examples', queries, 'history save name statement');
  const history = opens(app, { name: 'history' });
  yield command('Calls', 'history', 'History: earlier calls, compared or run again', history, 'pin duplicate diff difference repeat');
  if (results.list.length > 0) {
    yield command('Result', 'report', 'Report: the finding as an HTML file', opens(app, { name: 'report' }), 'export print pdf');
    yield command('Share', 'bundle', 'Save a replay bundle of the calls', () => void saveBundle(app, false));
  }
  if (current === null) return;
  const save = (): void => void import('../state/save-result.ts').then(({ saveResult }) => saveResult(app, current));
  yield command('Result', 'result-json', 'Save the result as JSON', save, 'export download');
}

function* ofSession(app: AppState): Commands {
  const { verification } = app.workbench;
  const open = (): void => void pickFiles(([file]) => void app.openSession(file));
  const verify = (): void => void pickFiles(([file]) => void app.verifyFile(file));
  yield command('Session', 'session-save', 'Save the session as a file', opens(app, { name: 'session' }), 'name');
  yield command('Session', 'session-open', 'Open a session file', open);
  yield command('Session', 'verify', 'Verify a session, shared file or bundle', verify, 'seal signature intact changed');
  if (verification !== null) {
    const show = opens(app, { name: 'verification', found: verification });
    yield command('Session', 'verification', 'Verification of the session', show, 'seal intact changed newer');
  }
  const sign = opens(app, { name: 'signing' });
  yield command('Session', 'signing', 'Signing key: make, import or export', sign, 'sign signature fingerprint');
  for (const { id, name, files, saved_at } of app.left) {
    const time = new Date(saved_at).toISOString().slice(0, 16).replace('T', ' ');
    const title = `${time} UTC: ${name === null ? '' : `${name}: `}${files.join(', ') || 'no captures'}`;
    yield command('Open a previous session', `left-${id}`, title, () => void app.resume(id));
  }
  const stored = opens(app, { name: 'stored' });
  yield command('Session', 'stored', 'Stored in this browser: see and remove', stored, 'settings clear data privacy');
}

function* ofEditors(app: AppState): Commands {
  const { place, invocation, sql, workbench } = app;
  const draft = (tool: string): void => {
    invocation.draft(tool, app.chosenCaptures);
    place.go('calls');
  };
  if (invocation.blocked === '') yield command('Calls', 'run', 'Run the call', () => void invocation.run(), 'start execute');
  if (workbench.engine === 'ready') yield command('Calls', 'validate', 'Validate the call', () => void invocation.validate());
  const over = (): void => draft(invocation.tool);
  if (invocation.touched)
    yield command('Calls', 'start-over', 'Start over: a ready-to-run call over the ticked captures', over, 'reset new fresh');
  yield command('Calls', 'format', 'Format the call', () => invocation.format());
  if (sql.text.trim() !== '') yield command('SQL', 'query', 'Run the query', () => runQuery(app));
  for (const { name, title } of app.port.tools()) yield command('New call', `call-${name}`, title, () => draft(name));
}

/** Name and note of the selection: the address chosen last, or the time. */
function* ofNames({ names, notes, place, selection, traffic }: AppState): Commands {
  const address = selection.last;
  const inspect = (part: string): void => {
    place.inspecting = true;
    place.go(DEVICE_VIEWS.includes(place.view) ? place.view : 'devices', `:root [aria-label=Inspector] ${part}`);
  };
  if (address !== undefined)
    yield command('Device', 'name-device', 'Name this device', () => inspect('input'), `label call rename ${address}`);
  const noteTime = (): void => {
    notes.onTime = true;
    place.go(place.view, ':root [aria-label=Selection] textarea');
  };
  if (selection.data.time_range !== null && traffic.capture !== null)
    yield command('Selection', 'note-here', 'Write a note on the selected time', noteTime, 'comment annotate');
  else if (address !== undefined)
    yield command('Device', 'note-here', 'Write a note on this device', () => inspect('textarea'), 'comment annotate');
  if (names.canUndo) yield command('Device', 'undo-name', 'Undo the last name of a device', () => names.undo());
}

/** Runs the statement at the cursor, as the editor's button does. */
function runQuery({ sql, place, workbench }: AppState): void {
  place.go('sql');
  if (workbench.engine !== 'ready') return;
  const all = statementsOf(sql.text);
  void sql.run(all.length > 1 ? statementAt(all, sql.cursor) : undefined);
}

function* ofPage(app: AppState): Commands {
  const { results, singleKeys, theme } = app;
  for (const [at, { tool_call_id: id, metadata }] of results.list.entries()) {
    const show = (): void => {
      results.choose(id);
      app.showResult();
    };
    yield command('Result', `result-${id}`, `${String(at + 1)}: ${metadata.toolName}, ${metadata.timestamp.slice(11, 19)} UTC`, show);
  }
  const keys = `Turn single-key shortcuts ${singleKeys.on ? 'off' : 'on'}`;
  yield command('Page', 'single-keys', keys, () => singleKeys.choose(!singleKeys.on), 'settings keyboard speech');
  for (const choice of ['system', 'light', 'dark'] as const)
    yield command('Theme', `theme-${choice}`, choice, () => theme.choose(choice), 'colours mode');
}

/** Actions on the open captures. */
function* ofCaptures(app: AppState): Commands {
  for (const { capture_id, kind, problem_count, reading } of app.workbench.captures) {
    const of = (id: string, group: string, run: () => void, also?: string): Command =>
      command(group, `${id}-${capture_id}`, capture_id, run, also);
    yield of('export', 'Export rows', () => app.draftExport([capture_id]), 'save download csv parquet json pcapng');
    // The activity list shows failures.
    const mask = (): void => void app.port.pseudonymise(capture_id).catch(() => undefined);
    if (kind === 'ble') yield of('mask', 'Mask addresses and names in place', mask);
    const read = opens(app, { name: 'reading', capture_id });
    if (reading) yield of('reading', 'Correct how it is read', read, 'time column zone separator');
    if (problem_count > 0) yield of('problems', 'Problems', opens(app, { name: 'problems', capture_id }));
    if (app.port.keyring.found(capture_id).length > 0)
      yield of('found-keys', 'Add its resolving keys', opens(app, { name: 'found-keys', capture_id }));
    yield of('close', 'Close', () => void app.workbench.close(capture_id));
  }
}

/** Actions on the selected time and addresses. */
function* ofSelection(app: AppState): Commands {
  const { selection, workbench } = app;
  const { filter, said } = selectionDisplayFilter(app);
  const of = (id: string, title: string, run: () => void, also?: string): Command =>
    command('Selection', `selection-${id}`, title, run, also);
  const copy = (): void => void workbench.copy('Copying the display filter', filter, said);
  if (selection.narrowed) yield of('call', 'Use for the next call', () => app.selectForCall());
  if (filter !== '') yield of('filter', 'Copy as Wireshark filter', copy, 'display tshark');
  if (selection.data.time_range !== null) yield of('time', 'Clear the selected time', () => selection.setTimeRange(null));
  if (selection.data.addresses.length > 0) yield of('addresses', 'Clear the selected addresses', () => selection.clearAddresses());
  if (selection.narrowed) yield of('clear', 'Clear all', () => selection.clear());
}

/** Actions on running or ended work. */
function* ofWork(app: AppState): Commands {
  const { port, invocation, sql, plan, workbench, update } = app;
  const cancellable = workbench.running.filter((activity) => activity.cancellable);
  const cancelAll = (): void => {
    for (const { id } of cancellable) void port.cancelActivity(id);
  };
  if (cancellable.length > 0) yield command('Activity', 'cancel', 'Cancel everything that runs', cancelAll);
  if (invocation.running) yield command('Calls', 'cancel-call', 'Cancel the call', () => invocation.cancel());
  if (sql.running) yield command('SQL', 'cancel-query', 'Cancel the query', () => sql.cancel());
  if (plan.running) yield command('Calls', 'cancel-plan', 'Cancel the plan', () => plan.cancel());
  if (app.scanning) yield command('Captures', 'live-stop', 'Stop the scan', () => void port.live.stop());
  const hasEnded = workbench.activities.length > workbench.running.length;
  if (hasEnded) yield command('Activity', 'dismiss', 'Clear finished work', () => workbench.dismissEnded());
  if (update !== null) yield command('Page', 'update', 'Update and reload', update);
}
