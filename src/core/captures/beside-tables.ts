import type { Statements } from '../../engine/engine.ts';
import type { CaptureTable } from '../../tables/captures.ts';
import { CONVERSATION_NAMES, conversationTable } from '../../tables/conversation/names.ts';

/** A capture's additional tables, such as connections. All are created with the first row of any, and dropped with the capture's table. */
export class BesideTables {
  private readonly rows = new Map<string, number>();
  private created: Promise<void> | null = null;

  constructor(
    private readonly engine: Pick<Statements, 'create' | 'append'>,
    private readonly capture_id: string,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async append(name: string, ipc: Uint8Array, rows: number): Promise<void> {
    this.rows.set(name, (this.rows.get(name) ?? 0) + rows);
    // Wait for one shared promise, because more blocks may arrive while the tables are being created.
    await (this.created ??= this.create());
    await this.engine.append(conversationTable(this.capture_id, name), ipc, { signal: this.signal });
  }

  private async create(): Promise<void> {
    const { engine, capture_id, signal } = this;
    const { CONVERSATION_TABLES } = await import('../../tables/conversation/index.ts');
    for (const { name, columns } of CONVERSATION_TABLES)
      await engine.create(conversationTable(capture_id, name), columns, { signal, of: capture_id });
  }

  /** The additional tables; undefined if the capture has none. */
  list(): readonly CaptureTable[] | undefined {
    if (this.rows.size === 0) return undefined;
    return CONVERSATION_NAMES.map((name) => ({
      name: conversationTable(this.capture_id, name),
      what: name,
      row_count: this.rows.get(name) ?? 0,
    }));
  }
}
