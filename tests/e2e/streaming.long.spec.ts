import { askingPage } from '../support/asking.ts';
import { expect, test } from '../support/page.ts';
import { expectAccessible } from '../support/screens.ts';

const SQL = 'SELECT count(*) AS n FROM chamber_four_phones';
const FIRST = '{"capture_selection": {"capture_id": "chamber_four_phones"}, ';
const REST = `"sql": "${SQL}"}`;
const begin = (id: string): object => ({
  tool_calls: [{ index: 0, id, type: 'function', function: { name: 'capture_query', arguments: '' } }],
});
const piece = (text: string): object => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });

test('the answer of a model appears as it arrives; it breaks off, the model is asked again, and the call gives the result', async ({
  page,
  context,
}, info) => {
  const { endpoint, guard, workbench, view, close } = await askingPage(page, context);
  const draft = view.getByRole('region', { name: 'Answer so far' });
  const ran = (): Promise<number> => page.evaluate(() => window.workbench.audit().length);
  await view.getByRole('button', { name: 'Allow it the read-only tools' }).click();
  await view.getByRole('button', { name: 'Ask', exact: true }).click();

  // Text and a call appear before they are complete.
  const first = await endpoint.next();
  first.send({ role: 'assistant', content: 'I count ' });
  await expect(draft).toContainText('I count');
  first.send({ content: 'the packets.' });
  await expect(draft).toContainText('I count the packets.');
  first.send(begin('call_1'));
  await expect(draft).toContainText('capture_query');
  first.send(piece(FIRST));
  await expect(draft).toContainText('"capture_id": "chamber_four_phones"');
  await expect(draft).not.toContainText('SELECT');
  await expect(view.getByRole('region', { name: 'Answer', exact: true })).toHaveCount(0);
  await expectAccessible('an answer that arrives', view);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: info.outputPath('arriving.png') });

  // The connection breaks: the page says so, and nothing of the incomplete call runs.
  first.cut();
  await expect(draft).toContainText('The answer broke off. The model is asked again.');
  await expect(draft).not.toContainText('capture_query');
  const second = await endpoint.next();
  expect(await ran()).toBe(0);
  await page.screenshot({ path: info.outputPath('broken.png') });
  second.send({ role: 'assistant', content: 'I count the packets.' });
  second.send(begin('call_2'));
  second.send(piece(FIRST));
  await expect(draft).toContainText('"capture_id": "chamber_four_phones"');
  await expect(draft).toContainText('The answer broke off. The model is asked again.');
  await page.screenshot({ path: info.outputPath('again.png') });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible('an answer that arrives again, on a telephone', view);
  await page.emulateMedia({ colorScheme: 'dark' });
  await draft.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('again-phone.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  second.send(piece(REST));
  second.end('tool_calls');

  // The call ran once, its result goes back to the model, and the answer ends the conversation.
  const third = await endpoint.next();
  const [[packets] = []] = await workbench.rows(SQL);
  const steps = view.getByRole('list', { name: 'Steps of the conversation' }).locator('> li');
  await expect(steps).toHaveText([/I count the packets\..*capture_query.*done/s]);
  await expect(draft).toHaveCount(0);
  expect(third.request.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(JSON.stringify(third.request.messages.at(-1)?.content)).toContain(String(packets));
  third.send({ role: 'assistant', content: `There are ${String(packets)} ` });
  await expect(draft).toContainText(`There are ${String(packets)}`);
  await expect(draft).not.toContainText('broke off');
  third.send({ content: 'packets.' });
  third.end('stop');
  await expect(view.getByRole('region', { name: 'Answer', exact: true })).toHaveText(`There are ${String(packets)} packets.`);
  await expect(draft).toHaveCount(0);
  await expect(view.getByLabel('Budget')).toContainText('1 of 24');
  await page.screenshot({ path: info.outputPath('answered.png') });
  const calls = await page.evaluate(() => window.workbench.audit().map(({ entry, status }) => `${entry} ${status}`));
  expect(calls.filter((call) => call.startsWith('planner'))).toEqual(['planner ok']);
  expect([endpoint.untaken(), guard.foreign]).toEqual([0, []]);
  await close();
});
