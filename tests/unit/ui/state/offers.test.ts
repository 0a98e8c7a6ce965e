import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AppState } from '../../../../src/ui/state/app.svelte.ts';
import { findCommands } from '../../../../src/ui/shell/command.ts';
import { commandsOf } from '../../../../src/ui/shell/commands.ts';
import { PAGE_KEYS } from '../../../../src/ui/state/page-keys.svelte.ts';
import { viewOf } from '../../../../src/core/results/view.ts';
import { analyzerResult, captureInfo } from '../../../support/fake-data.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

/** The frame of the page and the bars of its panels: what a person sees without opening anything. */
const SHELL = [
  'shell/TopBar',
  'features/files/CapturesView',
  'features/calls/CallBar',
  'features/calls/InvocationView',
  'features/packets/RowsBar',
  'features/sql/SqlView',
  'features/result/ResultAnswer',
  'features/selection/Strip',
];

/** Names of the buttons of a view, as its source says them; those made of data say what they are about and are no action of the shell. */
function buttonsOf(source: string): string[] {
  const listed = [...source.matchAll(/\{ name: '([^']+)', icon:/g)].map(([, name = '']) => name);
  const markup = source.replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '');
  const written = [...markup.matchAll(/<button\b((?:[^>{]|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|=>)*)>([\s\S]*?)<\/button/g)].flatMap(
    ([, attributes = '', inner = '']) => {
      const label = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inner.replaceAll(/<[^>]*>/g, ' ');
      const name = label
        .replaceAll(/\{[^{}]*\}/g, ' ')
        .replaceAll(/[….:×]|\s+/g, ' ')
        .trim();
      return name === '' ? [] : [name];
    },
  );
  return [...listed, ...written];
}

/** Not an action of the page: the way to the actions, a step of something that is open, or a place in what was written. */
const OF_A_MOMENT = ['Find or do anything Ctrl K', 'Activity', 'Go', 'Line , column', 'Write', 'Restore my query'];

let app: AppState;
let port: FakePort;
beforeEach(async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
  const { AppState } = await import('../../../../src/ui/state/app.svelte.ts');
  port = fakePort();
  port.setCaptures([captureInfo('one.pcap'), captureInfo('two.pcap')]);
  // Its button is there once a session was opened.
  Object.assign(port, { verification: () => ({ state: 'intact', changes: [], signer: null, signer_name: null, file_name: 'lab.html' }) });
  app = new AppState(port);
  app.connect();
  // The core of the fake port answers at once.
  await port.whenReady();
  expect(app.workbench.engine).toBe('ready');
});

/** Everything that can be done is on offer. */
async function busy(): Promise<void> {
  app.results.add(viewOf(analyzerResult()));
  app.selection.setAddresses(['7A:4C:21:9D:10:EF']);
  app.names.set('7A:4C:21:9D:10:EF', 'Bench phone');
  app.selection.setTimeRange({ start_ms: 1, end_ms: 2 });
  app.traffic.sort = { column: 'rssi', descending: true };
  for (const tool of ['one', 'two', 'three']) app.invocation.fill(tool, { tool_name: tool });
  app.invocation.undo();
  app.sql.edit('SELECT 1');
  await app.sql.run();
  app.update = () => undefined;
  port.query = () => new Promise(() => undefined);
  void app.sql.run();
}

it('has an action for every button of the shell', async () => {
  await busy();
  const commands = commandsOf(app);
  const missing = SHELL.flatMap((view) => {
    const buttons = buttonsOf(readFileSync(new URL(`../../../../src/ui/${view}.svelte`, import.meta.url), 'utf8'));
    expect(buttons.length, `buttons of ${view}`).toBeGreaterThan(0);
    return buttons
      .filter((name) => !OF_A_MOMENT.includes(name) && findCommands(commands, name).length === 0)
      .map((name) => `${view}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('gives every action an id of its own, and every key of the page an action', async () => {
  await busy();
  const commands = commandsOf(app);
  const ids = commands.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(PAGE_KEYS).filter((id) => id !== 'actions' && !ids.includes(id) && id !== 'run')).toEqual([]);
  const keys = commands.flatMap(({ keys }) => keys ?? []).filter((each) => !each.endsWith('in the editor'));
  expect(new Set(keys).size).toBe(keys.length);
});
