/** What a source needs to know of the page it runs in. */
export interface PageFocus {
  hasFocus(): boolean;
  /** Calls back each time the page loses the focus or is hidden; the returned function ends that. */
  onLost(listener: () => void): () => void;
  now(): number;
  after(ms: number, work: () => void): () => void;
}
