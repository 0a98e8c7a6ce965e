import { expect, it } from 'vitest';
import { defaultName, namedFile, nameStem } from '../../../../src/ui/state/session.svelte.ts';

it('calls a session after its captures', () => {
  const captures = ['lobby', 'hall', 'roof'].map((capture_id) => ({ capture_id }));
  expect([0, 1, 2, 3].map((count) => defaultName(captures.slice(0, count)))).toEqual([
    'Session',
    'lobby',
    'lobby and hall',
    'lobby and 2 more',
  ]);
});

it('makes a name safe for a file, whatever somebody typed', () => {
  expect(nameStem('Lobby, Tuesday 10:00')).toBe('Lobby-Tuesday-10-00');
  expect(nameStem('Prüfung 会議室')).toBe('Prüfung-会議室');
  expect(nameStem('../../etc/passwd\0')).toBe('etc-passwd');
  expect(nameStem('report\u202egnp.exe')).toBe('report-gnp-exe');
  expect(nameStem('…')).toBe('');
  expect([...nameStem('𝒳'.repeat(100))]).toHaveLength(60);
  expect(namedFile('session', 'Lobby', 'json')).toBe('capture-workbench-session-Lobby.json');
  expect(namedFile('', '..', 'html')).toBe('capture-workbench.html');
});
