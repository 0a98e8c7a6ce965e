import { formatAddress } from '../../ble/address.ts';
import type { FieldWriter } from '../../ble/octet-fields.ts';

/** Collects the fields of one HCI packet, which then become columns of a row. */
export class HciValues implements FieldWriter {
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private readonly bigs = new Map<string, bigint>();

  clear(): void {
    this.numbers.clear();
    this.texts.clear();
    this.bigs.clear();
  }

  get(name: string): number | undefined {
    return this.numbers.get(name);
  }

  get peer(): string | undefined {
    return this.texts.get('peer_addr');
  }

  number(name: string, value: number): void {
    this.numbers.set(name, value);
  }

  big(name: string, value: bigint): void {
    this.bigs.set(name, value);
  }

  octets(): void {
    // Ignored: no field of HCI is stored as octets.
  }

  address(name: string, bytes: Uint8Array, at: number): void {
    this.texts.set(name, formatAddress(bytes, at));
  }

  writeTo(rows: {
    number(name: string, value: number): void;
    big(name: string, value: bigint): void;
    text(name: string, value: string): void;
  }): void {
    for (const [name, value] of this.numbers) rows.number(name, value);
    for (const [name, value] of this.texts) rows.text(name, value);
    for (const [name, value] of this.bigs) rows.big(name, value);
  }
}
