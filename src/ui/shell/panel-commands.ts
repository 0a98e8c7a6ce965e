import { resultParts } from '../features/result/registry.ts';
import { isNumbered } from '../features/packets/page-sql.ts';
import { callRows, canWork, exportRows, queryRows } from '../features/packets/row-work.ts';
import type { AppState } from '../state/app.svelte.ts';
import type { Command } from './commands.ts';
import { PANEL_TITLES } from '../state/focus-panel.ts';
import type { PanelId } from '../state/layout.svelte.ts';

const PANELS = Object.keys(PANEL_TITLES) as PanelId[];
const ALSO: Partial<Record<PanelId, string>> = {
  invocation: 'call form json',
  result: 'answer timeline plots',
  audit: 'journal',
  sql: 'query',
};

/** To every panel, with the keyboard. */
export function panelCommands(app: AppState): readonly Command[] {
  const { layout, traffic } = app;
  return [
    ...PANELS.flatMap((panel): Command[] => {
      const [title, also] = [PANEL_TITLES[panel], ALSO[panel] ?? ''];
      const maximise = (): void => {
        layout.toggleMaximised(panel);
        layout.go(panel);
      };
      return [
        { id: `go-${panel}`, group: 'Go to', title, also, run: () => layout.go(panel) },
        ...(layout.compact ? [] : [{ id: `max-${panel}`, group: 'Maximise or restore', title, also: 'full zoom', run: maximise }]),
      ];
    }),
    ...(['packets', 'devices', 'columns'] as const).map((tab): Command => ({
      id: `traffic-${tab}`,
      group: 'Go to',
      title: `Traffic: ${tab}`,
      run: () => {
        traffic.tab = tab;
        layout.go('traffic');
      },
    })),
    ...edgeCommands(app),
  ];
}

/** Edges of panes by the group and the pane before them; `on` is the way in which what is named grows. */
const EDGES = [
  { group: 'columns', at: 0, name: 'Captures pane', words: ['wider', 'narrower'], on: 1 },
  { group: 'columns', at: 1, name: 'Result pane', words: ['wider', 'narrower'], on: -1 },
  { group: 'work', at: 0, name: 'Invocation editor', words: ['taller', 'shorter'], on: 1 },
  { group: 'captures', at: 0, name: 'Captures', words: ['taller', 'shorter'], on: 1 },
] as const;
/** Per cent of the page or the column. */
const STEP = 5;

/** What a drag of an edge does, for whoever does not drag. */
function edgeCommands({ layout }: AppState): readonly Command[] {
  if (layout.compact || layout.maximised !== null) return [];
  const here = EDGES.filter(({ group }) => group !== 'captures' || !layout.short);
  return here.flatMap(({ group, at, name, words, on }) =>
    words.map((word, index): Command => ({
      id: `edge-${group}-${String(at)}-${word}`,
      group: 'Panes',
      title: `${name}: ${word}`,
      also: 'resize size width height bigger smaller',
      run: () => layout.moveEdge(group, at, index === 0 ? on * STEP : -on * STEP),
    })),
  );
}

/** What is done inside of panels, for whoever is elsewhere in the page. */
export function workCommands(app: AppState): readonly Command[] {
  return [...ofTraffic(app), ...ofCall(app), ...ofResult(app), ...ofQuery(app)];
}

const FILTER = '[role=combobox]';

function ofTraffic(app: AppState): readonly Command[] {
  const { traffic, layout } = app;
  const { capture } = traffic;
  if (!capture) return [];
  const group = 'Traffic';
  const rows = capture.kind === 'ble' ? 'packets' : 'rows';
  const toPackets = (wanted?: string): void => {
    traffic.tab = 'packets';
    layout.go('traffic', wanted);
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

function ofCall({ invocation, layout }: AppState): readonly Command[] {
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
      layout.go('invocation');
    },
  }));
}

function ofResult(app: AppState): readonly Command[] {
  const { results, invocation, layout } = app;
  const result = results.current;
  if (!result) return [];
  const group = 'Result';
  const { tool_call_id: id, metadata } = result;
  const call = results.callOf(result);
  const again = (): void => {
    invocation.fill(metadata.toolName, call);
    layout.go('result');
    void invocation.run();
  };
  const load = (): void => {
    invocation.fill(metadata.toolName, call);
    layout.go('invocation');
  };
  const parts = resultParts(result);
  const here = Math.max(
    0,
    parts.findIndex((part) => part.id === results.tab),
  );
  const toPart = (part: { readonly id: string } | undefined): void => {
    results.tab = part?.id ?? 'summary';
    layout.go('result', '[role=tab][aria-selected=true]');
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
    { id: 'note', group, title: 'Write a note on it', also: 'comment annotate', run: () => noted(results, layout) },
  ];
}

function noted(results: AppState['results'], layout: AppState['layout']): void {
  results.tab = 'summary';
  layout.go('result', 'textarea');
}

function ofQuery(app: AppState): readonly Command[] {
  const { sql, layout, selection, workbench } = app;
  const add = (): void => {
    void import('../features/sql/selected-rows.ts').then(({ addSelection }) => {
      if (!addSelection(app)) workbench.announcement = 'The table has neither times nor addresses that the selection could name.';
      layout.go('sql');
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
    layout.go('sql', '[aria-pressed]');
  };
  return [
    ...narrow,
    { id: 'plot', group: 'SQL', title: sql.drawn ? 'Show rows alone, without the plot' : 'Plot the rows', also: 'chart draw graph', run },
  ];
}
