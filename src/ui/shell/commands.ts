import { saveBundle } from '../state/save-bundle.ts';
import { statementAt, statementsOf } from '../features/sql/statements.ts';
import { selectionDisplayFilter } from '../features/selection/display-filter.ts';
import { pickFiles } from '../kit/pick-files.ts';
import type { AppState } from '../state/app.svelte.ts';
import type { PageDialog } from '../state/page-parts.ts';
import { PAGE_KEYS } from '../state/page-keys.svelte.ts';
import { viewCommands, workCommands } from './view-commands.ts';

/** Something a person can do from anywhere. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Go to". */
  readonly group: string;
  readonly keys?: string;
  /** Other words by which it is looked for. */
  readonly also?: string;
  readonly run: () => void;
}

/** The statement with the cursor, where there are several: as the button of the editor does. */
function runQuery({ sql, place, workbench }: AppState): void {
  place.go('sql');
  if (workbench.engine !== 'ready') return;
  const all = statementsOf(sql.text);
  void sql.run(all.length > 1 ? statementAt(all, sql.cursor) : undefined);
}

/** What only the shell of the page can do. */
export interface ShellDoors {
  readonly open: () => void;
  readonly live: () => void;
  readonly share: () => void;
  readonly history: () => void;
  readonly report: () => void;
  readonly help: () => void;
  readonly stored: () => void;
}

/** Shortcuts that work where the keyboard is, for the overlay; what works anywhere comes from the commands. */
export const LOCAL_KEYS: readonly (readonly [keys: string, where: string, what: string])[] = [
  ['Ctrl Enter', 'In an editor', 'Run the call or the query'],
  ['Ctrl Z, Ctrl Y', 'In an editor or the form', 'Undo, redo'],
  ['Ctrl Space', 'In an editor', 'What can stand here'],
  ['Escape', 'Anywhere', 'Close a dialog'],
  ['Arrow keys, Page, Home, End', 'In a table', 'Move; Ctrl with Home or End to the first or last row'],
  ['Enter', 'In a table', 'Open or choose the row'],
  ['Ctrl C', 'In a table', 'Copy the cell'],
  ['O, W', 'In the packets', 'Only, or without, what the cell holds'],
  ['+  −  ←  →  0', 'In the timeline', 'Zoom, move, whole time'],
  ['S, Escape', 'In the timeline', 'Select the visible time, or none'],
  ['I, O', 'In the timeline', 'Select from where the visible time begins, or to where it ends'],
  ['↑  ↓  Enter', 'In the timeline', 'Go through the lanes, select one'],
  ['Space', 'On a cluster of the timeline', 'Fold it to a band, unfold it'],
  ['Arrow keys', 'In the map of a cluster', 'Go from pair to pair; Enter opens one'],
  ['Arrow keys', 'In the graph of links', 'Follow links, go through all addresses'],
  ['Arrow keys', 'On an end of the selected time', 'Move it; Shift moves further'],
];

/** Every action of the page, with its shortcut where it has one. */
export function commandsOf(app: AppState, doors: ShellDoors): readonly Command[] {
  const all = [...fixed(app, doors), ...workCommands(app), ...ofCaptures(app), ...ofSelection(app), ...ofWork(app)];
  return all.map((command) => {
    const keys = command.id === 'help' && !app.singleKeys.on ? undefined : PAGE_KEYS[command.id];
    return keys === undefined ? command : { ...command, keys };
  });
}

const dialog =
  (app: AppState, dialog: PageDialog): (() => void) =>
  () =>
    void (app.dialog = dialog);

/** What can be done to what is open. */
function ofCaptures(app: AppState): readonly Command[] {
  const { captures } = app.workbench;
  return captures.flatMap((capture): Command[] => {
    const { capture_id, problem_count, reading } = capture;
    const of = (kind: string, group: string, run: () => void): Command => ({ id: `${kind}-${capture_id}`, group, title: capture_id, run });
    return [
      { ...of('export', 'Export rows', () => app.draftExport([capture_id])), also: 'save download csv parquet json pcapng' },
      ...(capture.kind === 'ble'
        ? // What goes wrong stands in the activity list.
          [of('mask', 'Mask addresses and names in place', () => void app.port.pseudonymise(capture_id).catch(() => undefined))]
        : []),
      ...(reading
        ? [{ ...of('reading', 'Correct how it is read', dialog(app, { name: 'reading', capture_id })), also: 'time column zone separator' }]
        : []),
      ...(problem_count > 0 ? [of('problems', 'Problems', dialog(app, { name: 'problems', capture_id }))] : []),
      ...(app.port.keyring.found(capture_id).length > 0
        ? [of('found-keys', 'Add its resolving keys', dialog(app, { name: 'found-keys', capture_id }))]
        : []),
      of('close', 'Close', () => void app.workbench.close(capture_id)),
    ];
  });
}

/** What can be done with the selected time and addresses. */
function ofSelection(app: AppState): readonly Command[] {
  const { filter, said } = selectionDisplayFilter(app);
  const copy = (): void =>
    void navigator.clipboard.writeText(filter).then(
      () => void (app.workbench.announcement = said),
      () => app.workbench.notice('Copying the display filter', `The browser refused the clipboard: ${filter.slice(0, 400)}`),
    );
  const wireshark: readonly Command[] =
    filter === ''
      ? []
      : [{ id: 'selection-filter', group: 'Selection', title: 'Copy as Wireshark filter', also: 'display tshark', run: copy }];
  if (!app.selection.narrowed) return wireshark;
  return [
    { id: 'selection-call', group: 'Selection', title: 'Use for the next call', run: () => void app.selectForCall() },
    ...wireshark,
    ...(app.selection.data.time_range === null
      ? []
      : [{ id: 'selection-time', group: 'Selection', title: 'Clear the selected time', run: () => app.selection.setTimeRange(null) }]),
    ...(app.selection.data.addresses.length === 0
      ? []
      : [
          {
            id: 'selection-addresses',
            group: 'Selection',
            title: 'Clear the selected addresses',
            run: () => app.selection.clearAddresses(),
          },
        ]),
    { id: 'selection-clear', group: 'Selection', title: 'Clear all', run: () => app.selection.clear() },
  ];
}

/** What runs, or has ended. */
function ofWork(app: AppState): readonly Command[] {
  const { running, activities } = app.workbench;
  const { invocation, sql } = app;
  const ended = activities.length > running.length;
  const cancelAll = (): void => {
    for (const { id, cancellable } of running) if (cancellable) void app.port.cancelActivity(id);
  };
  return [
    ...(running.some(({ cancellable }) => cancellable)
      ? [{ id: 'cancel', group: 'Activity', title: 'Cancel everything that runs', run: cancelAll }]
      : []),
    ...(invocation.running ? [{ id: 'cancel-call', group: 'Calls', title: 'Cancel the call', run: () => invocation.cancel() }] : []),
    ...(sql.running ? [{ id: 'cancel-query', group: 'SQL', title: 'Cancel the query', run: () => sql.cancel() }] : []),
    ...(app.plan.running ? [{ id: 'cancel-plan', group: 'Calls', title: 'Cancel the plan', run: () => app.plan.cancel() }] : []),
    ...(app.scanning ? [{ id: 'live-stop', group: 'Captures', title: 'Stop the scan', run: () => void app.port.live.stop() }] : []),
    ...(ended ? [{ id: 'dismiss', group: 'Activity', title: 'Clear what has ended', run: () => app.workbench.dismissEnded() }] : []),
    ...(app.update === null ? [] : [{ id: 'update', group: 'Page', title: 'Update and reload', run: app.update }]),
  ];
}

function fixed(app: AppState, doors: ShellDoors): readonly Command[] {
  const { place, invocation, sql } = app;
  const results = app.results.list;
  const current = app.results.current;
  return [
    { id: 'help', group: 'Help', title: 'Keyboard shortcuts', also: 'keys manual', run: doors.help },
    { id: 'open', group: 'Captures', title: 'Open files', also: 'load import drop', run: doors.open },
    {
      id: 'look',
      group: 'Captures',
      title: 'Look before opening: files are shown first',
      also: 'preview',
      run: () => void pickFiles(app.opening.look),
    },
    {
      id: 'open-masked',
      group: 'Captures',
      title: 'Open files masked: other addresses and names',
      run: () => void pickFiles(app.openMasked),
    },
    { id: 'sample', group: 'Captures', title: 'Open sample capture', run: () => void app.workbench.openSample('four_phones') },
    {
      id: 'sample-hour',
      group: 'Captures',
      title: 'Open sample: one phone, one hour',
      run: () => void app.workbench.openSample('one_hour'),
    },
    ...app.recent.list.map((file): Command => ({
      id: `recent-${file.id}`,
      group: 'Open again',
      title: file.name,
      run: () => void app.recent.open(file),
    })),
    { id: 'plan', group: 'Calls', title: 'Plan: several calls at once, and replay', run: () => app.showAgents('plan') },
    { id: 'planner', group: 'Calls', title: 'Planner: ask a question', run: () => app.showAgents('planner') },
    { id: 'schemas', group: 'Tools', title: 'Schemas: tools as files for assistants', run: () => app.showAgents('schemas') },
    { id: 'transcript', group: 'Calls', title: 'Transcript: calls of a model or an agent', run: () => app.showAgents('transcript') },
    ...(__LOCAL_MODEL__
      ? [
          {
            id: 'servers',
            group: 'Tools',
            title: 'Servers: tools of others on this machine',
            run: () => app.showAgents('servers'),
          },
        ]
      : []),
    { id: 'live', group: 'Captures', title: 'Live: scan nearby devices now', also: 'record sniffer dongle', run: doors.live },
    {
      id: 'link',
      group: 'Share',
      title: 'Copy link to this view',
      run: () => void import('../state/link.svelte.ts').then((link) => link.copyLink(app)),
    },
    { id: 'share', group: 'Captures', title: 'Share: make one file to hand on', also: 'send colleague offline download', run: doors.share },
    ...(app.workbench.captures.length > 1
      ? [
          {
            id: 'merge',
            group: 'Captures',
            title: 'Merge captures on one clock',
            also: 'offset sensors align',
            run: dialog(app, { name: 'merge' }),
          },
        ]
      : []),
    { id: 'keys', group: 'Calls', title: 'Keys: resolving keys to try', run: dialog(app, { name: 'keys' }) },
    { id: 'policy', group: 'Audit', title: 'Policy: who may call what', run: dialog(app, { name: 'policy' }) },
    { id: 'journal', group: 'Audit', title: 'Journal: verify, save', run: dialog(app, { name: 'journal' }) },
    ...(app.workbench.audit.length === 0
      ? []
      : [
          {
            id: 'callers',
            group: 'Audit',
            title: 'Callers: who called what',
            run: (): void => {
              place.show('journal');
              app.dialog = { name: 'callers' };
            },
          },
        ]),
    {
      id: 'queries',
      group: 'SQL',
      title: 'Queries: saved, earlier, and some to start from',
      also: 'history save name statement',
      run: dialog(app, { name: 'queries' }),
    },
    {
      id: 'history',
      group: 'Calls',
      title: 'History: earlier calls, compared or run again',
      also: 'pin duplicate diff difference repeat',
      run: doors.history,
    },
    ...(results.length === 0
      ? []
      : [{ id: 'report', group: 'Result', title: 'Report: the finding as an HTML file', also: 'export print pdf', run: doors.report }]),
    ...(results.length === 0
      ? []
      : [{ id: 'bundle', group: 'Share', title: 'Save a replay bundle of the calls', run: () => void saveBundle(app, false) }]),
    ...(current === null
      ? []
      : [
          {
            id: 'result-json',
            group: 'Result',
            title: 'Save the result as JSON',
            also: 'export download',
            run: (): void => void import('../state/save-result.ts').then(({ saveResult }) => saveResult(app, current)),
          },
        ]),
    { id: 'session-save', group: 'Session', title: 'Save the session as a file', also: 'name', run: dialog(app, { name: 'session' }) },
    {
      id: 'session-open',
      group: 'Session',
      title: 'Open a session file',
      run: () => void pickFiles(([file]) => void app.openSession(file)),
    },
    {
      id: 'verify',
      group: 'Session',
      title: 'Verify a session, shared file or bundle',
      also: 'seal signature intact changed',
      run: () => void pickFiles(([file]) => void app.verifyFile(file)),
    },
    ...(app.workbench.verification === null
      ? []
      : [
          {
            id: 'verification',
            group: 'Session',
            title: 'Verification of the session',
            also: 'seal intact changed newer',
            run: dialog(app, { name: 'verification', found: app.workbench.verification }),
          },
        ]),
    {
      id: 'signing',
      group: 'Session',
      title: 'Signing key: make, import or export',
      also: 'sign signature fingerprint',
      run: dialog(app, { name: 'signing' }),
    },
    ...app.left.map(({ id, name, files, saved_at }): Command => ({
      id: `left-${id}`,
      group: 'Open the session that was left',
      title: `${new Date(saved_at).toISOString().slice(0, 16).replace('T', ' ')} UTC: ${name === null ? '' : `${name}: `}${files.join(', ') || 'no captures'}`,
      run: () => void app.resume(id),
    })),
    {
      id: 'stored',
      group: 'Session',
      title: 'Stored in this browser: see and remove',
      also: 'settings clear data privacy',
      run: doors.stored,
    },
    ...viewCommands(app),
    ...(invocation.blocked === ''
      ? [{ id: 'run', group: 'Calls', title: 'Run the call', also: 'start execute', run: () => void invocation.run() }]
      : []),
    ...(app.workbench.engine === 'ready'
      ? [{ id: 'validate', group: 'Calls', title: 'Validate the call', run: () => void invocation.validate() }]
      : []),
    ...(invocation.touched
      ? [
          {
            id: 'start-over',
            group: 'Calls',
            title: 'Start over: a ready call over the ticked captures',
            also: 'reset new fresh',
            run: (): void => {
              invocation.draft(invocation.tool, app.chosenCaptures);
              place.go('calls');
            },
          },
        ]
      : []),
    { id: 'format', group: 'Calls', title: 'Format the call', run: () => invocation.format() },
    ...(sql.text.trim() === '' ? [] : [{ id: 'query', group: 'SQL', title: 'Run the query', run: () => runQuery(app) }]),
    ...app.port.tools().map(({ name, title }) => ({
      id: `call-${name}`,
      group: 'New call',
      title,
      run: () => {
        invocation.draft(name, app.chosenCaptures);
        place.go('calls');
      },
    })),
    ...results.map((result, at) => ({
      id: `result-${result.tool_call_id}`,
      group: 'Result',
      title: `${String(at + 1)}: ${result.metadata.toolName}, ${result.metadata.timestamp.slice(11, 19)} UTC`,
      run: () => {
        app.results.choose(result.tool_call_id);
        app.showResult();
      },
    })),
    {
      id: 'single-keys',
      group: 'Page',
      title: app.singleKeys.on ? 'Switch shortcuts of a single key off' : 'Switch shortcuts of a single key on',
      also: 'settings keyboard speech',
      run: () => app.singleKeys.choose(!app.singleKeys.on),
    },
    ...(['system', 'light', 'dark'] as const).map((choice) => ({
      id: `theme-${choice}`,
      group: 'Theme',
      title: choice,
      also: 'colours mode',
      run: () => app.theme.choose(choice),
    })),
  ];
}

/** Commands that have every word of the text in their group, title or other words; first those whose title begins with it, then those that name it. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const rank = ({ group, title, also = '' }: Command): number => {
    if (has(`${group} ${title}`)) return words[0] !== undefined && title.toLowerCase().startsWith(words[0]) ? 0 : 1;
    return has(`${group} ${title} ${also}`) ? 2 : 3;
  };
  const ranked = commands.map((command) => ({ command, rank: rank(command) }));
  return [0, 1, 2].flatMap((wanted) => ranked.filter((each) => each.rank === wanted).map(({ command }) => command));
}
