import type { CaptureInfo } from '../../tables/captures.ts';
import { defaultName, LONGEST_SESSION_NAME, namedFile } from './session-name.ts';

/** What the session is called, and the files after it. */
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
