import { decodeMutants } from './decode-mutants.ts';

/**
 * One process of `npm run fuzz`: decodes the mutants `first` to `first + count - 1` and reports to its parent
 * `{ done }` now and then and `{ tally }` at the end. The first bad mutant ends it with its number in the message.
 */
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const report = (message: object): void => void process.send?.(message);

report({ tally: await decodeMutants(count, first, (done) => report({ done })) });
process.disconnect();
