import type { AnalystNote, NoteSubject } from '../../workbench/port.ts';
import { Held } from './held.svelte.ts';

/** Most characters of a note. */
export const LONGEST_NOTE = 4000;
/** Most notes in a session. */
const MOST = 10_000;

type TimeNote = Extract<AnalystNote, { readonly on: 'time' }>;

function keyOf(subject: NoteSubject): string {
  switch (subject.on) {
    case 'result':
      return `result ${subject.tool_call_id}`;
    case 'packet':
      return `packet ${subject.sha256} ${String(subject.packet_no)}`;
    case 'device':
      return `device ${subject.address}`;
    case 'time':
      return `time ${subject.sha256} ${String(subject.start_ms)} ${String(subject.end_ms)}`;
  }
}

/** Notes of the person about results, packets, devices and times. A packet or time is identified by the digest of its file and not by the name of the capture. */
export class NotesState extends Held<AnalystNote> {
  /** Whether the note on the selected time is open. */
  onTime = $state(false);

  constructor(changed?: () => void) {
    super(keyOf, changed);
  }

  of(subject: NoteSubject): string {
    return this.at(keyOf(subject))?.text ?? '';
  }

  /** Sets a note; an empty text removes it. Returns false, and changes nothing, if there are too many. */
  set(subject: NoteSubject, text: string): boolean {
    const keep = text.trim() !== '';
    if (keep && this.at(keyOf(subject)) === undefined && this.list.length >= MOST) return false;
    this.put({ ...subject, text: text.slice(0, LONGEST_NOTE) }, keep);
    return true;
  }

  /** Notes on times of a capture, earliest first. */
  timesOf(sha256: string): readonly TimeNote[] {
    return this.list
      .flatMap((note) => (note.on === 'time' && note.sha256 === sha256 ? [note] : []))
      .sort((a, b) => a.start_ms - b.start_ms);
  }

  /** Notes on packets of a capture, in the order of the packets. */
  packetsOf(sha256: string): readonly { readonly packet_no: number; readonly text: string }[] {
    return this.list
      .flatMap((note) => (note.on === 'packet' && note.sha256 === sha256 ? [{ packet_no: note.packet_no, text: note.text }] : []))
      .sort((a, b) => a.packet_no - b.packet_no);
  }
}
