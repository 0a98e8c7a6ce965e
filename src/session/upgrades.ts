type Upgrade = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Fields that were added while the version was 1, so a document of version 1 may lack any of them. From version 2 on all are
 * present, and every added field raises the version.
 */
const CAME_TO_VERSION_1 = ['merges', 'queries', 'pinned', 'verdicts', 'journals'];

/** `upgrades[n]` turns a document of version n into one of version n + 1; a fixture of every version stays in the tests. */
const upgrades: Readonly<Record<number, Upgrade>> = {
  1: (document) => ({ ...Object.fromEntries(CAME_TO_VERSION_1.map((name) => [name, []])), ...document, version: 2 }),
  // Version 3 has a seal around the document; nothing in it changed.
  2: (document) => ({ ...document, version: 3 }),
  // Version 4 has names of devices, and notes on devices and times.
  3: (document) => ({ ...document, names: [], version: 4 }),
};

/** The document as version `to` has it; the result is nothing that anybody has checked. Throws where a step is missing. */
export function upgraded(document: Readonly<Record<string, unknown>>, from: number, to: number): Readonly<Record<string, unknown>> {
  let current = document;
  for (let step = from; step < to; step++) {
    const upgrade = upgrades[step];
    if (upgrade === undefined) throw new Error(`broken invariant: no upgrade of session documents from version ${String(step)}`);
    current = upgrade(current);
  }
  return current;
}
