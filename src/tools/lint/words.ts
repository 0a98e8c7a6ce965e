import type { ToolManifest } from '../contract/index.ts';

/** The words of a manifest, cut up for the rules that judge them. */

export const bothTexts = (manifest: ToolManifest): string => `${manifest.description} ${manifest.long_description ?? ''}`.trim();

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+(?=[A-Z“"])/).filter((sentence) => sentence.trim() !== '');

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu) ?? [];

/** Words without their endings, for comparing. */
export const tokensOf = (text: string): string[] =>
  wordsOf(text.toLowerCase().replaceAll('_', ' ').replaceAll('-', ' ')).map((word) => word.replace(/(?:ing|ers|er|es|ed|s)$/, ''));

/** Share of the tokens of `a` that `b` has too. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const own = [...new Set(a)];
  return own.length === 0 ? 0 : own.filter((token) => other.has(token)).length / own.length;
}

/** Shared tokens over all tokens. */
export function similarity(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const shared = [...left].filter((token) => right.has(token)).length;
  return shared / (left.size + right.size - shared);
}

/** Capital words that need no explanation where Bluetooth and statistics are spoken. */
export const GLOSSARY: ReadonlySet<string> = new Set([
  ...['BLE', 'RPA', 'NRPA', 'CRC', 'RSSI', 'PDU', 'UUID', 'GATT', 'HCI', 'MAC', 'IRK', 'PHY', 'TxAdd', 'RxAdd', 'AD'],
  ...['UTC', 'RFC', 'JSON', 'SQL', 'CSV', 'ID', 'QR', 'ANOVA', 'OLS', 'EXPLAIN', 'LIMIT'],
]);
