/**
 * URIs of the server's resources, such as `capture-workbench://captures/lab/columns/rssi` and
 * `capture-workbench://results/ID/structured_output/rows?from=50`. Names in them are percent-encoded segments.
 */
const SCHEME = 'capture-workbench://';

export interface Place {
  readonly segments: readonly string[];
  /** Where the requested page of a resource begins: the number of its first item, member or character. */
  readonly from: number;
}

export const uriOf = (segments: readonly (string | number)[], from = 0): string =>
  `${SCHEME}${segments.map((segment) => encodeURIComponent(segment)).join('/')}${from > 0 ? `?from=${String(from)}` : ''}`;

/** Splits a resource URI into its parts; undefined if it is not a URI of this server. */
export function placeOf(uri: string): Place | undefined {
  const match = /^capture-workbench:\/\/([^?#]+)(?:\?from=(\d{1,9}))?$/.exec(uri);
  if (match === null) return undefined;
  const [, path = '', from = '0'] = match;
  try {
    return { segments: path.split('/').map(decodeURIComponent), from: Number(from) };
  } catch {
    // Thrown for a percent sign that does not begin an escape sequence: such a URI names nothing.
    return undefined;
  }
}

/** Returns a URI template (RFC 6570), in which variables are written as `{name}`. */
export const templateOf = (path: string): string => `${SCHEME}${path}`;
