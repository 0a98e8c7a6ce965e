import { DECLARATION } from '../../ble/att/declarations.ts';
import type { Attribute, GattServer, Kind } from './gatt-servers.ts';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  [DECLARATION.PRIMARY, 'primary service'],
  [DECLARATION.SECONDARY, 'secondary service'],
  [DECLARATION.INCLUDE, 'include'],
  [DECLARATION.CHARACTERISTIC, 'characteristic'],
]);

export const isDeclaration = (type: string | undefined): boolean => type !== undefined && KINDS.has(type);

/**
 * The attributes of a server by handle: those that were discovered, and those that follow from them. An include names a service, which is
 * a secondary one where it is not among the primary ones. The type of an attribute may say that it is a declaration whose value was not
 * read; the value of a characteristic is the attribute behind its declaration (Vol 3 Part G 3.3.2).
 */
export function completeTree(server: GattServer): Attribute[] {
  const found = [...server.found.values()];
  const declared = new Set(found.filter(({ kind }) => kind !== 'descriptor').map(({ handle }) => handle));
  const further: Attribute[] = [];
  const add = (attribute: Attribute): void => {
    if (declared.has(attribute.handle)) return;
    declared.add(attribute.handle);
    further.push(attribute);
  };
  for (const { kind, valueHandle: handle = 0, endHandle, uuid, moment, connection } of found) {
    if (kind !== 'include') continue;
    const stated = KINDS.get(server.types.get(handle) ?? '');
    const service = stated ?? (handle <= server.primariesUpTo ? 'secondary service' : undefined);
    if (service?.endsWith('service') === true)
      add({ kind: service, handle, endHandle, uuid: uuid ?? server.serviceTypes.get(handle), moment, connection });
  }
  for (const [handle, { moment, connection }] of server.declared) {
    const kind = KINDS.get(server.types.get(handle) ?? '');
    if (kind === undefined) continue;
    const value = kind === 'characteristic' ? server.types.get(handle + 1) : undefined;
    const isValue = value !== undefined && !isDeclaration(value);
    add({ kind, handle, ...(isValue && { valueHandle: handle + 1, uuid: value }), moment, connection });
  }
  return [...found, ...further].sort((a, b) => a.handle - b.handle);
}
