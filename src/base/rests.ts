/** Characters between two rests: some 10 ms of reading, writing or digesting. */
export const AT_ONCE = 1_000_000;

/** To be told what was worked on, in characters or octets: lets whatever waits go first whenever that has come to enough. */
export function rests(rest: () => Promise<void>, enough = AT_ONCE): (worked: number) => Promise<void> {
  let since = 0;
  return async (worked) => {
    since += worked;
    if (since < enough) return;
    since = 0;
    await rest();
  };
}
