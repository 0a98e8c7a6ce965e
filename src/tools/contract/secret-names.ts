import { isRecord } from './json-schema.ts';

/** Property names that suggest a secret (S2 #26, #28). */
const SECRET = /^(?:.*_)?(?:password|passphrase|secret|token|api_?key|access_?key|private_?key|credentials?|authorization|irk)$/i;
const CONNECTION = /^(?:connection|handle)_?id$/i;

export const namesConnection = (name: string): boolean => CONNECTION.test(name);
export const namesSecret = (name: string): boolean => SECRET.test(name.replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_'));

/** Collects all property names in a value, at any depth. */
export function propertyNames(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(propertyNames);
  if (!isRecord(node)) return [];
  const own = isRecord(node['properties']) ? node['properties'] : {};
  return [
    ...Object.keys(own),
    ...Object.entries(node).flatMap(([key, child]) => (key === 'properties' ? Object.values(own) : [child]).flatMap(propertyNames)),
  ];
}
