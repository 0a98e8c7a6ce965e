import { checkSealChanges, smallFiles } from './seal-changes.ts';

// One process of `npm run fuzz -- seals`: number of the first change, and how many.
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const tally = await checkSealChanges(await smallFiles(), first, count, (done) => process.send?.({ done }));
process.send?.({ tally });
process.disconnect();
