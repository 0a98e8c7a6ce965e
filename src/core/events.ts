import type { Bus } from '../base/bus.ts';
import type { AuditEntry } from '../tools/contract/index.ts';
import type { WorkbenchEvent } from '../workbench/port.ts';

export type CoreBus = Bus<WorkbenchEvent>;

/** Returns a function that computes a value again only after one of these events, and returns the same object in between. */
export function memoOn<T>(bus: CoreBus, types: readonly WorkbenchEvent['type'][], compute: () => T): () => T {
  let current: { readonly value: T } | null = null;
  for (const type of types) {
    bus.on(type, () => {
      current = null;
    });
  }
  return () => (current ??= { value: compute() }).value;
}

/** The journal's lines as one array to which each new line is appended, so that a new line does not copy the array. */
export function journalLines(bus: CoreBus, earlier: readonly AuditEntry[]): () => readonly AuditEntry[] {
  const lines = [...earlier];
  bus.on('audit', ({ entry }) => {
    lines.push(entry);
  });
  return () => lines;
}
