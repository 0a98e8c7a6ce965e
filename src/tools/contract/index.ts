/**
 * The shapes of the tool contract (superset envelope, R9). This file is the room's only door.
 * The types below are the agreed surface; they are inferred from the zod schemas beside this file.
 */
export type * from './types.ts';
