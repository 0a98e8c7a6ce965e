import type { AnalystNote, NoteSubject } from '../../workbench/port.ts';
import { Held } from './held.svelte.ts';

/** Characters of one note. */
export const LONGEST_NOTE = 4000;
/** Notes that a session holds. */
const MOST = 10_000;

const keyOf = (subject: NoteSubject): string =>
  subject.on === 'result' ? `result ${subject.tool_call_id}` : `packet ${subject.sha256} ${String(subject.packet_no)}`;

/** Notes of the person about results and packets. A packet is identified by the digest of its file and not by the name of the capture. */
export class NotesState extends Held<AnalystNote> {
  constructor(changed?: () => void) {
    super(keyOf, changed);
  }

  of(subject: NoteSubject): string {
    return this.at(keyOf(subject))?.text ?? '';
  }

  /** Replaces a note; an empty one is removed. False, and nothing is changed, where there is no room for one more. */
  set(subject: NoteSubject, text: string): boolean {
    const keep = text.trim() !== '';
    if (keep && this.at(keyOf(subject)) === undefined && this.list.length >= MOST) return false;
    this.put({ ...subject, text: text.slice(0, LONGEST_NOTE) }, keep);
    return true;
  }

  /** Notes on packets of a capture, in the order of the packets. */
  packetsOf(sha256: string): readonly { readonly packet_no: number; readonly text: string }[] {
    return this.list
      .flatMap((note) => (note.on === 'packet' && note.sha256 === sha256 ? [{ packet_no: note.packet_no, text: note.text }] : []))
      .sort((a, b) => a.packet_no - b.packet_no);
  }
}
