import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { Run } from '../keeping/sessions.ts';

/** Whether a call read a capture that was decrypted with keys, so that its result may contain decrypted content. */
export const readDecrypted = ({ result }: Run): boolean => result.metadata.captures?.some(({ decrypted }) => decrypted === true) ?? false;

/** The choice with which a capture was opened, without its keys; undefined if it consists of nothing else. */
export function choiceWithoutDecrypting(choice: OpenChoice | undefined): OpenChoice | undefined {
  if (choice?.decrypt === undefined) return choice;
  const { decrypt: _, ...rest } = choice;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

export const withoutDecrypting = (info: CaptureInfo): CaptureInfo => ({ ...info, choice: choiceWithoutDecrypting(info.choice) });
