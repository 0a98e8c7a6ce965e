import type { CaptureInfo } from '../../tables/captures.ts';

/** Most characters of a session's name, as in its document. */
export const LONGEST_SESSION_NAME = 200;
/** Most characters of a session name in a file name. */
const LONGEST_STEM = 60;

/** The default name of a session, derived from its captures. */
export function defaultName(captures: readonly Pick<CaptureInfo, 'capture_id'>[]): string {
  const [first, second] = captures;
  if (first === undefined) return 'Session';
  if (second === undefined) return first.capture_id;
  return `${first.capture_id} and ${captures.length === 2 ? second.capture_id : `${String(captures.length - 1)} more`}`;
}

/**
 * A name in a form for file names: letters and digits of any script; everything else (path separators, dots, direction controls) becomes a
 * dash; empty if nothing is left.
 */
export function nameStem(name: string): string {
  const words = name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  return [...words]
    .slice(0, LONGEST_STEM)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
}

/** The name of a file with a given title. */
export const namedFile = (kind: string, name: string, extension: string): string =>
  `${['capture-workbench', kind, nameStem(name)].filter(Boolean).join('-')}.${extension}`;

/** The name of the session, and of its files. */
export class SessionState {
  /** Name that the person gave; empty if there is none. */
  own = $state('');

  constructor(private readonly captures: () => readonly Pick<CaptureInfo, 'capture_id'>[]) {}

  /** The person's name, otherwise one derived from the open captures. */
  get name(): string {
    return this.own || defaultName(this.captures());
  }

  /** Sets the person's name; empty text or the default name clears it. */
  call(name: string): void {
    const words = name.trim().slice(0, LONGEST_SESSION_NAME);
    this.own = words === defaultName(this.captures()) ? '' : words;
  }

  /** Takes over the name of an opened session, unless this one has a name. */
  adopt(name: string | undefined): void {
    this.own ||= (name ?? '').slice(0, LONGEST_SESSION_NAME);
  }

  /** The file in which it is saved under a name. */
  fileOf(name: string): string {
    return namedFile('session', name.trim() || defaultName(this.captures()), 'json');
  }
}
