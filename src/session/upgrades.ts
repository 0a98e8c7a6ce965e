type Upgrade = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Fields that were added while the version was 1, so a document of version 1 may lack them. From version 2 on all are required, and every
 * added field raises the version.
 */
const ADDED_IN_VERSION_1 = ['merges', 'queries', 'pinned', 'verdicts', 'journals'];

/** `upgrades[n]` converts a document of version n to version n + 1; the tests keep a fixture of every version. */
const upgrades: Readonly<Record<number, Upgrade>> = {
  1: (document) => ({ ...Object.fromEntries(ADDED_IN_VERSION_1.map((name) => [name, []])), ...document, version: 2 }),
  // Version 3 adds a seal around the document; its content is unchanged.
  2: (document) => ({ ...document, version: 3 }),
  // Version 4 adds device names, and notes on devices and times.
  3: (document) => ({ ...document, names: [], version: 4 }),
};

/** The document upgraded to version `to`; the result is not validated. Throws if a step is missing. */
export function upgraded(document: Readonly<Record<string, unknown>>, from: number, to: number): Readonly<Record<string, unknown>> {
  let current = document;
  for (let step = from; step < to; step++) {
    const upgrade = upgrades[step];
    if (upgrade === undefined) throw new Error(`broken invariant: no upgrade of session documents from version ${String(step)}`);
    current = upgrade(current);
  }
  return current;
}
