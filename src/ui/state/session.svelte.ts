import type { CaptureInfo } from '../../tables/captures.ts';

/** Characters of a session's name, as its document holds them. */
export const LONGEST_SESSION_NAME = 200;
/** Most characters of a session name in a file name. */
const LONGEST_STEM = 60;

/** The name of a session that has none of its own, made of its captures. */
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

/** The name of the session, and of its files. */
export class SessionState {
  /** By the person; empty while it has no name of its own. */
  own = $state('');

  constructor(private readonly captures: () => readonly Pick<CaptureInfo, 'capture_id'>[]) {}

  /** By the person, else after what is open. */
  get name(): string {
    return this.own || defaultName(this.captures());
  }

  /** Takes over what a person calls it; without words, or as it is called anyway, it has no name of its own. */
  call(name: string): void {
    const words = name.trim().slice(0, LONGEST_SESSION_NAME);
    this.own = words === defaultName(this.captures()) ? '' : words;
  }

  /** Takes over the name of a session that was opened, where this one has none. */
  adopt(name: string | undefined): void {
    this.own ||= (name ?? '').slice(0, LONGEST_SESSION_NAME);
  }

  /** The file in which it is saved under a name. */
  fileOf(name: string): string {
    return namedFile('session', name.trim() || defaultName(this.captures()), 'json');
  }
}
