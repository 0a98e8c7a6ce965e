import { WorkbenchError } from '../base/failure.ts';
import type { DeviceName } from '../base/device-name.ts';
import { DEVICE_NAME_COLUMNS, DEVICE_NAMES } from '../base/device-names-table.ts';
import { allVisible } from '../base/visible-text.ts';
import type { Engine, Statements } from '../engine/engine.ts';
import { literal } from '../engine/literal.ts';

/** Keeps the SQL table `device_names` in step with the names that a person gave to devices. */
export class NamesTable {
  #generation = -1;
  #sql = '';

  /** @param names the names as they are now */
  constructor(
    private readonly engine: Engine,
    private readonly names: () => readonly DeviceName[],
  ) {
    // Statements that a lost engine interrupts run again by themselves: they need the table too.
    engine.onRestart((database) => this.#write(database));
  }

  /** Settles when a statement that starts now reads the names as they are now. */
  async inStep(signal?: AbortSignal): Promise<void> {
    for (;;) {
      await this.engine.restored(signal);
      try {
        await this.#write(this.engine);
        return;
      } catch (error) {
        if (!(error instanceof WorkbenchError && error.code === 'ENGINE_LOST')) throw error;
      }
    }
  }

  async #write(database: Statements): Promise<void> {
    const generation = this.engine.generation();
    const sql = namesSql(this.names());
    if (generation === this.#generation && sql === this.#sql) return;
    // Replaced in one step, so a statement that is running never misses it.
    await database.view(DEVICE_NAMES, sql, { replaces: true });
    this.#generation = generation;
    this.#sql = sql;
  }
}

/**
 * One row for each name, as a statement. Each column is one text that DuckDB splits at line ends: with one literal for each name, a
 * statement over 10,000 names takes seconds instead of a quarter of one. Names have no line ends; an address that has one is left out.
 */
export function namesSql(names: readonly DeviceName[]): string {
  const rows = names.filter(({ address }) => allVisible(address));
  if (rows.length === 0) return `SELECT ${DEVICE_NAME_COLUMNS.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
  const cells = DEVICE_NAME_COLUMNS.map(
    ({ name }) => `unnest(string_split(${literal(rows.map((row) => row[name]).join('\n'))}, chr(10))) AS ${name}`,
  );
  return `SELECT ${cells.join(', ')}`;
}
