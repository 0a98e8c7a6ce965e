import type { AssignedNames } from '../ad/names.ts';

/** Loads the tables of assigned numbers (about 45 kB compressed) once somebody wants names. */
export async function loadAssignedNames(): Promise<AssignedNames> {
  const [{ COMPANIES }, { SERVICES }, { APPEARANCES }] = await Promise.all([
    import('./companies.ts'),
    import('./services.ts'),
    import('./appearances.ts'),
  ]);
  const own = (table: Readonly<Record<string, string>>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined);
  return {
    company: (id) => own(COMPANIES, String(id)),
    service: (uuid) => own(SERVICES, uuid.toUpperCase()),
    // A subcategory nobody named still belongs to its category.
    appearance: (value) => own(APPEARANCES, String(value)) ?? own(APPEARANCES, String(value & ~63)),
  };
}
