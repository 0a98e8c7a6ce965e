import { judgeStatements } from './statements/judge.ts';

// One process of `npm run fuzz -- statements`: number of the first statement, and how many. Faults are printed when they are found.
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
let printed = 0;
const tally = await judgeStatements(count, first, (done, { faults }) => {
  for (; printed < faults.length; printed++) console.log(faults[printed]);
  process.send?.({ done });
});
process.send?.({ tally });
process.disconnect();
