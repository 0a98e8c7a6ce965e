import type { ToolWarning } from './contract/index.ts';
import type { ToolCapabilities } from './definition.ts';

/** Integer types with values that a double cannot represent exactly. */
const WIDE: ReadonlySet<string> = new Set(['BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT']);
const LIMIT = '9007199254740992';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * One warning for each column with integers beyond 2^53 that were rounded to doubles, so that figures are computed from rounded values.
 *
 * @param columns  numeric columns of the selection that are read as doubles, each with the argument that names it
 */
export async function roundedIntegers(
  { selection, query, signal }: Pick<ToolCapabilities, 'selection' | 'query' | 'signal'>,
  columns: readonly { readonly name: string; readonly field: string }[],
): Promise<ToolWarning[]> {
  const wide = columns.filter(({ name }) =>
    selection.captures.some((capture) => capture.columns.some((column) => column.name === name && WIDE.has(column.type))),
  );
  if (wide.length === 0) return [];
  const list = wide.flatMap(({ name }, at) => {
    const own = quoted(name);
    const changed = `TRY_CAST(CAST(${own} AS DOUBLE) AS HUGEINT) IS DISTINCT FROM TRY_CAST(${own} AS HUGEINT)`;
    return [
      `CAST(count(*) FILTER (WHERE (${own} > ${LIMIT} OR ${own} < -${LIMIT}) AND ${changed}) AS DOUBLE) AS n${String(at)}`,
      `CAST(min(${own}) AS VARCHAR) AS m${String(at)}`,
    ];
  });
  const answer = await query.answer(`SELECT ${list.join(', ')} FROM (${selection.sql}) AS selected`, selection.values, { signal });
  return wide.flatMap(({ name, field }, at) => {
    const rows = Number(answer.column(`n${String(at)}`).values[0]);
    const least = String(answer.column(`m${String(at)}`).values[0]);
    if (!(rows > 0)) return [];
    return [
      {
        code: 'VALUES_ROUNDED',
        message: `${name}: ${String(rows)} rows hold whole numbers beyond 2^53, which were rounded to doubles; differences are exact: CAST(${quoted(name)} - ${least} AS DOUBLE)`,
        field,
        details: { rounded: rows },
      },
    ];
  });
}
