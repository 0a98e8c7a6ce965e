import { setOf } from '../state/sets.ts';
import { isCluster } from './timeline-band.ts';
import type { TimelineGroup } from './timeline-layout.ts';

/** More lanes of clusters than that are a list to scroll through: they start as a band for each cluster. */
const MANY_LANES = 40;

type Folded = ReadonlySet<TimelineGroup>;

/** What was folded by hand, as long as the groups are there: their view goes with every other part that is looked at. */
const kept = new WeakMap<readonly TimelineGroup[], Folded>();

/** What of a timeline is folded at the start. */
export function foldedAtFirst(groups: readonly TimelineGroup[]): Folded {
  const clusters = groups.filter(isCluster);
  const lanes = clusters.reduce((sum, group) => sum + group.lanes.length, 0);
  return setOf(lanes > MANY_LANES ? clusters : []);
}

/** Which clusters of a timeline are folded: a band each, without the lanes of their addresses. */
export class LaneFolds {
  #changes = $state(0);
  /** How many clusters there are. */
  readonly clusters: number = $derived.by(() => this.groups().filter(isCluster).length);
  readonly folded: Folded = $derived.by(() => {
    void this.#changes;
    return kept.get(this.groups()) ?? foldedAtFirst(this.groups());
  });
  /** Whether every cluster is. */
  readonly all: boolean = $derived(this.clusters > 0 && this.folded.size === this.clusters);

  constructor(private readonly groups: () => readonly TimelineGroup[]) {}

  /** False for a group that does not fold. */
  toggle(group: TimelineGroup): boolean {
    if (!isCluster(group)) return false;
    const others = [...this.folded].filter((other) => other !== group);
    this.#set(others.length === this.folded.size ? [...others, group] : others);
    return true;
  }

  readonly toggleAll = (): void => {
    this.#set(this.all ? [] : this.groups().filter(isCluster));
  };

  #set(folded: readonly TimelineGroup[]): void {
    kept.set(this.groups(), setOf(folded));
    this.#changes += 1;
  }
}
