import { PDU_TYPES, PHYS } from '../../ble/pdu-type.ts';
import type { Mask } from '../../export/mask/mask.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { KnownValues } from './masked-capture.ts';

/** Thrown if a call cannot be run again on masked captures. The message contains no value of the call. */
export class Unaccounted extends Error {}

/** The values that parts of a call may have. A masked file contains nothing else of a call. */
export interface MaskedTerms {
  readonly mask: Mask;
  readonly known: KnownValues;
  /** Ids of the masked copies by the ids of the captures. */
  readonly captures: ReadonlyMap<string, string>;
  /** Time range that covers every row of the captures; null if they have no times. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly epoch: boolean;
  /** Keywords, functions and types of DuckDB, in lower case. */
  readonly sql_words: ReadonlySet<string>;
  readonly names_in_lower_case: ReadonlySet<string>;
  readonly windows: AddressWindows;
}

/** The set of all sequences of three consecutive octets in known addresses, read in both byte orders. */
export class AddressWindows {
  readonly #bits = new Uint8Array(2 ** 21);

  constructor(addresses: Iterable<string>) {
    for (const address of addresses) {
      const octets = address.split(':').map((octet) => Number.parseInt(octet, 16));
      for (const order of [octets, octets.slice().reverse()])
        for (let at = 0; at + WINDOW <= order.length; at++) {
          const place = placeOf(order, at);
          this.#bits[place >> 3]! |= 1 << (place & 7);
        }
    }
  }

  /** Whether three numbers, from index `at` of the list on, are consecutive octets of a known address. */
  has(numbers: readonly number[], at: number): boolean {
    const isOctet = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255;
    if (!numbers.slice(at, at + WINDOW).every(isOctet)) return false;
    const place = placeOf(numbers, at);
    return ((this.#bits[place >> 3]! >> (place & 7)) & 1) === 1;
  }
}

const placeOf = (octets: readonly number[], at: number): number => octets[at]! * 65_536 + octets[at + 1]! * 256 + octets[at + 2]!;

const ADDRESS = /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$/;
const ROUND = /^(?:\d|10|\d{1,2}0+|3[789]|0?\.\d{1,2}|\d{1,2}e[+-]?\d{1,2})$/i;
const SMALL = /^(?:\d{1,4}|0?\.\d{1,4}|\d{1,2}\.\d{1,2}|\d{3}\.\d)$/;
/** Maximum number of numbers in one call that are not round. */
const MOST_FREE_NUMBERS = 3;
/** A call must not contain this many octets of an address in a row as numbers. */
const WINDOW = 3;

const COLUMNS: ReadonlySet<string> = new Set([...ADVERT_COLUMNS.map(({ name }) => name), 'capture_id']);
const PUNCTUATION = /^[ ,;:|/_.%-]{1,3}$/;
const TIME_FORMAT = /^(?=.{2,30}$)(?:%[A-Za-z]|[-:/. T])+$/;
const SPAN = /^\d{1,3} (?:microsecond|millisecond|second|minute|hour|day|week|month|year)s?$/;
const TIME_PARTS: ReadonlySet<string> = new Set(
  'microsecond microseconds millisecond milliseconds second minute hour day week month quarter year epoch dow doy isodow'.split(' '),
);
const WORDS: ReadonlySet<string> = new Set([...PDU_TYPES, ...PHYS]);

export const isColumn = (name: string): boolean => COLUMNS.has(name.toLowerCase());

/** Checks the numbers and texts of one call, and returns them masked. */
export class AccountedValues {
  readonly #numbers: number[] = [];
  #free = 0;

  constructor(readonly terms: MaskedTerms) {}

  isName(text: string): boolean {
    return text !== '' && this.terms.names_in_lower_case.has(text.toLowerCase());
  }

  captureId(text: string): string | undefined {
    return this.terms.captures.get(text) ?? [...this.terms.captures].find(([id]) => id.toLowerCase() === text.toLowerCase())?.[1];
  }

  /** Checks a number that is written without its sign, and returns it unchanged. Throws `Unaccounted` if it could identify something. */
  number(written: string): string {
    const value = Number(written);
    if (!ROUND.test(written)) {
      if (!SMALL.test(written) && !this.#isTime(value)) throw new Unaccounted('a number in it has more than four digits');
      this.#free += 1;
      if (this.#free > MOST_FREE_NUMBERS) throw new Unaccounted(`it has more than ${String(MOST_FREE_NUMBERS)} numbers that are not round`);
    }
    this.#numbers.push(value);
    return written;
  }

  /** Limits a time of the selection to the time range of the captures. */
  time(value: unknown): number {
    const { time_range: range } = this.terms;
    if (typeof value !== 'number' || range === null) throw new Unaccounted('it has times, and the captures have none');
    return Math.min(Math.max(value, range.start_ms), range.end_ms);
  }

  /** Masks a complete text value: an address, a name, a sensor or a capture id. Terms of the contract stay unchanged. */
  text(text: string): string {
    const { mask, known } = this.terms;
    if (known.names.has(text)) return mask.name(text);
    if (ADDRESS.test(text)) return text === text.toUpperCase() ? mask.address(text) : mask.address(text).toLowerCase();
    if (known.sensors.has(text)) return text === '' ? '' : mask.sensor(text);
    if (/^\d+$/.test(text)) return this.number(text);
    if (this.isName(text)) throw new Unaccounted('it names a device in another spelling than the captures');
    const fixed = text === '' || WORDS.has(text) || TIME_PARTS.has(text) || this.#isPattern(text) || this.#isService(text);
    if (fixed || PUNCTUATION.test(text) || TIME_FORMAT.test(text) || SPAN.test(text)) return text;
    const capture = this.captureId(text);
    if (capture === undefined) throw new Unaccounted('a text in it is no address and no name of the captures, and no word of the contract');
    return capture;
  }

  /** Throws if the call's numbers repeat octets of an address. To be called after all parts of the call were checked. */
  finish(): void {
    for (let at = 0; at + WINDOW <= this.#numbers.length; at++)
      if (this.terms.windows.has(this.#numbers, at)) throw new Unaccounted('its numbers repeat octets of an address');
  }

  #isTime(value: number): boolean {
    const { time_range: range, epoch } = this.terms;
    if (range === null || !epoch) return false;
    return [1, 1000].some((scale) => value >= range.start_ms * scale && value <= range.end_ms * scale);
  }

  #isService(text: string): boolean {
    return /^[0-9A-F]{4}$/.test(text) && this.terms.mask.identifiers.isAssigned16(Number.parseInt(text, 16));
  }

  /** Whether a text is a pattern for PDU types: the beginning of a PDU type followed by the wildcard `%`. */
  #isPattern(text: string): boolean {
    const beginning = /^([A-Z]{2,}[A-Z_]*)%$/.exec(text)?.[1];
    return beginning !== undefined && PDU_TYPES.some((word) => word.startsWith(beginning));
  }
}
