import type { MaskedContent } from '../../../../src/core/offline/masked-share.ts';
import type { Form } from './attacker-forms.ts';

/** Everything of a share that is not the workbench itself, as an attacker reads it. */
export interface Evidence {
  /** Contents of the capture files. */
  readonly captures: readonly Buffer[];
  /** What the document says of captures and results. */
  readonly document: string;
}

export async function evidenceOf({
  captures,
  runs,
  invocation,
  report,
}: Omit<MaskedContent, 'report'> & Partial<MaskedContent>): Promise<Evidence> {
  const left_out = report?.runs_left_out ?? [];
  return {
    captures: await Promise.all(captures.map(async ({ file }) => Buffer.from(await file.arrayBuffer()))),
    document: JSON.stringify([captures.map(({ info }) => info), runs, left_out, report?.linkability]) + invocation,
  };
}

const BIT_SHIFTS = [1, 2, 3, 4, 5, 6, 7];
/** Shorter octet strings are found at a shift by chance. */
const SHORTEST_SHIFTED = 5;

function shifted(octets: Buffer, by: number): Buffer {
  return Buffer.from(octets.map((octet, at) => ((octet << by) | ((octets[at + 1] ?? 0) >> (8 - by))) & 255));
}

/** Names of the forms that are found: in captures at every octet and, for long ones, at every bit; in the document as text and digits. */
export function foundIn({ captures, document }: Evidence, forms: readonly Form[]): Set<string> {
  const found = new Set<string>();
  const lower = document.toLowerCase();
  const haystacks = captures.flatMap((octets) => [octets, Buffer.from(octets.toString('latin1').toLowerCase(), 'latin1')]);
  const shifts = captures.flatMap((octets) => BIT_SHIFTS.map((by) => shifted(octets, by)));
  for (const { name, octets, text } of forms) {
    const needles = text === undefined ? [octets] : [octets, Buffer.from(text.toLowerCase())];
    const inCaptures = needles.some((needle) => haystacks.some((each) => each.includes(needle)));
    const atBits = octets.length >= SHORTEST_SHIFTED && shifts.some((each) => each.includes(octets));
    const words = text === undefined ? [] : [text.toLowerCase(), JSON.stringify(text).slice(1, -1).toLowerCase()];
    const inDocument = [...words, octets.toString('hex')].some((word) => lower.includes(word));
    if (inCaptures || atBits || inDocument) found.add(name);
  }
  return found;
}
