import { access, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CaptureInfo } from '../../tables/captures.ts';
import { provenanceOf, PROVENANCE_FILE } from '../../export/provenance.ts';
import { setSql } from '../../export/set-sql.ts';
import { EXIT, Stop } from '../exit.ts';
import { writeFailure } from '../output/outlet.ts';
import type { Converted } from './convert.worker.ts';

/** A capture of a data set. */
export interface SetCapture extends Converted {
  readonly capture_id: string;
  readonly file_name: string;
}

/**
 * A data set on its way: everything is in a folder with a temporary name, which takes the final one when all of it is there. A
 * conversion that was killed leaves that folder, which the next one to the same place removes.
 */
export class DataSet {
  private constructor(
    readonly target: string,
    readonly folder: string,
  ) {}

  /** @throws Stop where the place is taken */
  static async begin(path: string): Promise<DataSet> {
    const target = resolve(path);
    if (await exists(target)) throw new Stop(EXIT.usage, `${path} exists already; remove it or name another place`);
    await removeLeftovers(target);
    const folder = `${target}.${String(process.pid)}.partial`;
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw writeFailure(error, path);
    });
    return new DataSet(target, folder);
  }

  /** Writes statements and manifest, and gives the set its name. */
  async finish(captures: readonly SetCapture[]): Promise<void> {
    try {
      const infos = captures.map(infoOf);
      // Packets of every format have the same columns.
      const columns = [{ name: 'capture_id', type: 'VARCHAR' }, ...(infos[0]?.columns ?? [])];
      const job = { captures: infos, columns };
      for (const [path, text] of setSql({ ...job, name_column: null })) await writeFile(join(this.folder, path), text, { flag: 'wx' });
      await writeFile(join(this.folder, PROVENANCE_FILE), manifestOf(job, captures), { flag: 'wx' });
      await rename(this.folder, this.target);
    } catch (error) {
      if (await this.#isThere()) return this.abandon();
      throw writeFailure(error, this.target);
    }
  }

  /** Never rejects. */
  async abandon(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Whether another process wrote the same set meanwhile, as a task does that is run twice. */
  async #isThere(): Promise<boolean> {
    const manifest = (folder: string): Promise<string | null> => readFile(join(folder, PROVENANCE_FILE), 'utf8').catch(() => null);
    const [mine, theirs] = await Promise.all([manifest(this.folder), manifest(this.target)]);
    return mine !== null && mine === theirs;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Removes what conversions to this place left whose process does not run any more. */
async function removeLeftovers(target: string): Promise<void> {
  const pattern = /^\.(\d+)\.partial$/;
  for (const name of await readdir(dirname(target)).catch(() => [])) {
    const pid = name.startsWith(basename(target)) ? pattern.exec(name.slice(basename(target).length))?.[1] : undefined;
    if (pid !== undefined && !runs(Number(pid))) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function infoOf({ capture_id, file_name, format, columns, summary }: SetCapture): CaptureInfo {
  const { timings: _, peak_bytes: __, records: ___, keys: ____, ...known } = summary;
  return { capture_id, file_name, format, kind: 'ble', columns, ...known };
}

/** The manifest of a partitioned export, with the count of records of each capture. */
function manifestOf(job: Parameters<typeof provenanceOf>[0], captures: readonly SetCapture[]): string {
  const files = captures.flatMap((capture) => capture.files);
  const records = captures.map(({ capture_id, summary }) => ({ capture_id, ...summary.records, problems: summary.problem_count }));
  const rows = captures.reduce((sum, { summary }) => sum + summary.row_count, 0);
  return `${JSON.stringify({ ...provenanceOf(job, null), times: 'as recorded', rows, records, files }, null, 2)}\n`;
}
