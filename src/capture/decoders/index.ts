import type { Decoder } from '../decoder.ts';

/** Every format that opens, in the order in which equal confidences are settled. */
export const DECODERS: readonly Decoder[] = [];
