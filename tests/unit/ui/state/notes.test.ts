import { expect, it } from 'vitest';
import { LONGEST_NOTE, NotesState } from '../../../../src/ui/state/notes.svelte.ts';

const packet = (packet_no: number, sha256 = 'a'.repeat(64)) => ({ on: 'packet', sha256, packet_no }) as const;
const result = { on: 'result', tool_call_id: 'call' } as const;

it('keeps one note per result and packet, and none that is empty', () => {
  let changes = 0;
  const notes = new NotesState(() => (changes += 1));
  notes.set(packet(9), 'the change');
  notes.set(packet(2), 'first seen');
  notes.set(result, 'holds');
  notes.set(packet(9), 'the change, I think');
  expect(notes.packetsOf('a'.repeat(64))).toEqual([
    { packet_no: 2, text: 'first seen' },
    { packet_no: 9, text: 'the change, I think' },
  ]);
  expect(notes.packetsOf('b'.repeat(64))).toEqual([]);
  expect(notes.of(result)).toBe('holds');
  notes.set(result, '  ');
  expect(notes.list).toHaveLength(2);
  expect([notes.of(result), changes]).toEqual(['', 5]);
});

it('cuts a note to what a session takes, and keeps its own where a session brings another', () => {
  const notes = new NotesState();
  notes.set(result, 'x'.repeat(LONGEST_NOTE + 1));
  expect(notes.of(result)).toHaveLength(LONGEST_NOTE);
  notes.adopt([
    { ...result, text: 'of the file' },
    { ...packet(1), text: 'brought' },
  ]);
  expect([notes.of(result).length, notes.of(packet(1))]).toEqual([LONGEST_NOTE, 'brought']);
});

it('takes no more than a session holds, and says so', () => {
  const notes = new NotesState();
  notes.adopt(Array.from({ length: 10_000 }, (_, at) => ({ ...packet(at), text: 'n' })));
  expect(notes.set(packet(10_000), 'one more')).toBe(false);
  expect(notes.set(packet(3), 'another text')).toBe(true);
  expect(notes.list).toHaveLength(10_000);
});
