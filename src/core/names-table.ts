import { WorkbenchError } from '../base/failure.ts';
import type { DeviceName } from '../base/device-name.ts';
import { DEVICE_NAME_COLUMNS, DEVICE_NAMES } from '../base/device-names-table.ts';
import { allVisible } from '../base/visible-text.ts';
import type { Engine, Statements } from '../engine/engine.ts';
import { literal } from '../engine/literal.ts';

/** Keeps the SQL table `device_names` in step with the device names that a person enters. */
export class NamesTable {
  #generation = -1;
  #sql = '';

  /** @param names the current names */
  constructor(
    private readonly engine: Engine,
    private readonly names: () => readonly DeviceName[],
  ) {
    // Statements that an engine loss interrupts are restarted automatically and need the table too.
    engine.onRestart((database) => this.#write(database));
  }

  /** Settles once new statements will read the current names. */
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
    // Replaced atomically, so that a running statement always finds the table.
    await database.view(DEVICE_NAMES, sql, { replaces: true });
    this.#generation = generation;
    this.#sql = sql;
  }
}

/**
 * A statement that returns one row per name. Each column is one text that DuckDB splits at line breaks: with one literal per name, a
 * statement over 10,000 names would take seconds instead of a quarter of a second. Names contain no line breaks; an address that does is
 * left out.
 */
export function namesSql(names: readonly DeviceName[]): string {
  const rows = names.filter(({ address }) => allVisible(address));
  if (rows.length === 0) return `SELECT ${DEVICE_NAME_COLUMNS.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
  const cells = DEVICE_NAME_COLUMNS.map(
    ({ name }) => `unnest(string_split(${literal(rows.map((row) => row[name]).join('\n'))}, chr(10))) AS ${name}`,
  );
  return `SELECT ${cells.join(', ')}`;
}
