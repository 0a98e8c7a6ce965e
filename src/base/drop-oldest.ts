/** Deletes the entry that was set first, if the map has more than `most` entries. */
export function dropOldest<K>(map: Map<K, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    break;
  }
}
