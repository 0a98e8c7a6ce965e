import { untrack } from 'svelte';
import type { WorkOptions } from '../../base/progress.ts';
import type { GridColumn, GridRow, GridSort } from '../../base/table.ts';
import type { Page, ResultsPort, RowsSlice, TableFormat, TableRequest } from '../../workbench/results.ts';
import { type GridSource, rowsFrom } from './grid-source.ts';

/** Number of table rows per request to the core. */
const PAGE = 100;
/** Most rows kept, and rows around the view that stay when others are dropped. */
const MOST = 3000;
const AROUND = 1000;

/** A table in the core. */
export interface PagedTable<Request, Slice extends RowsSlice> {
  rows(request: Request & Page, options: WorkOptions): Promise<Slice>;
  file(format: TableFormat, request: Request, options: WorkOptions): Promise<Blob>;
}

/** Identifies a table of a result. */
export interface TableName {
  readonly tool_call_id: string;
  readonly table: string;
}

/** A table of a result. Create it while a component is initialised. */
export const resultRows = (
  results: Pick<ResultsPort, 'rows' | 'tableFile'>,
  name: () => TableName,
  request: () => Omit<TableRequest, 'sort'> = () => ({}),
): PagedRows<TableName & TableRequest> =>
  new PagedRows(
    {
      rows: ({ tool_call_id, table, ...rest }) => results.rows(tool_call_id, table, rest),
      file: (format, { tool_call_id, table, ...rest }, options) => results.tableFile(tool_call_id, table, format, rest, options),
    },
    (sort) => ({ ...name(), ...request(), sort }),
  );

interface Shown<Request, Slice> {
  readonly request: Request;
  /** The first slice of the answer. */
  readonly slice: Slice;
  readonly rows: Map<number, GridRow>;
}

/**
 * Rows of a table in the core, a page at a time. A new request replaces the rows when its first page arrives; earlier requests are
 * cancelled. Null requests nothing. Create it while a component is initialised.
 */
export class PagedRows<Request extends object, Slice extends RowsSlice = RowsSlice> implements GridSource {
  #shown = $state.raw<Shown<Request, Slice> | null>(null);
  /** Counts loaded pages, because the map of rows is not reactive. */
  #arrived = $state(0);
  #failure = $state.raw<{ readonly error: unknown } | null>(null);
  #wanted = { from: 0, to: PAGE };
  #loading = false;
  /** Whether the first rows of the newest request are pending. */
  #reading = $state(false);
  sample = $state.raw<readonly GridRow[]>([]);
  sort = $state.raw<GridSort | null>(null);

  constructor(
    private readonly table: PagedTable<Request, Slice>,
    request: (sort: GridSort | null) => Request | null,
  ) {
    $effect(() => {
      const asked = request(this.sort);
      if (asked === null) return;
      const controller = new AbortController();
      const { signal } = controller;
      const offset = untrack(() => Math.max(0, this.#wanted.from));
      this.#reading = true;
      this.#fetch(asked, offset, PAGE, { signal })
        .then(
          (slice) => {
            if (!signal.aborted) this.#show(asked, slice, offset);
          },
          (error: unknown) => {
            if (!signal.aborted) this.#failure = { error };
          },
        )
        .finally(() => {
          if (!signal.aborted) this.#reading = false;
        });
      return () => {
        controller.abort();
        this.#reading = false;
      };
    });
  }

  readonly sortBy = (sort: GridSort): void => void (this.sort = sort);

  /** Whether the first rows have arrived. Throws the error of a failed request, which the boundary around the view shows. */
  get ready(): boolean {
    if (this.#failure) throw this.#failure.error;
    return this.#shown !== null;
  }

  get reading(): boolean {
    return this.#reading;
  }

  /** The error of the last request; null if it succeeded. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** The first slice, with further facts about the table; null until it arrives. */
  get first(): Slice | null {
    return this.#shown?.slice ?? null;
  }

  get columns(): readonly GridColumn[] {
    return this.first?.columns ?? [];
  }

  get count(): number {
    return this.first?.total ?? 0;
  }

  /** Number of rows before the selection narrows them. */
  get all(): number {
    return this.first?.all ?? 0;
  }

  row(at: number): GridRow | undefined {
    void this.#arrived;
    return this.#shown?.rows.get(at);
  }

  want(from: number, to: number): void {
    this.#wanted = { from, to };
    void this.#load();
  }

  async head(limit: number): Promise<readonly GridRow[]> {
    const shown = this.#shown;
    const rows: GridRow[] = [];
    while (shown && rows.length < Math.min(limit, shown.slice.total)) {
      const slice = await this.#fetch(shown.request, rows.length, limit - rows.length);
      if (slice.rows.length === 0) break;
      rows.push(...slice.rows);
    }
    return rows;
  }

  async file(format: TableFormat, options: WorkOptions): Promise<Blob> {
    if (this.#shown === null) throw new Error('There is no table to save.');
    return this.table.file(format, this.#shown.request, options);
  }

  #show(request: Request, slice: Slice, offset: number): void {
    this.#shown = { request, slice, rows: rowsFrom(slice.rows, offset) };
    this.#failure = null;
    this.sample = slice.rows;
    void this.#load();
  }

  /** Loads the missing pages one after another; the wanted range may change meanwhile. */
  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      for (;;) {
        const shown = this.#shown;
        const missing = shown && this.#missing(shown);
        if (!shown || missing === null) return;
        const slice = await this.#fetch(shown.request, missing, PAGE);
        if (this.#shown !== shown) continue;
        if (slice.rows.length === 0) return;
        slice.rows.forEach((row, at) => shown.rows.set(missing + at, row));
        this.#trim(shown);
        this.#arrived += 1;
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#loading = false;
    }
  }

  #missing({ rows, slice }: Shown<Request, Slice>): number | null {
    for (let at = Math.max(0, this.#wanted.from); at < Math.min(this.#wanted.to, slice.total); at++) if (!rows.has(at)) return at;
    return null;
  }

  #trim({ rows }: Shown<Request, Slice>): void {
    if (rows.size <= MOST) return;
    const { from, to } = this.#wanted;
    for (const at of rows.keys()) if (at < from - AROUND || at > to + AROUND) rows.delete(at);
  }

  #fetch(request: Request, offset: number, limit: number, options: WorkOptions = {}): Promise<Slice> {
    return this.table.rows({ ...request, offset, limit }, options);
  }
}
