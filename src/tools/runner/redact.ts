import { isRecord } from '../contract/json-schema.ts';

/**
 * Reduces a tool's output to the allowed paths (S2 #4): `[]` for items, `*` for any key. A listed path allows everything below it. Pure and
 * deterministic; throws a TypeError if the allowlist is invalid.
 */
export function redact(value: unknown, allow: readonly string[]): unknown {
  return keep(value, treeOf(allow));
}

/** Whether everything below this path is allowed. */
interface Tree {
  readonly children: Map<string, Tree>;
  all: boolean;
}

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = { children: new Map(), all: false };
  for (const path of paths) {
    let node = root;
    for (const step of path
      .replaceAll('[]', '.[]')
      .split('.')
      .filter((part) => part !== '')) {
      const next = node.children.get(step) ?? { children: new Map<string, Tree>(), all: false };
      node.children.set(step, next);
      node = next;
    }
    node.all = true;
  }
  return root;
}

/** Removes what is not allowed. Returns the same object if nothing is removed, otherwise a copy. */
function keep(value: unknown, tree: Tree): unknown {
  if (tree.all) return value;
  if (Array.isArray(value)) {
    const items = tree.children.get('[]');
    if (items === undefined) return [];
    const kept = value.map((item) => keep(item, items));
    return kept.every((item, index) => item === value[index]) ? value : Object.freeze(kept);
  }
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const below = tree.children.get(key) ?? tree.children.get('*');
    if (below !== undefined) kept[key] = keep(value[key], below);
    if (below === undefined || kept[key] !== value[key]) changed = true;
  }
  return changed ? Object.freeze(kept) : value;
}
