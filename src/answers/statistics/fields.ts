/** Reads values from answers of any version: what is missing or has another type becomes empty or NaN. */
import { formatFigure } from '../charts/number-axis.ts';

export type Fields = Readonly<Record<string, unknown>>;
export const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown): number => (typeof value === 'number' ? value : NaN);
export const pair = (value: unknown): readonly [number, number] | null => {
  const [low, high] = list(value).map(number);
  return low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
};

export const formatP = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p ${formatFigure(Number(p.toPrecision(2)))}`);

/** Returns the unit of a column; empty if it is not known. */
export type Units = (column: string) => string;
export const NO_UNITS: Units = () => '';

/** Name of an axis with its unit: `residual, dBm`. */
export const inUnit = (words: string, unit: string): string => (unit === '' ? words : `${words}, ${unit}`);
/** Writes a number with its unit. */
export const figureIn = (value: number, unit: string): string =>
  Number.isFinite(value) && unit !== '' ? `${formatFigure(value)} ${unit}` : formatFigure(value);
