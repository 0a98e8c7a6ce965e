import type { CaptureInfo } from '../../tables/captures.ts';
import type { AppState } from './app.svelte.ts';
import { DEFAULT_VIEW, DIGITS, LONGEST_SQL, type LinkedCapture, type LinkView, decodeView, encodeView } from './link-codec.ts';

/** Quiet time before the address of the page follows what is looked at. */
const DEBOUNCE_MS = 400;

/** What the page looks at now. */
export function currentView(app: AppState): LinkView {
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
    packet: traffic.packet,
    sql: sql.written.length > LONGEST_SQL ? '' : sql.written,
  };
}

/**
 * Keeps the fragment of the page's address and what is looked at the same, until the returned function is called. A link that
 * names captures waits for them, and is given up once somebody looks at something else.
 */
export function followLink(app: AppState): () => void {
  let waiting: LinkView | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const apply = (): void => {
    if (!waiting) return;
    const found = waiting.captures.map((wanted) => app.workbench.captures.find((capture) => isIt(wanted, capture)));
    if (found.includes(undefined)) return;
    show(
      app,
      waiting,
      found.filter((capture) => capture !== undefined),
    );
    waiting = null;
  };

  const read = (): void => {
    const view = decodeView(location.hash.slice(1));
    if (view === null) return;
    if (!view.ok) {
      app.workbench.notice('The view of this link', `${view.error}. The link was not used; nothing else changed.`);
      return;
    }
    waiting = view.value;
    // What the page was about to write is older than this.
    clearTimeout(timer);
    apply();
    if (waiting) {
      const names = waiting.captures.map(({ file_name }) => file_name);
      app.workbench.announcement = `This link shows ${names.join(', ')}. Open ${names.length === 1 ? 'it' : 'them'} to see the view.`;
    }
  };

  read();
  addEventListener('hashchange', read);
  const stop = $effect.root(() => {
    let before = looked(currentView(app));
    $effect(() => {
      const now = currentView(app);
      apply();
      const here = looked(now);
      if (waiting && here === before) return;
      waiting = null;
      before = here;
      clearTimeout(timer);
      timer = setTimeout(() => write(now), DEBOUNCE_MS);
    });
  });
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener('hashchange', read);
  };
}

/** Puts a link to what is looked at into the clipboard. */
export async function copyLink(app: AppState): Promise<void> {
  const link = `${location.href.split('#', 1)[0] ?? ''}#${encodeView(currentView(app))}`;
  try {
    await navigator.clipboard.writeText(link);
    app.workbench.announcement =
      'Copied. The link holds names of files, the filter, the statement and what is selected, but no rows: whoever opens it needs the files.';
  } catch {
    app.workbench.notice('Copying the link', `The browser refused the clipboard: ${link}`);
  }
}

/** The page wrote this address itself, before it was loaded again. */
const isOwn = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, 'own') === location.hash;
};

const isIt = (wanted: LinkedCapture, { file_name, sha256 }: CaptureInfo): boolean =>
  wanted.sha256 === '' ? wanted.file_name === file_name : sha256.startsWith(wanted.sha256);

/** A view without the captures it is about: opening a file is not looking elsewhere. */
const looked = (view: LinkView): string => encodeView({ ...view, captures: [], look: null });

function show(app: AppState, view: LinkView, captures: readonly CaptureInfo[]): void {
  const { selection, traffic, place, results } = app;
  // The way back to what stood in the editor is in the editor; nothing of a link runs by itself.
  if (view.sql !== '' && isOwn() && app.sql.written === '') app.sql.edit(view.sql);
  else if (view.sql !== '') app.sql.bring(view.sql);
  if (captures.length > 0) {
    for (const { capture_id } of app.workbench.captures) {
      selection.setCapture(
        capture_id,
        captures.some((capture) => capture.capture_id === capture_id),
      );
    }
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
  // A link to a part of the analyzer's answer from before there was a view for it.
  place.show(view.view === DEFAULT_VIEW.view && view.result !== DEFAULT_VIEW.result ? 'identity' : view.view);
}

/** Where the browser allows it; a page that nobody narrowed keeps a plain address. */
function write(view: LinkView): void {
  const plain = looked(view) === encodeView(DEFAULT_VIEW);
  const fragment = plain ? '' : `#${encodeView(view)}`;
  if (fragment === location.hash) return;
  try {
    // A reload has this state again; a link that is handed on has not.
    history.replaceState({ own: fragment }, '', fragment === '' ? `${location.pathname}${location.search}` : fragment);
  } catch {
    // A page that may not name itself can still copy a link.
  }
}
