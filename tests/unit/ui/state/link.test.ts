import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppState } from '../../../../src/ui/state/app.svelte.ts';
import { followLink, keepAddress, pairLink } from '../../../../src/ui/state/link.svelte.ts';
import { DEFAULT_VIEW, encodeView, type LinkView } from '../../../../src/ui/state/link-codec.ts';
import type { WorkState } from '../../../../src/workbench/port.ts';
import { captureInfo } from '../../../support/fake-data.ts';
import { stubWindow } from '../../../support/stub-window.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((name) => captureInfo(name));
const ADDRESS = 'AA:BB:CC:DD:EE:01';

/** The address bar and the history of a browser, as far as the page uses them. */
let bar: { hash: string; pathname: string; search: string; href: string };
let changed: (() => void) | undefined;
let app: AppState;
let port: FakePort;
let stop: () => void;

function follow(hash = ''): void {
  bar.hash = hash;
  stop = followLink(app);
  flushSync();
}

/** Opens a link in the page, as a click on it does. */
function click(view: Partial<LinkView>): void {
  bar.hash = `#${encodeView({ ...DEFAULT_VIEW, ...view })}`;
  changed?.();
  flushSync();
}

const linked = (...captures: (typeof ONE)[]): LinkView['captures'] =>
  captures.map((capture) => ({ file_name: capture?.file_name ?? '', sha256: '' }));

function capturesOpen(...captures: (typeof ONE)[]): void {
  port.setCaptures(captures.flatMap((capture) => capture ?? []));
  flushSync();
}

const session = (work: Partial<WorkState> = {}): WorkState => ({
  ...{ selected: [ONE?.capture_id ?? ''], invocation: '', sql: '' },
  layout: { active: 'journal', fronts: [], maximised: null },
  selection: { time_range: { start_ms: 1, end_ms: 2 }, addresses: ['AA:BB:CC:DD:EE:99'] },
  ...work,
});

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
  bar = { hash: '', pathname: '/', search: '', href: 'http://localhost/' };
  vi.stubGlobal('location', bar);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, to: string) => {
      bar.hash = to.startsWith('#') ? to : '';
    },
  });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => name === 'hashchange' && (changed = listener));
  vi.stubGlobal('removeEventListener', () => undefined);
  port = fakePort();
  app = new AppState(port);
  app.connect();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const VIEW = { view: 'devices', filter: 'channel = 38', addresses: [ADDRESS] } as const;

/** What the link says is what the page shows. */
function expectLink(): void {
  expect(app.place.view).toBe('devices');
  expect(app.traffic.filter).toBe('channel = 38');
  expect(app.selection.data.addresses).toEqual([ADDRESS]);
  expect(app.selection.data.time_range).toBeNull();
}

describe('a link that comes while a session opens, before its captures are there', () => {
  it.each([
    ['the page was loaded with it', true],
    ['it was clicked meanwhile', false],
  ])('wins once they are: %s', (_, atStart) => {
    const since = Date.now();
    vi.advanceTimersByTime(50);
    follow(atStart ? `#${encodeView({ ...DEFAULT_VIEW, ...VIEW, captures: linked(ONE, TWO) })}` : '');
    if (!atStart) click({ ...VIEW, captures: linked(ONE, TWO) });
    expect(app.place.view).toBe('overview');
    vi.advanceTimersByTime(1000);
    capturesOpen(ONE);
    expect(app.place.view).toBe('overview');
    vi.advanceTimersByTime(1000);
    capturesOpen(ONE, TWO);
    expectLink();
    app.restore(session(), [], since);
    flushSync();
    vi.advanceTimersByTime(1000);
    expectLink();
  });

  it('wins with its choice of captures too', () => {
    const since = Date.now();
    follow();
    vi.advanceTimersByTime(50);
    click({ ...VIEW, captures: linked(TWO, THREE) });
    vi.advanceTimersByTime(50);
    capturesOpen(ONE, TWO, THREE);
    app.restore(session(), [], since);
    flushSync();
    vi.advanceTimersByTime(1000);
    expectLink();
    expect(app.chosenCaptures).toEqual([TWO?.capture_id, THREE?.capture_id]);
  });

  it('still waits where the session is restored before one of its captures opens', () => {
    const since = Date.now();
    follow();
    vi.advanceTimersByTime(50);
    click({ ...VIEW, captures: linked(ONE, TWO) });
    capturesOpen(ONE);
    app.restore(session(), [], since);
    flushSync();
    vi.advanceTimersByTime(1000);
    expect(app.place.view).toBe('journal');
    capturesOpen(ONE, TWO);
    expectLink();
  });

  it('gives way to a person who chooses a view meanwhile', () => {
    follow();
    click({ ...VIEW, captures: linked(ONE) });
    app.place.show('calls');
    flushSync();
    capturesOpen(ONE);
    expect(app.place.view).toBe('calls');
  });
});

describe('a link that comes while the page is about to write its address', () => {
  it('is not overwritten before its event arrives', () => {
    capturesOpen(ONE);
    follow();
    app.place.show('calls');
    flushSync();
    const link = `#${encodeView({ ...DEFAULT_VIEW, ...VIEW, captures: linked(ONE) })}`;
    bar.hash = link;
    vi.advanceTimersByTime(1000);
    expect(bar.hash).toBe(link);
    changed?.();
    flushSync();
    expectLink();
  });
});

describe('the page of a pair', () => {
  const pair = { from: ADDRESS, to: 'AA:BB:CC:DD:EE:02' };

  it('has a link, and the address before it leads back', () => {
    capturesOpen(ONE);
    follow();
    app.place.show('devices');
    app.traffic.filter = 'channel = 38';
    flushSync();
    // Before the address follows by itself, as where the link is pressed at once.
    keepAddress(app);
    const before = bar.hash;
    bar.hash = pairLink(app, pair);
    changed?.();
    flushSync();
    expect([app.place.view, app.place.page, app.traffic.filter]).toEqual(['identity', pair, 'channel = 38']);
    bar.hash = before;
    changed?.();
    flushSync();
    expect([app.place.view, app.place.page, app.traffic.filter]).toEqual(['devices', null, 'channel = 38']);
  });

  it('leads back to the first view, whose address is plain', () => {
    capturesOpen(ONE);
    follow();
    bar.hash = pairLink(app, pair);
    changed?.();
    flushSync();
    expect(app.place.page).toEqual(pair);
    bar.hash = '';
    changed?.();
    flushSync();
    expect([app.place.view, app.place.page]).toEqual(['overview', null]);
  });

  it('ends with another view', () => {
    capturesOpen(ONE);
    follow(pairLink(app, pair));
    expect(app.place.page).toEqual(pair);
    app.place.show('packets');
    app.place.show('identity');
    expect(app.place.page).toBeNull();
  });
});
