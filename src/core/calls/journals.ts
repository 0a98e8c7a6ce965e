import { WorkbenchError } from '../../base/failure.ts';
import type { SessionDocument } from '../../session/document.ts';
import { AuditEntry, type AuditVerdict } from '../../tools/contract/audit.ts';
import { verifyChain } from '../../tools/runner/journal.ts';
import { readJournal, writeJournal, type JournalForm } from '../../tools/runner/journal-file.ts';
import type { Hash, Runner } from '../../tools/runner/ports.ts';
import type { CheckedJournal, JournalPort } from '../../workbench/port.ts';

export type KeptJournal = SessionDocument['journals'][number];

/** The page's journal and the journals of loaded sessions. */
export interface Journals extends JournalPort {
  /** The journals to save with a session: those of earlier sessions, then the page's own. Without `lines`, only their head digests. */
  kept(options: { readonly lines: boolean }): KeptJournal[];
  /** Adds the journals of a loaded session. Verifies each against its head and stores the verdict beside it. */
  adopt(name: string, journals: readonly KeptJournal[]): Promise<readonly CheckedJournal[]>;
}

/** Maximum length of a journal text that is parsed. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Maximum number of earlier journals that are saved with a session. */
const MOST_EARLIER = 15;

export function createJournals(parts: {
  readonly runner: Pick<Runner, 'audit' | 'auditHead' | 'verifyAudit'>;
  readonly hash: Hash;
  readonly app_version: string;
  /** Current time in ms since 1970. */
  readonly now: () => number;
  readonly changed: () => void;
}): Journals {
  const { runner, hash, app_version } = parts;
  let earlier: readonly (CheckedJournal & { readonly kept: KeptJournal })[] = [];
  const head = (): string => runner.auditHead();

  return {
    head,
    verify: (expected_head) => runner.verifyAudit(expected_head),
    text: (form: JournalForm) =>
      Promise.resolve(writeJournal(runner.audit(), form, { head: head(), app_version, exported_at: new Date(parts.now()).toISOString() })),
    async check(text, expected_head) {
      if (text.length > MOST_CHARACTERS) {
        throw new WorkbenchError('BAD_JOURNAL', `expected a journal of at most 64 MiB, got ${String(text.length)} characters`);
      }
      const read = readJournal(text);
      if (!read.ok) throw new WorkbenchError('BAD_JOURNAL', read.error);
      return verified(read.value.entries, read.value.head, expected_head, hash);
    },
    earlier: () => earlier,
    kept: ({ lines }) => [
      ...earlier.slice(-MOST_EARLIER).map(({ kept }) => (lines ? kept : { app_version: kept.app_version, head: kept.head })),
      { app_version, head: head(), ...(lines && { entries: [...runner.audit()] }) },
    ],
    async adopt(name, journals) {
      const found = await Promise.all(
        journals.map(async (kept) => {
          const entries = (kept.entries ?? []).map((entry) => (typeof entry === 'object' ? { ...entry } : {}));
          const verdict = kept.entries === undefined ? headOnly(kept.head) : await verified(entries, kept.head, undefined, hash);
          return { name, verdict, entries: readable(entries), kept };
        }),
      );
      earlier = [...earlier, ...found];
      if (found.length > 0) parts.changed();
      return found;
    },
  };
}

/**
 * Verifies a journal against the head in its file, which reveals lines removed from the end. A head that the person noted elsewhere also
 * reveals a change of both the lines and the head in the file.
 */
async function verified(
  entries: readonly Readonly<Record<string, unknown>>[],
  head: string | undefined,
  expected_head: string | undefined,
  hash: Hash,
): Promise<AuditVerdict> {
  const own = await verifyChain(entries, hash, head);
  return own.ok && expected_head !== undefined ? verifyChain(entries, hash, expected_head) : own;
}

const headOnly = (head: string): AuditVerdict => ({
  ok: true,
  entries: 0,
  head,
  message: 'the head only; its lines are not included',
});

/** Entries that can be displayed because they match the current schema; the verdict counts the others too. */
const readable = (entries: readonly unknown[]): AuditEntry[] =>
  entries.flatMap((entry) => {
    const line = AuditEntry.safeParse(entry);
    return line.success ? [line.data] : [];
  });
