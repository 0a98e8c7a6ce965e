import type { AssignedNames } from '../ad/names.ts';

/** Loads the tables of assigned numbers (about 45 kB compressed) on the first request for a name. */
export async function loadAssignedNames(): Promise<AssignedNames> {
  const [{ default: companies }, { default: services }, { default: appearances }] = await Promise.all([
    import('./companies.json'),
    import('./services.json'),
    import('./appearances.json'),
  ]);
  const own = (table: Readonly<Record<string, string>>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined);
  return {
    company: (id) => own(companies, String(id)),
    service: (uuid) => own(services, uuid.toUpperCase()),
    // An unnamed subcategory still belongs to its category.
    appearance: (value) => own(appearances, String(value)) ?? own(appearances, String(value & ~63)),
  };
}
