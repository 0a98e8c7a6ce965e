/** Parts of the editor that can be shown. */
export const PARTS = ['form', 'json', 'both'] as const;
export type Part = (typeof PARTS)[number];
