import { headText } from '../../base/head-text.ts';
import type { JoinFiles } from '../../base/join-files.ts';
import type { UnpackCaptures } from '../../capture/unpack-captures.ts';
import type { Unpacked } from '../../capture/wrapped/unpack.ts';
import type { CaptureInfo, Notice } from '../../tables/captures.ts';
import type { ActivityOptions } from '../activities.ts';

/** One capture to open: a chosen file, or a file from a chosen archive. */
export interface OpenRequest {
  readonly file: File;
  /** Warnings found before the file itself was read. */
  readonly warnings: readonly Notice[];
}

export interface OpenSteps {
  /** Runs work as an entry of the activity list. If it fails for a file (`of`), the entry offers other ways to open that file. */
  readonly activity: <T>(title: string, work: (inner: ActivityOptions) => Promise<T>, of?: OpenRequest) => Promise<T>;
  readonly unpack: UnpackCaptures;
  readonly join: JoinFiles;
  /** Joins the files of each converted capture to one file; other files are unchanged. */
  readonly gather: (files: readonly File[]) => Promise<readonly File[]>;
  readonly open: (request: OpenRequest, inner: ActivityOptions) => Promise<CaptureInfo>;
}

/**
 * Opens files one after another, and each capture in a zip file. Files that can be read open even if others fail; the activity list shows
 * the failures. Rejects if nothing was opened.
 */
export async function openFiles(files: readonly File[], steps: OpenSteps): Promise<CaptureInfo[]> {
  const opened: CaptureInfo[] = [];
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const file of await steps.gather(files)) {
    await attempt(async () => {
      const requests = await expand(file, steps);
      for (const request of requests) {
        await attempt(async () => {
          opened.push(await steps.activity(`Opening ${request.file.name}`, (inner) => steps.open(request, inner), request));
        });
      }
    });
  }
  if (opened.length === 0 && failures.length > 0) throw failures[0];
  return opened;
}

const ZIP_MAGIC = 'PK';

async function expand(file: File, steps: OpenSteps): Promise<OpenRequest[]> {
  const zipped = (await headText(file, ZIP_MAGIC.length)) === ZIP_MAGIC;
  const unpacked = zipped ? await steps.activity(`Reading the beginning of ${file.name}`, (inner) => steps.unpack(file, inner)) : null;
  if (unpacked === null) return [{ file, warnings: [] }];
  const found = new Map(
    unpacked.members.map(({ file_name, content, warnings }) => {
      const blob = content instanceof Blob ? content : file.slice(content.start, content.end);
      return [steps.join(file_name, [blob]), warnings];
    }),
  );
  const members = await steps.gather([...found.keys()]);
  return members.map((member, i) => {
    const warnings = found.get(member) ?? [];
    return { file: member, warnings: i === 0 ? [...warnings, ...skippedNotice(file.name, unpacked)] : warnings };
  });
}

function skippedNotice(archive: string, { skipped, skipped_count }: Unpacked): Notice[] {
  if (skipped_count === 0) return [];
  const shown = skipped.slice(0, 5).map(({ name, reason }) => `${JSON.stringify(name)} ${reason}`);
  const more = skipped_count > shown.length ? `; and ${String(skipped_count - shown.length)} more` : '';
  return [{ code: 'ARCHIVE_SKIPPED', message: `of ${archive} these files were skipped: ${shown.join('; ')}${more}` }];
}
