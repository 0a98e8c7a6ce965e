import type { AnalystNote, NoteSubject } from '../../workbench/port.ts';

/** Characters of one note. */
export const LONGEST_NOTE = 4000;
/** Notes that a session holds. */
const MOST = 10_000;

const key = (subject: NoteSubject): string =>
  subject.on === 'result' ? `result ${subject.tool_call_id}` : `packet ${subject.sha256} ${String(subject.packet_no)}`;

/** What the person wrote about results and packets. Kept with the session; a packet is known by its file's digest, whatever the capture is called. */
export class NotesState {
  #bySubject = $state.raw<Readonly<Record<string, AnalystNote>>>({});

  constructor(private readonly changed: () => void = () => undefined) {}

  get list(): readonly AnalystNote[] {
    return Object.values(this.#bySubject);
  }

  of(subject: NoteSubject): string {
    return this.#bySubject[key(subject)]?.text ?? '';
  }

  /** Replaces what was written; nothing is kept of an empty note. False where there is no room for one more: nothing is changed then. */
  set(subject: NoteSubject, text: string): boolean {
    const own = key(subject);
    const { [own]: before, ...others } = this.#bySubject;
    if (text.trim() !== '' && before === undefined && this.list.length >= MOST) return false;
    this.#bySubject = text.trim() === '' ? others : { ...others, [own]: { ...subject, text: text.slice(0, LONGEST_NOTE) } };
    this.changed();
    return true;
  }

  /** Packets of a capture that have a note, in their order. */
  packetsOf(sha256: string): readonly { readonly packet_no: number; readonly text: string }[] {
    return this.list
      .flatMap((note) => (note.on === 'packet' && note.sha256 === sha256 ? [{ packet_no: note.packet_no, text: note.text }] : []))
      .sort((a, b) => a.packet_no - b.packet_no);
  }

  /** Takes over those of a session; what was written here already stays. */
  adopt(notes: readonly AnalystNote[]): void {
    this.#bySubject = { ...Object.fromEntries(notes.map((note) => [key(note), note])), ...this.#bySubject };
  }
}
