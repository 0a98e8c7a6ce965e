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

  /** @param names returns the current names */
  constructor(
    private readonly engine: Engine,
    private readonly names: () => readonly DeviceName[],
  ) {
    // Create the table again after an engine loss: statements that the loss interrupted restart by themselves and need it.
    engine.onRestart((database) => this.#write(database));
  }

  /** Settles when the table has the current names, so that a statement started afterwards reads them. */
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
    // Replace the table in one step, so that a running statement always finds it.
    await database.view(DEVICE_NAMES, sql, { replaces: true });
    this.#generation = generation;
    this.#sql = sql;
  }
}

/**
 * Returns a statement with one row per name. Each column is one text that DuckDB splits at line breaks, because a statement with 10,000
 * literals would take seconds instead of a quarter of a second. Names contain no line breaks; an address with one is left out.
 */
export function namesSql(names: readonly DeviceName[]): string {
  const rows = names.filter(({ address }) => allVisible(address));
  if (rows.length === 0) return `SELECT ${DEVICE_NAME_COLUMNS.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
  const cells = DEVICE_NAME_COLUMNS.map(
    ({ name }) => `unnest(string_split(${literal(rows.map((row) => row[name]).join('\n'))}, chr(10))) AS ${name}`,
  );
  return `SELECT ${cells.join(', ')}`;
}
