import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { Run } from '../keeping/sessions.ts';

/** Whether a call read a capture whose encrypted packets were read with keys, so that its result may hold what they said. */
export const readDecrypted = ({ result }: Run): boolean => result.metadata.captures?.some(({ decrypted }) => decrypted === true) ?? false;

/** A choice that leaves encrypted packets closed; undefined where nothing else was chosen. */
export function choiceWithoutDecrypting(choice: OpenChoice | undefined): OpenChoice | undefined {
  if (choice?.decrypt === undefined) return choice;
  const { decrypt: _, ...rest } = choice;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

export const withoutDecrypting = (info: CaptureInfo): CaptureInfo => ({ ...info, choice: choiceWithoutDecrypting(info.choice) });
