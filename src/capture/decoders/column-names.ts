/**
 * Names of columns as people wrote them, safe to show and to quote in SQL: what cannot be seen (controls,
 * bidi and zero-width characters) and the double quote become `_`, empty ones `column_N`, and names that
 * SQL would take for the same (case does not count) get `_2`, `_3`, ….
 */
export function safeColumnNames(raw: readonly string[]): string[] {
  const taken = new Set<string>();
  const wanted = raw.map((name, i) => cleanName(name) || `column_${i + 1}`);
  // Names of the file keep their spelling; only later ones that clash are changed.
  return wanted.map((name) => {
    let candidate = name;
    for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${name.slice(0, MAX_LENGTH - 8)}_${n}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

const MAX_LENGTH = 120;
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd"]+/gu;

function cleanName(raw: string): string {
  const plain = raw.normalize('NFC').replace(/\s+/gu, ' ').replace(UNSAFE, '_').trim();
  return [...plain].slice(0, MAX_LENGTH).join('').trim();
}
