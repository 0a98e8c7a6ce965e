import { ok } from '../../base/result.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { AppState } from './app.svelte.ts';
import { member } from './pickers.ts';
import type { PairAddresses } from './place.svelte.ts';
import { DEFAULT_VIEW, DIGITS, LONGEST_SQL, type LinkedCapture, type LinkView, decodeView, encodeView } from './link-codec.ts';

/** Quiet time before the address of the page follows its state. */
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
 * Keeps the fragment of the page's address and its state the same, until the returned function is called. A link that
 * names captures waits until they are open, or until the person changes the view.
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
    // Back to an address without a fragment is back to the first view.
    const view = back && location.hash === '' ? ok(DEFAULT_VIEW) : decodeView(location.hash.slice(1));
    if (view === null) return;
    if (!view.ok) {
      app.workbench.notice('The view of this link', `${view.error}. The link was not used; nothing else changed.`);
      return;
    }
    waiting = view.value;
    // A pending address is older than this link.
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
      // A session that opens is no move of the person: the link still waits for its captures.
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

/** The fragment of the page with the evidence for a pair, over what is selected now. */
export const pairLink = (app: AppState, { from, to }: PairAddresses): string =>
  `#${encodeView({ ...currentView(app), view: 'identity', pair: { from, to } })}`;

/** The fragment of the page with the packets of both addresses of a pair. */
export const packetsLink = (app: AppState, { from, to }: PairAddresses): string =>
  `#${encodeView({ ...currentView(app), view: 'packets', pair: null, addresses: [from, to] })}`;

/** Writes the address of the current view at once, so that Back from a link leads here. */
export const keepAddress = (app: AppState): void => write(currentView(app));

/** Copies a link to the current view. */
export async function copyLink(app: AppState): Promise<void> {
  const link = `${location.href.split('#', 1)[0] ?? ''}#${encodeView(currentView(app))}`;
  const said =
    'Copied. The link holds names of files, the filter, the statement and what is selected, but no rows: opening it needs the files.';
  await app.workbench.copy('Copying the link', link, said);
}

/** The page wrote this address itself, before it was loaded again. */
const isOwn = (): boolean => member(history.state, 'own') === location.hash;

const isIt = (wanted: LinkedCapture, { file_name, sha256 }: CaptureInfo): boolean =>
  wanted.sha256 === '' ? wanted.file_name === file_name : sha256.startsWith(wanted.sha256);

/** A view without its captures: opening a file does not change the view. */
const looked = (view: LinkView): string => encodeView({ ...view, captures: [], look: null });

function show(app: AppState, view: LinkView, captures: readonly CaptureInfo[]): void {
  const { selection, traffic, place, results } = app;
  // Nothing of a link runs by itself; the editor offers to put its text back.
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
  // Older links name a part of the analyzer's result, without the view Identity.
  const older = view.view === DEFAULT_VIEW.view && view.result !== DEFAULT_VIEW.result;
  place.show(older || view.pair !== null ? 'identity' : view.view, view.pair);
}

/** The fragment that was last read or written. */
let known = '';

/** Writes the address; the default view has a plain one. */
function write(view: LinkView): void {
  // Another link was opened, and its event is still to come: overwriting it would lose it.
  if (location.hash !== known) return;
  const plain = looked(view) === encodeView(DEFAULT_VIEW);
  const fragment = plain ? '' : `#${encodeView(view)}`;
  if (fragment === location.hash) return;
  try {
    // A reload keeps this state; a copied link does not.
    history.replaceState({ own: fragment }, '', fragment === '' ? `${location.pathname}${location.search}` : fragment);
    known = location.hash;
  } catch {
    // Some pages, as in sandboxed frames, cannot change their address.
  }
}
