/** Splits the texts of a manifest into words for the rules. */
import type { ToolManifest } from '../contract/index.ts';

export const bothTexts = (manifest: ToolManifest): string => `${manifest.description} ${manifest.long_description ?? ''}`.trim();

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+(?=[A-Z“"])/).filter((sentence) => sentence.trim() !== '');

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu) ?? [];

/** Splits a text into words without their endings, for comparison. */
export const tokensOf = (text: string): string[] =>
  wordsOf(text.toLowerCase().replaceAll('_', ' ').replaceAll('-', ' ')).map((word) => word.replace(/(?:ing|ers|er|es|ed|s)$/, ''));

/** Returns the share of the words of `a` that also occur in `b`. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const own = [...new Set(a)];
  return own.length === 0 ? 0 : own.filter((token) => other.has(token)).length / own.length;
}

/** Returns the similarity of two texts: the number of shared words divided by that of all words. */
export function similarity(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const shared = [...left].filter((token) => right.has(token)).length;
  return shared / (left.size + right.size - shared);
}

/** Upper-case abbreviations that need no explanation in Bluetooth and statistics. */
export const GLOSSARY: ReadonlySet<string> = new Set([
  ...['BLE', 'RPA', 'NRPA', 'CRC', 'RSSI', 'PDU', 'UUID', 'GATT', 'HCI', 'MAC', 'IRK', 'PHY', 'TxAdd', 'RxAdd', 'AD'],
  ...['UTC', 'RFC', 'JSON', 'SQL', 'CSV', 'ID', 'QR', 'ANOVA', 'OLS', 'EXPLAIN', 'LIMIT'],
]);
