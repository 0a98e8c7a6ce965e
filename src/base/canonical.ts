/**
 * Writes canonical JSON (as RFC 8785: sorted keys, no white space, ECMAScript numbers). Two values that are equal as JSON have equal
 * canonical text, so their hashes can be compared. Throws on values that JSON cannot represent: NaN, infinities, functions, symbols,
 * bigint, cycles.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set());
}

function write(value: unknown, open: Set<object>): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no ${String(value)}`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw new TypeError(`canonical JSON has no ${typeof value}`);
  if (open.has(value)) throw new TypeError('canonical JSON has no cycles');
  open.add(value);
  const text = Array.isArray(value) ? writeArray(value, open) : writeObject(value as Record<string, unknown>, open);
  open.delete(value);
  return text;
}

function writeArray(items: readonly unknown[], open: Set<object>): string {
  return `[${items.map((item) => write(item === undefined ? null : item, open)).join(',')}]`;
}

function writeObject(record: Record<string, unknown>, open: Set<object>): string {
  const members: string[] = [];
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member, open)}`);
  }
  return `{${members.join(',')}}`;
}
