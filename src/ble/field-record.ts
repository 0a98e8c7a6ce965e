import { formatAddress } from './address.ts';
import type { FieldWriter } from './octet-fields.ts';

export type FieldValue = number | bigint | string | Uint8Array;

export class FieldRecord implements FieldWriter {
  readonly values = new Map<string, FieldValue>();

  /** Returns the number of a field by name; 0 if the field was not read. */
  numberOf(name: string): number {
    return Number(this.values.get(name) ?? 0);
  }

  number(name: string, value: number): void {
    this.values.set(name, value);
  }

  big(name: string, value: bigint): void {
    this.values.set(name, value);
  }

  octets(name: string, bytes: Uint8Array, from: number, to: number): void {
    this.values.set(name, bytes.slice(from, to));
  }

  address(name: string, bytes: Uint8Array, at: number): void {
    this.values.set(name, formatAddress(bytes, at));
  }
}
