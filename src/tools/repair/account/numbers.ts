/** Checks whether the repaired call has the numbers of the written one, after conversion to its own units. */
import { isRecord } from '../../contract/json-schema.ts';
import { argumentFor } from '../aliases.ts';
import { indexOfFrequency } from '../channels.ts';
import { inUnit, millisecondsPer, quantityOf, unitBehind } from '../units.ts';
import { isSelectionStep } from './pieces.ts';
import type { RepairedCall } from './repaired-call.ts';
import { hasValue } from './values.ts';

/** Factors by which units of time differ. */
const FACTORS = [1e3, 1e-3, 1e6, 1e-6, 60, 3600, 86_400, 6e4, 3.6e6, 8.64e7, 1 / 60, 1 / 3600];
/** Matches a number that is followed by a unit of time. */
const TIMED =
  /\d\s*(?:[nuµm]?s|m?secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?|h|hours?)(?!\p{L})|\p{L}(?:seconds|minutes|hours)|\b(?:timedelta|duration|P\w*T\w+)\b/iu;

export function hasNumber(call: RepairedCall, written: string): boolean {
  if (written.endsWith('+')) return false;
  const whole = quantityOf(written)?.value ?? Number(written);
  if (Number.isFinite(whole) && isNumber(call, whole)) return true;
  const parts = written.split(/[,_' /\u202f]|\.(?=\d+\.)/).filter(Boolean);
  if (parts.length > 1 && parts.every((part) => isNumber(call, Number(part)))) return true;
  return hasValue(call, written) || call.words.includes(written) || call.mending.text(['tool_version']).includes(written);
}

/**
 * Whether the repaired call has a number: as it is, as a share, in another time unit, or as a frequency's channel. Records the match.
 */
export function isNumber(call: RepairedCall, number: number): boolean {
  const named = namedUnit(call, number);
  const readings = inOwnUnit(call) ?? (named === undefined ? readingsOf(call, number) : [named]);
  if (readings.filter((value) => find(call, value)).length > 0) return true;
  // Accept 1 and 0 as the values true and false.
  return number === 1 ? call.names.has('true') : number === 0 ? call.names.has('false') : false;
}

function readingsOf(call: RepairedCall, number: number): number[] {
  const isTime = (value: number): boolean => call.times.some((each) => Math.abs(each - value) <= Math.max(1e-6, value > 1e9 ? 1 : 0));
  // Convert units of time only if the text names one, as a condition on a duration does.
  const isTimed = TIMED.test(call.at?.text ?? '');
  const index = indexOfFrequency(String(number)) ?? indexOfFrequency(`${String(number)} GHz`);
  return [
    number,
    ...(number >= 1 && number <= 100 ? [number / 100] : []),
    ...(/conf|ci/i.test(call.at?.path.at(-1) ?? '') ? [1 - number, 1 - number / 100] : []),
    ...FACTORS.map((factor) => number * factor).filter((value) => number !== 0 && (isTime(value) || isTimed)),
    ...(index === undefined ? [] : [index]),
  ];
}

/** Converts a number to its argument's unit if the written name has another unit: `window_ms: 180000` for `window_s`. */
function namedUnit(call: RepairedCall, number: number): number | undefined {
  const key = call.at?.path.at(-1) ?? '';
  const meant = call.at?.isKey === true || Object.hasOwn(call.args, key) ? undefined : argumentFor(key, call.schema, {});
  const node = call.properties[meant?.name ?? ''];
  if (!meant?.unit || !isRecord(node) || TIMED.test(call.at?.text ?? '') || !Object.hasOwn(call.args, meant.name)) return undefined;
  const unit = node['x-unit'];
  return inUnit({ value: number, unit: meant.unit }, typeof unit === 'string' ? unit : '');
}

/** Converts a number with a unit of time to its argument's unit; empty if the unit is one letter before a unitless argument's number. */
function inOwnUnit(call: RepairedCall): number[] | undefined {
  const own = ownArgument(call);
  const text = call.at?.text ?? '';
  const behind = unitBehind(text);
  const quantity = own === undefined ? undefined : quantityOf(behind ?? text);
  const node = call.properties[own ?? ''];
  if (quantity === undefined || millisecondsPer(quantity.unit) === undefined || !isRecord(node)) return undefined;
  const unit = typeof node['x-unit'] === 'string' ? node['x-unit'] : '';
  if (millisecondsPer(unit) === undefined) return behind === undefined ? undefined : [];
  return [inUnit(quantity, unit) ?? []].flat();
}

/** The argument to whose value a piece belongs. */
const ownArgument = ({ at, args }: RepairedCall): string | undefined =>
  at?.isKey === true || at?.path.some(isSelectionStep) ? undefined : at?.path.findLast((step) => Object.hasOwn(args, step));

/** The numbers with which a piece is compared: those of its own argument, or all numbers if it belongs to none. */
function numbersAt(call: RepairedCall): readonly number[] {
  const own = ownArgument(call);
  return own === undefined ? call.numbers : call.pieces.flatMap((piece) => (piece.path.includes(own) ? piece.numbers.map(Number) : []));
}

function find(call: RepairedCall, value: number): boolean {
  const same = numbersAt(call).filter((each) => Math.abs(each - value) <= (value > 1e9 ? 1 : 1e-9 * Math.max(1, Math.abs(value))));
  for (const each of same) call.foundNumbers.add(each);
  return same.length > 0;
}
