/**
 * Resource URIs: `capture-workbench://captures/lab/columns/rssi`, `capture-workbench://results/ID/structured_output/rows?from=50`. Names
 * are percent-encoded segments.
 */
const SCHEME = 'capture-workbench://';

export interface Place {
  readonly segments: readonly string[];
  /** Item, member or character with which a page begins. */
  readonly from: number;
}

export const uriOf = (segments: readonly (string | number)[], from = 0): string =>
  `${SCHEME}${segments.map((segment) => encodeURIComponent(segment)).join('/')}${from > 0 ? `?from=${String(from)}` : ''}`;

/** The parts of a URI; undefined for other URIs. */
export function placeOf(uri: string): Place | undefined {
  const match = /^capture-workbench:\/\/([^?#]+)(?:\?from=(\d{1,9}))?$/.exec(uri);
  if (match === null) return undefined;
  const [, path = '', from = '0'] = match;
  try {
    return { segments: path.split('/').map(decodeURIComponent), from: Number(from) };
  } catch {
    // A percent sign that does not begin an escape.
    return undefined;
  }
}

/** URI templates with variables (RFC 6570). */
export const templateOf = (path: string): string => `${SCHEME}${path}`;
