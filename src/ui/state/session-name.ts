import type { CaptureInfo } from '../../tables/captures.ts';

/** Characters of a session's name, as its document holds them. */
export const LONGEST_SESSION_NAME = 200;
/** Characters of it that stand in the name of a file. */
const LONGEST_STEM = 60;

/** What a session is called as long as nobody has named it: after its captures. */
export function defaultName(captures: readonly Pick<CaptureInfo, 'capture_id'>[]): string {
  const [first, second] = captures;
  if (first === undefined) return 'Session';
  if (second === undefined) return first.capture_id;
  return `${first.capture_id} and ${captures.length === 2 ? second.capture_id : `${String(captures.length - 1)} more`}`;
}

/**
 * A name as the end of a file's name: letters and digits of any script, all else (separators of paths, dots, signs that turn the
 * direction of writing) a dash; empty where nothing is left.
 */
export function nameStem(name: string): string {
  const words = name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  return [...words]
    .slice(0, LONGEST_STEM)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
}

/** The name of a file of the page that holds what is called so. */
export const namedFile = (kind: string, name: string, extension: string): string =>
  `${['capture-workbench', kind, nameStem(name)].filter(Boolean).join('-')}.${extension}`;
