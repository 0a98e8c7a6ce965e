type Upgrade = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Fields that were added while the version was 1, so documents of version 1 may lack them. From version 2 on all fields are required, and a
 * version that adds fields has a new number.
 */
const ADDED_IN_VERSION_1 = ['merges', 'queries', 'pinned', 'verdicts', 'journals'];

/** `upgrades[n]` converts a document of version n to version n + 1. The tests have a document of every version. */
const upgrades: Readonly<Record<number, Upgrade>> = {
  1: (document) => ({ ...Object.fromEntries(ADDED_IN_VERSION_1.map((name) => [name, []])), ...document, version: 2 }),
  // Version 3 adds a seal around the document, whose content does not change.
  2: (document) => ({ ...document, version: 3 }),
  // Version 4 adds device names, and notes on devices and times.
  3: (document) => ({ ...document, names: [], version: 4 }),
};

/** Upgrades a document to version `to`, without validating the result. Throws if there is no upgrade for a version between. */
export function upgraded(document: Readonly<Record<string, unknown>>, from: number, to: number): Readonly<Record<string, unknown>> {
  let current = document;
  for (let step = from; step < to; step++) {
    const upgrade = upgrades[step];
    if (upgrade === undefined) throw new Error(`broken invariant: no upgrade of session documents from version ${String(step)}`);
    current = upgrade(current);
  }
  return current;
}
