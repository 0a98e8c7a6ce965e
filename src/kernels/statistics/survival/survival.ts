import type { Tick } from '../../chunks.ts';
import type { StatisticsMemory } from '../memory.ts';
import type { SurvivalInput, SurvivalTable } from './contract.ts';
import { curveOf, type Sorted } from './curves.ts';
import { hazards } from './hazards.ts';
import { pooledOf, rankTests, survivalBefore } from './ranks.ts';

export function survival(memory: StatisticsMemory, input: SurvivalInput, tick: Tick): SurvivalTable {
  tick({ phase: 'sorting rows by time', done: 0, total: 3, unit: 'steps' });
  const strata = sortedRows(input);
  const groups = Array.from({ length: input.group_count }, (_, at) => pooledOf(strata.map((stratum) => stratum[at]!)));
  tick({ phase: 'curves', done: 1, total: 3, unit: 'steps' });
  const curves = groups.map((own) => curveOf(memory, own, input.at, input.alpha));
  const ranks = input.group_count > 1 ? rankTests(memory, strata, input.group_count) : null;
  tick({ phase: 'hazards', done: 2, total: 3, unit: 'steps' });
  const before = survivalBefore(memory, pooledOf(groups));
  return { curves, ranks, hazards: input.covariates.length > 0 ? hazards(memory, input, before) : null };
}

/** Sorts entry, exit and event times of the rows, by stratum and then by group. */
function sortedRows({ entry, exit, event, groups, group_count, strata, strata_count }: SurvivalInput): Sorted[][] {
  const lists = Array.from({ length: strata_count * group_count }, () => ({
    exits: [] as number[],
    entries: [] as number[],
    events: [] as number[],
  }));
  exit.forEach((time, row) => {
    const list = lists[(strata?.[row] ?? 0) * group_count + groups[row]!]!;
    list.exits.push(time);
    if (entry) list.entries.push(entry[row]!);
    if (event[row] === 1) list.events.push(time);
  });
  const sorted = lists.map(({ exits, entries, events }) => ({
    ...{ exits: Float64Array.from(exits).sort(), entries: Float64Array.from(entries).sort() },
    events: Float64Array.from(events).sort(),
  }));
  return Array.from({ length: strata_count }, (_, at) => sorted.slice(at * group_count, (at + 1) * group_count));
}
