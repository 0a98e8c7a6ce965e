/**
 * A canonical snake_case name and the aliases that resolve to it (R7, R22). All generated names fit the most restrictive protocol,
 * `[a-zA-Z0-9_-]{1,64}`.
 */
export interface Named {
  readonly name: string;
  readonly kebab_name: string;
  readonly version: string;
  readonly extra_aliases?: readonly string[] | undefined;
}

export function aliasesOf(tool: Named): string[] {
  const major = majorOf(tool.version);
  const names = [`core__${tool.name}`, tool.name.replaceAll('_', '-'), tool.kebab_name, ...(tool.extra_aliases ?? [])];
  const versioned = major >= 2 ? [`${tool.name}_v${String(major)}`, `${tool.kebab_name}-v${String(major)}`] : [];
  return [...new Set([...names, ...versioned])].filter((name) => name !== tool.name);
}

/** Converts a tool name to the key for looking it up. Names are case-insensitive; a colon may replace `__`, but is never generated. */
export const lookupKey = (name: string): string => name.replaceAll(':', '__').toLowerCase();

export const majorOf = (version: string): number => Number(version.split('.', 1)[0]);

/** Compares versions: negative, zero or positive if `a` is older than, equal to or newer than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let part = 0; part < 3; part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
