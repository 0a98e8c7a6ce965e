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

it('keeps notes on devices and times apart, and lists the times of a file from the earliest', () => {
  const notes = new NotesState();
  const time = (start_ms: number, end_ms: number) => ({ on: 'time', sha256: 'a'.repeat(64), start_ms, end_ms }) as const;
  notes.set(time(500, 900), 'second');
  notes.set(time(100, 900), 'first');
  notes.set({ ...time(0, 1), sha256: 'b'.repeat(64) }, 'of another file');
  notes.set({ on: 'device', address: 'AA:BB:CC:DD:EE:FF' }, 'bench');
  expect(notes.timesOf('a'.repeat(64)).map(({ text }) => text)).toEqual(['first', 'second']);
  expect(notes.of({ on: 'device', address: 'AA:BB:CC:DD:EE:FF' })).toBe('bench');
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
