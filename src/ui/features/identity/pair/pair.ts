/** Two addresses; the second may belong to the device of the first. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}
