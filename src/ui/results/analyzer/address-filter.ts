/** Addresses as filters: of a call's selection, and of Wireshark. */

/** As in docs/filter-grammar.md. */
export const selectionFilter = (addresses: readonly string[]): string =>
  `advertiser_addr IN (${addresses.map((address) => `'${address.replaceAll("'", "''")}'`).join(', ')})`;

const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i;

/**
 * A display filter for link-layer captures (field `btle.advertising_address` of Wireshark's reference); empty where none of
 * the names is an address: ids of a live scan, say.
 */
export function displayFilter(addresses: readonly string[]): string {
  const known = addresses.filter((address) => MAC.test(address)).map((address) => address.toLowerCase());
  const [first] = known;
  if (first === undefined) return '';
  return known.length === 1 ? `btle.advertising_address == ${first}` : `btle.advertising_address in {${known.join(', ')}}`;
}
