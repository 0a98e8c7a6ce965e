/** Number of characters of a name that are compared, which is enough to suggest similar names. */
const COMPARED = 48;
/** Maximum number of names that an error lists. */
const LISTED = 64;

/** Orders existing names by similarity to `wanted`, the most similar first; at most `LISTED`. */
export function byLikeness(wanted: string, names: readonly string[]): string[] {
  const near = wanted.slice(0, COMPARED).toLowerCase();
  const rated = names.map((name) => ({ name, distance: editDistance(near, name.slice(0, COMPARED).toLowerCase()) }));
  return rated
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, LISTED)
    .map(({ name }) => name);
}

/** Returns the end of an error message: `; did you mean rssi?`, or a list of the existing names if none is similar. */
export function suggestion(wanted: string, likeliest: readonly string[], what: string): string {
  const [first] = likeliest;
  if (first === undefined) return `; there is no ${what}`;
  const distance = distanceOf(wanted, first);
  const tail = likeliest.length > 8 ? `${likeliest.slice(0, 8).join(', ')}, …` : likeliest.join(', ');
  return distance <= Math.max(2, Math.floor(Math.min(wanted.length, first.length) / 2)) ? `; did you mean ${first}?` : `; there is ${tail}`;
}

/** Whether two names are so similar that one may replace the other automatically: at least half of the letters are the same. */
export const isNear = (wanted: string, name: string): boolean => 2 * distanceOf(wanted, name) <= Math.max(wanted.length, name.length);

const distanceOf = (wanted: string, name: string): number =>
  editDistance(wanted.slice(0, COMPARED).toLowerCase(), name.slice(0, COMPARED).toLowerCase());

/** The Levenshtein distance of two texts. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(replace, above[column]! + 1, line[column - 1]! + 1));
    }
    above = line;
  }
  return above[b.length]!;
}
