import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { conversationReference, REFERENCE } from '../../support/conversation-docs.ts';

const PAGE = 'docs/how-to/connections.md';

/** Write the reference anew with `DOCS=write npx vitest run --project unit tests/unit/tables/conversation-docs.test.ts`. */
it('the manual has the columns that the decoder writes', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = ''] = page.split(REFERENCE);
  if (process.env['DOCS'] === 'write') writeFileSync(PAGE, before + conversationReference());
  expect(readFileSync(PAGE, 'utf8')).toBe(before + conversationReference());
});
