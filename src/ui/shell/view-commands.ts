import { resultParts } from '../features/result/registry.ts';
import { isNumbered } from '../features/packets/page-sql.ts';
import { callRows, canWork, exportRows, queryRows } from '../features/packets/row-work.ts';
import type { AppState } from '../state/app.svelte.ts';
import type { Command } from './commands.ts';
import { VIEW_TITLES } from '../state/focus-view.ts';
import { TOOLS_PART, type ViewId, VIEWS } from '../state/place.svelte.ts';

const ALSO: Partial<Record<ViewId, string>> = {
  overview: 'summary findings start',
  devices: 'addresses names vendors',
  packets: 'traffic rows frames',
  connections: 'connect request',
  identity: 'links clusters timeline lanes pairs same device rotation',
  columns: 'profile fields quality',
  statistics: 'anova regression summary',
  calls: 'invocation editor form json result tools',
  agents: 'plan planner ask assistant mcp schemas transcript servers',
  sharing: 'share report session replay bundle key',
  journal: 'audit policy callers',
  files: 'captures merge problems',
};

/** To every view, with the keyboard. */
export const viewCommands = (app: AppState): readonly Command[] => [
  ...VIEWS.map((view): Command => ({
    id: `go-${view}`,
    group: 'Go to',
    title: VIEW_TITLES[view],
    also: ALSO[view] ?? '',
    run: () => app.place.go(view),
  })),
  { id: 'go-result', group: 'Go to', title: 'Result', also: 'answer', run: () => app.showResult() },
  {
    id: 'go-tools',
    group: 'Go to',
    title: 'Tools',
    also: 'catalog about parameters examples',
    run: () => {
      app.beside = 'tools';
      app.place.go('calls', TOOLS_PART);
    },
  },
];

/** What is done inside of views, from anywhere in the page. */
export function workCommands(app: AppState): readonly Command[] {
  return [...ofTraffic(app), ...ofCall(app), ...ofResult(app), ...ofQuery(app)];
}

const FILTER = '[role=combobox]';

function ofTraffic(app: AppState): readonly Command[] {
  const { traffic, place } = app;
  const { capture } = traffic;
  if (!capture) return [];
  const group = 'Packets';
  const rows = capture.kind === 'ble' ? 'packets' : 'rows';
  const toPackets = (wanted?: string): void => {
    place.go('packets', wanted);
  };
  const ask = (): void => {
    toPackets('input[aria-label^="Number of the"]');
    traffic.asking = true;
  };
  const choose = (): void => {
    toPackets();
    traffic.choosing = true;
  };
  return [
    { id: 'filter', group, title: `Filter the ${rows}`, also: 'search find', run: () => toPackets(FILTER) },
    ...(traffic.filter.trim() === ''
      ? []
      : [{ id: 'filter-clear', group, title: 'Clear the filter', also: 'reset', run: (): void => void (traffic.filter = '') }]),
    ...(canWork(app, capture)
      ? [
          {
            id: 'filter-export',
            group,
            title: `Export the ${rows} that are shown`,
            also: 'save download csv parquet pcapng',
            run: () => exportRows(app, capture),
          },
          {
            id: 'rows-sql',
            group,
            title: `Query in SQL: the ${rows} that are shown`,
            also: 'statement',
            run: () => queryRows(app, capture),
          },
          { id: 'rows-call', group, title: `Use in call: the ${rows} that are shown`, also: 'select', run: () => callRows(app, capture) },
        ]
      : []),
    ...(isNumbered(capture)
      ? [
          {
            id: 'go-packet',
            group,
            title: `Go to ${rows === 'rows' ? 'row' : 'packet'}… by its number`,
            also: 'open frame wireshark',
            run: ask,
          },
        ]
      : []),
    { id: 'columns', group, title: `Columns… of the ${rows}: choose them`, also: 'hide show fields', run: choose },
    ...(traffic.sort === null
      ? []
      : [
          { id: 'file-order', group, title: `In the order of the file: the ${rows} unsorted`, run: (): void => void (traffic.sort = null) },
        ]),
    {
      id: 'packet-wireshark',
      group,
      title: 'Wireshark: choose a packet, open it by Enter, copy it as a display filter',
      also: 'tshark detail bytes note',
      run: () => toPackets(),
    },
  ].filter(({ id }) => capture.kind === 'ble' || id !== 'packet-wireshark');
}

function ofCall({ invocation, place }: AppState): readonly Command[] {
  const group = 'Calls';
  return [
    ...(invocation.canUndo
      ? [{ id: 'undo', group, title: 'Undo the last change of the call', keys: 'Ctrl Z in the editor', run: () => invocation.undo() }]
      : []),
    ...(invocation.canRedo
      ? [{ id: 'redo', group, title: 'Redo the change of the call', keys: 'Ctrl Y in the editor', run: () => invocation.redo() }]
      : []),
  ].map((command) => ({
    ...command,
    run: () => {
      command.run();
      place.go('calls');
    },
  }));
}

function ofResult(app: AppState): readonly Command[] {
  const { results, invocation, place } = app;
  const result = results.current;
  if (!result) return [];
  const group = 'Result';
  const { tool_call_id: id, metadata } = result;
  const call = results.callOf(result);
  const again = (): void => {
    invocation.fill(metadata.toolName, call);
    app.showResult();
    void invocation.run();
  };
  const load = (): void => {
    invocation.fill(metadata.toolName, call);
    place.go('calls');
  };
  const parts = resultParts(result);
  const here = Math.max(
    0,
    parts.findIndex((part) => part.id === results.tab),
  );
  const toPart = (part: { readonly id: string } | undefined): void => {
    results.tab = part?.id ?? 'summary';
    app.showResult('[role=tab][aria-selected=true]');
  };
  const judged = metadata.toolName === 'bluetooth_address_analyzer' && app.verdicts.list.length > 0;
  const pin = (): void => (results.isPinned(id) ? results.unpin(id) : results.pin([id]));
  return [
    {
      id: 'pin',
      group,
      title: results.isPinned(id) ? 'Unpin it in the history' : 'Pin it in the history',
      also: 'keep favourite',
      run: pin,
    },
    ...(call === undefined
      ? []
      : [
          { id: 'again', group, title: 'Run its call again', also: 'repeat rerun', run: again },
          { id: 'load', group, title: 'Put its call into the editor', also: 'load duplicate edit', run: load },
        ]),
    ...parts.map((part) => ({
      id: `part-${part.id}`,
      group: 'Go to',
      title: `Result: ${part.title}`,
      also: 'tab part',
      run: () => toPart(part),
    })),
    { id: 'result-next', group, title: 'Next part of the result', also: 'tab', run: () => toPart(parts[(here + 1) % parts.length]) },
    { id: 'result-back', group, title: 'Part of the result before', also: 'tab previous', run: () => toPart(parts.at(here - 1)) },
    ...(judged
      ? [
          {
            id: 'verdicts',
            group,
            title: 'Use your verdicts as constraints of a call',
            also: 'confirm reject marks',
            run: () => app.draftWithVerdicts(result),
          },
        ]
      : []),
    { id: 'note', group, title: 'Write a note on it', also: 'comment annotate', run: () => noted(app) },
  ];
}

function noted(app: AppState): void {
  app.results.tab = 'summary';
  app.showResult('textarea');
}

function ofQuery(app: AppState): readonly Command[] {
  const { sql, place, selection, workbench } = app;
  const add = (): void => {
    void import('../features/sql/selected-rows.ts').then(({ addSelection }) => {
      if (!addSelection(app)) workbench.announcement = 'The table has neither times nor addresses that the selection could name.';
      place.go('sql');
    });
  };
  const narrow = selection.narrowed
    ? [
        {
          id: 'sql-selection',
          group: 'SQL',
          title: 'Add the selection to the statement as a condition',
          also: 'where time addresses',
          run: add,
        },
      ]
    : [];
  if (!sql.result) return narrow;
  const run = (): void => {
    sql.drawn = !sql.drawn;
    place.go('sql', '[aria-pressed]');
  };
  return [
    ...narrow,
    { id: 'plot', group: 'SQL', title: sql.drawn ? 'Show rows alone, without the plot' : 'Plot the rows', also: 'chart draw graph', run },
  ];
}
