import { decodeConnections } from './decode-connections.ts';

/** One process of `npm run fuzz -- connections`; reports as `mutants-process.ts` does. */
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const report = (message: object): void => void process.send?.(message);

report({ tally: await decodeConnections(count, first, (done) => report({ done })) });
process.disconnect();
