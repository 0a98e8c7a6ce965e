/** Addresses as filters: of a call's selection, and of Wireshark. */

const list = (addresses: readonly string[]): string => addresses.map((address) => `'${address.replaceAll("'", "''")}'`).join(', ');

/** As in docs/filter-grammar.md; what is no address is the id of a device in a live scan. */
export function selectionFilter(addresses: readonly string[]): string {
  const parts = [
    ['advertiser_addr', addresses.filter((address) => MAC.test(address))],
    ['device_id', addresses.filter((address) => !MAC.test(address))],
  ] as const;
  return parts
    .filter(([, named]) => named.length > 0)
    .map(([column, named]) => `${column} IN (${list(named)})`)
    .join(' OR ');
}

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
