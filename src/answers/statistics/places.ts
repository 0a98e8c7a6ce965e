import { formatCount } from '../../base/format.ts';
import type { GridColumn } from '../../base/table.ts';
import { formatFigure } from '../charts/number-axis.ts';
import { list, record, text, type Fields } from './fields.ts';
import { figures } from './table.ts';

const placeText = (value: unknown): string => (typeof value === 'number' ? formatFigure(value) : text(value));

/** Columns and cells that name the points for which values were predicted: by their values if the call is known, otherwise by number. */
export function predictionPlaces(asked: Fields): { readonly columns: readonly GridColumn[]; readonly cells: (at: number) => string[] } {
  const places = list(asked['predict_at']).map(record);
  const names = [...new Set(places.flatMap((place) => Object.keys(place)))];
  if (names.length === 0) return { columns: [figures('Place')], cells: (at) => [formatCount(at + 1)] };
  return { columns: names.map((title) => ({ title })), cells: (at) => names.map((name) => placeText(places[at]?.[name])) };
}
