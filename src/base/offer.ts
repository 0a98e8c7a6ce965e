/** One completion that an editor offers at a position in a text. */
export interface Offer {
  /** The text shown in the list; what a person typed is compared with it. */
  readonly label: string;
  /** The text that is inserted; the label if absent. */
  readonly insert?: string | undefined;
  /** The part of the inserted text that is selected, so that typing replaces it; if absent, the cursor moves to the text's end. */
  readonly select?: readonly [from: number, to: number] | undefined;
  readonly detail?: string | undefined;
  readonly info?: string | undefined;
  /** Rank among completions that match equally well; the highest is first. 0 if absent. */
  readonly boost?: number | undefined;
}

/** The completions that an editor offers at a position in a text. */
export interface Offers {
  /** Start of the part of the text that a completion replaces, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Offer[];
  /** Whether to show all options, even those that do not match what was typed. */
  readonly all?: boolean;
}
