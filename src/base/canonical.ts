/**
 * Canonical JSON (RFC 8785 in spirit: sorted keys, no white space, ECMAScript numbers). Two values that
 * are equal as JSON have equal canonical text, so their hashes can be compared.
 * Throws on what JSON cannot say: NaN, infinities, functions, symbols, bigint, cycles.
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

/** Lists longer than this are written some items at a time. */
const ITEMS = 256;
/** Levels from the top that are looked into for what is long (the rows of a result in a bundle); below them everything is one piece. */
const DEEPEST = 5;

/** The same text in pieces, for whoever has something else to do between them. @param depth of the value in what is written */
export function* canonicalPieces(value: unknown, depth = 0): Generator<string, void> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) yield canonicalJson(value);
  else yield* Array.isArray(value) ? arrayPieces(value, depth) : objectPieces(value as Record<string, unknown>, depth);
}

function* arrayPieces(items: readonly unknown[], depth: number): Generator<string, void> {
  yield '[';
  const step = items.length > ITEMS ? ITEMS : 1;
  for (let at = 0; at < items.length; at += step) {
    if (at > 0) yield ',';
    if (step > 1) yield canonicalJson(items.slice(at, at + step)).slice(1, -1);
    else yield* canonicalPieces(items[at] ?? null, depth + 1);
  }
  yield ']';
}

function* objectPieces(record: Record<string, unknown>, depth: number): Generator<string, void> {
  yield '{';
  let between = '';
  for (const key of Object.keys(record).sort()) {
    if (record[key] === undefined) continue;
    yield `${between}${JSON.stringify(key)}:`;
    yield* canonicalPieces(record[key], depth + 1);
    between = ',';
  }
  yield '}';
}
