/** Which parts of a session go into a file; each that is absent goes, `decrypted` excepted, as far as it is about the chosen captures alone. */
export interface ShareParts {
  /** Calls with their results. Without them, verdicts and journal stay as well. */
  readonly results?: boolean | undefined;
  readonly verdicts?: boolean | undefined;
  readonly notes?: boolean | undefined;
  /** Names that the person gave to devices. */
  readonly names?: boolean | undefined;
  /** Saved queries. */
  readonly queries?: boolean | undefined;
  /** Texts of the call editor and the SQL editor. */
  readonly editors?: boolean | undefined;
  /** Lines of the journal; its head always goes. */
  readonly journal?: boolean | undefined;
  /** Results over captures whose encrypted packets were read with keys. They stay by default, and while one stays, so do the lines of the journal. */
  readonly decrypted?: boolean | undefined;
}

/** What a file will contain. */
export interface ShareContents {
  readonly captures: readonly { readonly capture_id: string; readonly file_name: string; readonly bytes: number }[];
  /** Merged views over the captures. */
  readonly views: readonly string[];
  readonly results: readonly { readonly tool_call_id: string; readonly tool_name: string; readonly summary: string }[];
  readonly verdicts: number;
  readonly notes: number;
  readonly names: number;
  /** Names of saved queries. */
  readonly queries: readonly string[];
  /** Editors whose text goes along. */
  readonly editors: readonly ('call' | 'SQL')[];
  /** 0 where only the head goes. */
  readonly journal_lines: number;
  /** What stays here, because it was not ticked or is about other captures. */
  readonly left_out: {
    readonly results: number;
    /** Of these, results over decrypted captures that were not ticked. */
    readonly decrypted: number;
    readonly verdicts: number;
    readonly notes: number;
    readonly names: number;
    readonly queries: number;
  };
}

/** What goes into a shared file. */
export interface ShareOptions {
  readonly capture_ids: readonly string[];
  readonly include_results: boolean;
  /** Which other parts go along; all of them by default. */
  readonly include?: ShareParts | undefined;
  /** Signs the seal. */
  readonly sign?: boolean | undefined;
  /** Captures with the key material that they hold; removed by default. */
  readonly include_keys?: boolean | undefined;
  /** What the session in it is called; a masked one is called nothing of its own. */
  readonly name: string;
  /** Other addresses and names in the place of those that were heard; `drop` leaves advertising data out as well. */
  readonly mask?: MaskedShare['payloads'] | undefined;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
}

export interface SharedFile {
  readonly file: Blob;
  /** Null where nothing was masked. */
  readonly masked: MaskedShare | null;
}

/**
 * How many addresses an observer with another recording of the same packets matches correctly, and no other address with them:
 * by arrival times in whole milliseconds alone, and by the counts of packets by RSSI alone. Masking cannot hide these.
 */
export interface Linkability {
  /** Addresses of the masked captures; one that two captures hold counts twice. */
  readonly addresses: number;
  readonly by_timing: number;
  readonly by_signal: number;
}

/** Captures and results of a masked share. */
export interface MaskedShare {
  readonly payloads: 'mask' | 'drop';
  readonly captures: readonly { readonly from: string; readonly to: string; readonly rows: number; readonly rows_left_out: number }[];
  /** How many calls were run again and are in the file. */
  readonly runs: number;
  readonly runs_left_out: readonly { readonly tool_name: string; readonly reason: string }[];
  readonly linkability: Linkability;
}
