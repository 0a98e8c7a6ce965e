import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEPT_DIALOGS } from '../support/kept-dialogs.ts';
import { readTree } from './support/tree.ts';

const SPEC = 'tests/e2e/screens.spec.ts';
const OF_UI = 'src/ui/';

/** Components of a tree that open a dialog: by the widget, or by an element of their own. */
const opening = (tree: ReadonlyMap<string, string>): string[] =>
  [...tree]
    .filter(([path, text]) => path.endsWith('.svelte') && path !== 'src/ui/kit/Dialog.svelte' && /<(?:Dialog|dialog)[\s>]/.test(text))
    .map(([path]) => path.slice(OF_UI.length))
    .sort();

test('every component that opens a dialog is kept as a screen, and no other is named', () => {
  expect(opening(readTree('src/ui'))).toEqual(Object.keys(KEPT_DIALOGS).sort());
});

test('every screen that is named is one of the journeys that keep them', () => {
  const spec = readFileSync(SPEC, 'utf8');
  // Doors whose name, in lower case, is that of the screen.
  const doors = [...spec.matchAll(/for \(const door of \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^'…]*)…?'/g)].map(([, door = '']) => door.toLowerCase()),
  );
  const kept = new Set([
    ...[...spec.matchAll(/(?:expect|dialog)\('([\w-]+)'/g), ...spec.matchAll(/^ *\['[^']*', '([\w-]+)'\],$/gm)].map(([, name]) => name),
    ...doors,
  ]);
  expect(
    Object.values(KEPT_DIALOGS)
      .flat()
      .filter((name) => !kept.has(name)),
  ).toEqual([]);
});

test('a planted dialog is seen, a component without one is not', () => {
  const tree = new Map([
    ['src/ui/features/A.svelte', '<Dialog title="A" {onclose}>'],
    ['src/ui/features/B.svelte', '<dialog open></dialog>'],
    ['src/ui/features/C.svelte', '<DialogName />'],
  ]);
  expect(opening(tree)).toEqual(['features/A.svelte', 'features/B.svelte']);
});
