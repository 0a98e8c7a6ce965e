import { ok } from '../../base/result.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { AppState } from './app.svelte.ts';
import { member } from './pickers.ts';
import type { PairAddresses } from './place.svelte.ts';
import { DEFAULT_VIEW, DIGITS, LONGEST_SQL, type LinkedCapture, type LinkView, decodeView, encodeView } from './link-codec.ts';

/** Pause before the page's URL is updated. */
const DEBOUNCE_MS = 400;

function currentView(app: AppState): LinkView {
  const { selection, traffic, place, results, sql } = app;
  const chosen = app.workbench.captures.filter(({ capture_id }) => app.chosenCaptures.includes(capture_id));
  const look = chosen.findIndex(({ capture_id }) => capture_id === traffic.asked);
  return {
    captures: chosen.map(({ file_name, sha256 }) => ({ file_name: file_name.slice(0, 255), sha256: sha256.slice(0, DIGITS) })),
    look: look > 0 ? look : null,
    view: place.view,
    filter: traffic.filter,
    sort: traffic.sort,
    time_range: selection.data.time_range,
    visible: results.tab === 'timeline' ? results.visibleMs : null,
    addresses: selection.data.addresses,
    result: results.tab,
    threshold: results.threshold,
    pair: place.page,
    packet: traffic.packet,
    sql: sql.written.length > LONGEST_SQL ? '' : sql.written,
  };
}

/**
 * Keeps the URL fragment and the page's state in step, until the returned function is called. A link that names captures is applied once
 * they are open, unless the person changes the view first.
 */
export function followLink(app: AppState): () => void {
  let waiting: LinkView | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const apply = (): void => {
    if (!waiting) return;
    const found = waiting.captures.flatMap((wanted) => app.workbench.captures.find((capture) => isIt(wanted, capture)) ?? []);
    if (found.length < waiting.captures.length) return;
    show(app, waiting, found);
    waiting = null;
  };

  const read = (back = false): void => {
    known = location.hash;
    // Going back to a URL without a fragment restores the default view.
    const view = back && location.hash === '' ? ok(DEFAULT_VIEW) : decodeView(location.hash.slice(1));
    if (view === null) return;
    if (!view.ok) {
      app.workbench.notice('The view of this link', `${view.error}. The link was not used; nothing else changed.`);
      return;
    }
    waiting = view.value;
    // Discard a pending URL update, which is older than this link.
    clearTimeout(timer);
    apply();
    if (waiting) {
      const names = waiting.captures.map(({ file_name }) => file_name);
      app.workbench.announcement = `This link shows ${names.join(', ')}. Open ${names.length === 1 ? 'it' : 'them'} to see the view.`;
    }
  };

  read();
  const changed = (): void => read(true);
  addEventListener('hashchange', changed);
  const stop = $effect.root(() => {
    let before = looked(currentView(app));
    let { restored } = app;
    $effect(() => {
      const now = currentView(app);
      apply();
      const here = looked(now);
      // Opening a session is not an action of the person, so the link still waits for its captures.
      const opened = app.restored !== restored;
      restored = app.restored;
      if (waiting && (opened || here === before)) {
        before = here;
        return;
      }
      waiting = null;
      before = here;
      clearTimeout(timer);
      timer = setTimeout(() => write(now), DEBOUNCE_MS);
    });
  });
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener('hashchange', changed);
  };
}

/** Fragment for the evidence of a pair, with the current selection. */
export const pairLink = (app: AppState, { from, to }: PairAddresses): string =>
  `#${encodeView({ ...currentView(app), view: 'identity', pair: { from, to } })}`;

/** Fragment for the packets of both addresses of a pair. */
export const packetsLink = (app: AppState, { from, to }: PairAddresses): string =>
  `#${encodeView({ ...currentView(app), view: 'packets', pair: null, addresses: [from, to] })}`;

/** Writes the URL of the current view immediately, so that Back from a link returns here. */
export const keepAddress = (app: AppState): void => write(currentView(app));

/** Copies a link to the current view. */
export async function copyLink(app: AppState): Promise<void> {
  const link = `${location.href.split('#', 1)[0] ?? ''}#${encodeView(currentView(app))}`;
  const said =
    'Copied. The link holds names of files, the filter, the statement and what is selected, but no rows: opening it needs the files.';
  await app.workbench.copy('Copying the link', link, said);
}

/** Whether the page itself wrote this URL before a reload. */
const isOwn = (): boolean => member(history.state, 'own') === location.hash;

const isIt = (wanted: LinkedCapture, { file_name, sha256 }: CaptureInfo): boolean =>
  wanted.sha256 === '' ? wanted.file_name === file_name : sha256.startsWith(wanted.sha256);

/** The view without its captures, because opening a file does not change the view. */
const looked = (view: LinkView): string => encodeView({ ...view, captures: [], look: null });

function show(app: AppState, view: LinkView, captures: readonly CaptureInfo[]): void {
  const { selection, traffic, place, results } = app;
  // Nothing in a link runs automatically; the editor offers to restore its previous text.
  if (view.sql !== '' && isOwn() && app.sql.written === '') app.sql.edit(view.sql);
  else if (view.sql !== '') app.sql.bring(view.sql);
  if (captures.length > 0) {
    const ids = captures.map(({ capture_id }) => capture_id);
    for (const { capture_id } of app.workbench.captures) selection.setCapture(capture_id, ids.includes(capture_id));
    traffic.look((captures[view.look ?? 0] ?? captures[0])?.capture_id ?? '');
  }
  traffic.filter = view.filter;
  traffic.sort = view.sort;
  selection.setTimeRange(view.time_range);
  selection.setAddresses(view.addresses);
  results.tab = view.result;
  results.visible = view.visible && { start: view.visible.start_ms, end: view.visible.end_ms };
  results.threshold = view.threshold;
  traffic.openPacket(view.packet);
  // Older links name a part of the analyzer's result but not the view Identity.
  const older = view.view === DEFAULT_VIEW.view && view.result !== DEFAULT_VIEW.result;
  place.show(older || view.pair !== null ? 'identity' : view.view, view.pair);
}

/** The fragment last read or written. */
let known = '';

/** Writes the URL; the default view has no fragment. */
function write(view: LinkView): void {
  // Another link was opened and its event is pending; overwriting the URL would lose it.
  if (location.hash !== known) return;
  const plain = looked(view) === encodeView(DEFAULT_VIEW);
  const fragment = plain ? '' : `#${encodeView(view)}`;
  if (fragment === location.hash) return;
  try {
    // A reload keeps this state; a copied link does not.
    history.replaceState({ own: fragment }, '', fragment === '' ? `${location.pathname}${location.search}` : fragment);
    known = location.hash;
  } catch {
    // Some pages, for instance in sandboxed frames, cannot change their URL.
  }
}
