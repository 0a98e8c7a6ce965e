/** What of the editor is seen. */
export const PARTS = ['form', 'json', 'both'] as const;
export type Part = (typeof PARTS)[number];
