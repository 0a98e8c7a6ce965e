/** One completion for a position in a text. */
export interface Offer {
  /** The text in the list; typed text is matched against it. */
  readonly label: string;
  /** The text that is inserted; the label if absent. */
  readonly insert?: string | undefined;
  /** The part of the inserted text to select, so that typing replaces it; if absent, the cursor goes to the end of the text. */
  readonly select?: readonly [from: number, to: number] | undefined;
  readonly detail?: string | undefined;
  readonly info?: string | undefined;
  /** Among equal matches the higher one comes first; 0 if absent. */
  readonly boost?: number | undefined;
}

/** The completions for a position in a text. */
export interface Offers {
  /** The part of the text that a completion replaces, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Offer[];
  /** True to show all options, even those that do not match the text. */
  readonly all?: boolean;
}
