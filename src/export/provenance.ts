import type { ExportJob } from '../tools/definition.ts';

/** Where exported rows came from. Parquet metadata and `provenance.json` have the same content. */
export interface Provenance {
  readonly made_by: 'Capture Workbench';
  /** Hash of the journal's last line when the export began; null if there was none. */
  readonly journal_head: string | null;
  readonly captures: readonly { readonly capture_id: string; readonly sha256: string; readonly time_base: string }[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export const PROVENANCE_FILE = 'provenance.json';

export const provenanceOf = ({ captures, columns }: Pick<ExportJob, 'captures' | 'columns'>, journal_head: string | null): Provenance => ({
  made_by: 'Capture Workbench',
  journal_head,
  captures: captures.map(({ capture_id, sha256, time_base }) => ({ capture_id, sha256, time_base })),
  columns: columns.map(({ name, type }) => ({ name, type })),
});
