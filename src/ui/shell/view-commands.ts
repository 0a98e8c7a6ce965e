import { resultParts } from '../features/result/registry.ts';
import { isNumbered } from '../../selection/page-sql.ts';
import { callRows, canWork, exportRows, queryRows } from '../features/packets/row-work.ts';
import type { AppState } from '../state/app.svelte.ts';
import { type Command, command } from './command.ts';
import { TOOLS_PART, VIEW_TITLES, type ViewId, VIEWS } from '../state/place.svelte.ts';

type Commands = Generator<Command, void, undefined>;

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

/** Commands that go to a view and focus it. */
export function* viewCommands(app: AppState): Commands {
  for (const view of VIEWS) yield command('Go to', `go-${view}`, VIEW_TITLES[view], () => app.place.go(view), ALSO[view]);
  yield command('Go to', 'go-result', 'Result', () => app.showResult(), 'answer');
  const tools = (): void => {
    app.beside = 'tools';
    app.place.go('calls', TOOLS_PART);
  };
  yield command('Go to', 'go-tools', 'Tools', tools, 'catalog about parameters examples');
}

/** Actions inside views, available anywhere on the page. */
export function workCommands(app: AppState): readonly Command[] {
  return [...ofTraffic(app), ...ofCall(app), ...ofResult(app), ...ofQuery(app)];
}

function* ofTraffic(app: AppState): Commands {
  const { traffic, place } = app;
  const { capture } = traffic;
  if (!capture) return;
  const of = (id: string, title: string, run: () => void, also?: string): Command => command('Packets', id, title, run, also);
  const rows = capture.kind === 'ble' ? 'packets' : 'rows';
  yield of('filter', `Filter the ${rows}`, () => place.go('packets', '[role=combobox]'), 'search find');
  if (traffic.filter.trim() !== '') yield of('filter-clear', 'Clear the filter', () => void (traffic.filter = ''), 'reset');
  if (canWork(app, capture)) {
    const save = (): void => exportRows(app, capture);
    yield of('filter-export', `Export the ${rows} that are shown`, save, 'save download csv parquet pcapng');
    yield of('rows-sql', `Query in SQL: the ${rows} that are shown`, () => queryRows(app, capture), 'statement');
    yield of('rows-call', `Use in call: the ${rows} that are shown`, () => callRows(app, capture), 'select');
  }
  const ask = (): void => {
    place.go('packets', 'input[aria-label^="Number of the"]');
    traffic.asking = true;
  };
  const one = rows.slice(0, -1);
  if (isNumbered(capture)) yield of('go-packet', `Go to ${one}… by its number`, ask, 'open frame wireshark');
  const choose = (): void => {
    place.go('packets');
    traffic.choosing = true;
  };
  yield of('columns', `Columns… of the ${rows}: choose them`, choose, 'hide show fields');
  if (traffic.sort !== null) yield of('file-order', `File order: the ${rows} unsorted`, () => void (traffic.sort = null));
  if (capture.kind !== 'ble') return;
  const wireshark = 'Wireshark: choose a packet, open it by Enter, copy it as a display filter';
  yield of('packet-wireshark', wireshark, () => place.go('packets'), 'tshark detail bytes note');
}

function* ofCall({ invocation, place }: AppState): Commands {
  const of = (id: string, title: string, key: string, run: () => void): Command => ({
    ...command('Calls', id, title, () => {
      run();
      place.go('calls');
    }),
    keys: `${key} in the editor`,
  });
  if (invocation.canUndo) yield of('undo', 'Undo the last change of the call', 'Ctrl Z', () => invocation.undo());
  if (invocation.canRedo) yield of('redo', 'Redo the change of the call', 'Ctrl Y', () => invocation.redo());
}

function* ofResult(app: AppState): Commands {
  const { results, invocation, place } = app;
  const result = results.current;
  if (!result) return;
  const of = (id: string, title: string, run: () => void, also?: string): Command => command('Result', id, title, run, also);
  const { tool_call_id: id, metadata } = result;
  const pinned = results.isPinned(id);
  const pin = (): void => (pinned ? results.unpin(id) : results.pin([id]));
  yield of('pin', pinned ? 'Unpin it in the history' : 'Pin it in the history', pin, 'keep favourite');
  const call = results.callOf(result);
  if (call !== undefined) {
    const again = (): void => {
      invocation.fill(metadata.toolName, call);
      app.showResult();
      void invocation.run();
    };
    const load = (): void => {
      invocation.fill(metadata.toolName, call);
      place.go('calls');
    };
    yield of('again', 'Run its call again', again, 'repeat rerun');
    yield of('load', 'Put its call into the editor', load, 'load duplicate edit');
  }
  const parts = resultParts(result);
  const here = parts.findIndex((part) => part.id === results.tab);
  const toPart = (part: { readonly id: string } | undefined): void => {
    results.tab = part?.id ?? 'summary';
    app.showResult('[role=tab][aria-selected=true]');
  };
  for (const part of parts) yield command('Go to', `part-${part.id}`, `Result: ${part.title}`, () => toPart(part), 'tab part');
  yield of('result-next', 'Next part of the result', () => toPart(parts[(Math.max(0, here) + 1) % parts.length]), 'tab');
  yield of('result-back', 'Part of the result before', () => toPart(parts.at(Math.max(0, here) - 1)), 'tab previous');
  const constrain = (): void => app.draftWithVerdicts(result);
  if (metadata.toolName === 'bluetooth_address_analyzer' && app.verdicts.list.length > 0)
    yield of('verdicts', 'Use your verdicts as constraints of a call', constrain, 'confirm reject marks');
  const write = (): void => {
    results.tab = 'summary';
    app.showResult('textarea');
  };
  yield of('note', 'Write a note on it', write, 'comment annotate');
}

function* ofQuery(app: AppState): Commands {
  const { sql, place, selection, workbench } = app;
  const add = (): void =>
    void import('../features/sql/selected-rows.ts').then(({ addSelection }) => {
      if (!addSelection(app)) workbench.announcement = 'The table has no time or address column to which the selection applies.';
      place.go('sql');
    });
  if (selection.narrowed)
    yield command('SQL', 'sql-selection', 'Add the selection to the statement as a condition', add, 'where time addresses');
  if (!sql.result) return;
  const draw = (): void => {
    sql.drawn = !sql.drawn;
    place.go('sql', '[aria-pressed]');
  };
  yield command('SQL', 'plot', sql.drawn ? 'Show rows alone, without the plot' : 'Plot the rows', draw, 'chart draw graph');
}
