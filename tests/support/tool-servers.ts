import type { Locator, Page } from '@playwright/test';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { expect } from './page.ts';

/** A form with every kind of field, as the parameters of `elicitation/create`. */
export const ROOM_FORM = {
  message: 'The text needs a place.\nWhere shall it be said?',
  requestedSchema: {
    type: 'object',
    properties: {
      room: {
        type: 'string',
        title: 'Room',
        oneOf: [
          { const: 'hall', title: 'The hall' },
          { const: 'attic', title: 'The attic' },
        ],
      },
      volume: { type: 'integer', title: 'Volume', description: 'From 1 to 10', minimum: 1, maximum: 10 },
      languages: { type: 'array', title: 'Languages', items: { type: 'string', enum: ['English', 'Latin'] } },
      name: { type: 'string', title: 'Name to call', minLength: 2 },
      twice: { type: 'boolean', title: 'Say it twice', default: true },
    },
    required: ['room', 'volume'],
  },
};

/** Adds a server in the part Servers of the view Plans and agents. */
export async function addServer(agents: Locator, name: string, url: string): Promise<void> {
  await agents.getByRole('textbox', { name: 'Name' }).fill(name);
  await agents.getByRole('textbox', { name: 'Address' }).fill(url);
  await agents.getByRole('button', { name: 'Add and connect' }).click();
}

/** Calls `echo` of the server `lab` and approves the call; resolves with its result in `result`. */
export async function approvedEcho(page: Page): Promise<{ readonly result: Promise<ToolResult> }> {
  const result = page.evaluate(() => {
    const call = { tool_name: 'mcp__lab__echo', tool_version: '1.0.0', capture_selection: {}, arguments: { text: 'hello' } };
    return window.workbench.run({ ...call, request_id: crypto.randomUUID(), timeout_ms: 30_000 }, { interactive: true });
  });
  const approval = page.getByRole('dialog', { name: 'Approve this call?' });
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approval).toBeHidden();
  return { result };
}
