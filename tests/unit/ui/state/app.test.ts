import { describe, expect, it, vi } from 'vitest';
import { AppState } from '../../../../src/ui/state/app.svelte.ts';
import type { Activity } from '../../../../src/workbench/port.ts';
import { stubWindow } from '../../../support/stub-window.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

const STATEMENT = 'SELECT 1';
const running: Activity = { id: 'a', title: 'Opening a', state: 'running', progress: null, message: null, cancellable: false };

/** A page of a browser that keeps the session, or keeps none. */
function page(holds: boolean | null, change: (port: FakePort) => void = () => undefined): { app: AppState; port: FakePort } {
  stubWindow();
  const port = fakePort();
  change(port);
  const keeping = {
    off: () => Promise.resolve(null),
    holds: () => holds === true,
    set: () => Promise.resolve(),
    left: () => Promise.resolve([]),
    resume: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
  const app = new AppState(holds === null ? port : { ...port, keeping });
  app.connect();
  return { app, port };
}

describe('leaving the page', () => {
  it('asks nothing on a page in which nobody has done anything, nor of what the page drafted', () => {
    const { app } = page(null);
    expect(app.leavingLoses).toBe(false);
    app.draftOver('capture_overview', []);
    app.sql.draft(STATEMENT);
    app.plan.draft('{"steps":[]}');
    expect(app.leavingLoses).toBe(false);
  });

  it('asks for what was typed where nothing brings it back, and not where the session is kept', async () => {
    for (const type of [
      (app: AppState): void => app.invocation.edit('{"typed":1}'),
      (app: AppState): void => app.sql.edit('SELECT 42'),
      (app: AppState): void => void app.sql.saved.save('mine', 'SELECT 42'),
    ]) {
      for (const [holds, asks] of [
        [null, true],
        [false, true],
        [true, false],
      ] as const) {
        const { app } = page(holds);
        type(app);
        expect(app.leavingLoses).toBe(asks);
        await app.filed(() => Promise.resolve());
        expect(app.leavingLoses).toBe(false);
      }
    }
  });

  it('asks for what a link took the place of, and not for what it brought', async () => {
    const { app } = page(null);
    app.sql.bring('SELECT 1');
    expect(app.leavingLoses).toBe(false);
    app.sql.edit('SELECT 42');
    app.sql.bring('SELECT 2');
    expect(app.leavingLoses).toBe(true);
    app.sql.swap();
    expect([app.sql.text, app.leavingLoses]).toEqual(['SELECT 42', true]);
    await app.filed(() => Promise.resolve());
    expect(app.leavingLoses).toBe(false);
  });

  it('asks for a plan that was written and not run: no session has it', async () => {
    const { app } = page(true);
    app.plan.edit('{"format":"capture-workbench/plan","version":1,"steps":[]}');
    expect(app.leavingLoses).toBe(true);
    const run = app.plan.run();
    expect(app.leavingLoses).toBe(true);
    await run;
    expect(app.leavingLoses).toBe(false);
  });

  it('asks while something runs, and for keys that are in memory alone', () => {
    const { app, port } = page(true);
    port.setActivities([running]);
    expect(app.leavingLoses).toBe(true);
    port.setActivities([{ ...running, state: 'done' }]);
    expect(app.leavingLoses).toBe(false);
    const held = page(true, (given) => Object.assign(given.keyring, { unkept: () => true }));
    expect(held.app.leavingLoses).toBe(true);
  });

  it('asks for a result until a file has it, not for a call that failed', async () => {
    const { app, port } = page(true);
    const good = port.result;
    port.result = { ...good, status: 'error' };
    app.invocation.edit('{"a":1}');
    await app.invocation.run();
    expect(app.leavingLoses).toBe(false);
    port.result = good;
    await app.invocation.run();
    expect(app.leavingLoses).toBe(true);
    await app.filed(() => Promise.resolve());
    expect(app.leavingLoses).toBe(false);
  });
});

describe('what is written to a file', () => {
  it('holds what stood there when it began: what is typed meanwhile is in none', async () => {
    const { app } = page(null);
    app.sql.edit('SELECT 1');
    await app.filed(async () => {
      app.sql.edit('SELECT 2');
      await Promise.resolve();
    });
    expect(app.leavingLoses).toBe(true);
    await app.filed(() => Promise.resolve());
    expect(app.leavingLoses).toBe(false);
  });

  it('is in no file where writing failed', async () => {
    const { app } = page(null);
    app.sql.edit('SELECT 1');
    await expect(app.filed(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    expect(app.leavingLoses).toBe(true);
  });
});

describe('the name of a session', () => {
  it('is the person’s, else that of the captures, and goes with what is kept', async () => {
    const { app, port } = page(null);
    expect([app.session.name, app.work.name]).toEqual(['Session', undefined]);
    await port.open([new File([], 'lobby.pcap')]);
    const unnamed = app.session.name;
    expect(unnamed).toContain('lobby');
    app.session.call(`  ${unnamed} `);
    expect(app.work.name).toBeUndefined();
    app.session.call(' Tuesday ');
    expect([app.session.name, app.work.name]).toEqual(['Tuesday', 'Tuesday']);
    expect(app.session.fileOf('')).toBe(`capture-workbench-session-${unnamed}.json`);
    app.restore({ ...app.work, name: 'Theirs' }, [], Date.now());
    expect(app.session.name).toBe('Tuesday');
    const other = page(null);
    other.app.restore({ ...app.work, name: 'x'.repeat(500) }, [], Date.now());
    expect(other.app.session.name).toHaveLength(200);
    expect(other.app.leavingLoses).toBe(false);
  });
});

describe('the start of the core', () => {
  it('drafts the first call when the core brings its tools', async () => {
    const { app, port } = page(null, (given) => {
      const draft = given.draft.bind(given);
      let started = false;
      given.bus.on('core', () => {
        started = true;
      });
      given.draft = (...parts) => (started ? draft(...parts) : undefined);
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(app.invocation.text).toBe('');
    port.bus.emit({ type: 'core', state: 'running' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(app.invocation.text).toContain('"tool_name"');
  });
});

describe('a session that opens', () => {
  const session = (app: AppState) => ({
    ...app.work,
    layout: { active: 'identity', fronts: [], maximised: null },
    selection: { time_range: { start_ms: 1, end_ms: 2 }, addresses: ['AA'] },
  });

  it('shows its view and its rows', () => {
    const { app } = page(null);
    app.restore(session(app), [], Date.now());
    expect([app.place.view, app.selection.data.addresses]).toEqual(['identity', ['AA']]);
  });

  it('leaves the view and the rows that were chosen after its opening began', () => {
    vi.useFakeTimers({ now: 1000 });
    try {
      const { app } = page(null);
      app.place.show('devices');
      vi.setSystemTime(2000);
      const began = Date.now();
      vi.setSystemTime(3000);
      app.place.show('packets');
      app.selection.setTimeRange({ start_ms: 5, end_ms: 6 });
      app.restore(session(app), [], began);
      expect([app.place.view, app.selection.data.time_range]).toEqual(['packets', { start_ms: 5, end_ms: 6 }]);
      // A later session is wanted later.
      app.restore(session(app), [], 4000);
      expect([app.place.view, app.selection.data.time_range]).toEqual(['identity', { start_ms: 1, end_ms: 2 }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
