/**
 * Names of tools of other servers (R7): `mcp__server__tool`, valid in every protocol (`[a-zA-Z0-9_-]{1,64}`). None of our own tools can
 * have such a name, and no two servers can have the same one.
 */
const MOST = 64;
const HASH = 8;

/** Matches names that the user may give to a server. */
export const SERVER_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
export const MOST_SERVER_NAME = 20;

/**
 * Builds the name of a server's tool.
 * @param tool name as the server spells it
 * @param digest hex digits that are unique to this spelling; they end the name if it does not keep the spelling
 */
export function foreignName(server: string, tool: string, digest: string): string {
  const prefix = `mcp__${server}__`;
  const plain = plainly(tool);
  if (plain === tool && prefix.length + plain.length <= MOST) return prefix + plain;
  const room = MOST - prefix.length - HASH - 1;
  const kept = plain.slice(0, room).replace(/_+$/, '');
  return `${prefix}${kept === '' ? '' : `${kept}_`}${digest.slice(0, HASH)}`;
}

const plainly = (tool: string): string =>
  tool
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
