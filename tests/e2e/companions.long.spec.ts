import { writeFileSync, mkdirSync } from 'node:fs';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';
import { walkCaptures } from '../support/walk-captures.ts';

/** A Find My tag apart from its owner: service data of Apple, type 0x12, 25 octets. */
const TAG = {
  addressIn: () => 'F1:22:33:44:55:66',
  data: Uint8Array.of(30, 0xff, 0x4c, 0, 0x12, 25, 0x10, ...Array.from({ length: 22 }, (_, at) => at * 7), 1, 0),
  every_s: 2,
};

test('a walk of three places: the tag that came along, what else explains it, and its packets', async ({ workbench }, info) => {
  const { page } = workbench;
  mkdirSync(info.outputDir, { recursive: true });
  const paths = walkCaptures({ places: 3, strangers: 150, travellers: [TAG], seed: 77 }).map((bytes, at) => {
    const path = info.outputPath(`place_${String(at + 1)}.pcapng`);
    writeFileSync(path, bytes);
    return path;
  });
  await workbench.drop(...paths);
  const capture_ids = ['place_1', 'place_2', 'place_3'];
  const result = await page.evaluate((call) => window.workbench.run(call), {
    ...workbench.invocation(capture_ids),
    tool_name: 'companion_analyzer',
    tool_version: '1.2.0',
    arguments: {},
  });
  expect(result.errors).toEqual([]);
  await workbench.idle();

  const answer = await workbench.at('Result');
  await expect(answer).toContainText('F1:22:33:44:55:66');
  await expect(answer).toContainText('It says that it is apart from its owner.');
  await expect(answer).toContainText('Expected if it is yours or of a person who came along. Also possible:');
  await expect(answer).toContainText('no proof of identity');
  await answer.getByText('Evidence').first().click();
  await expect(answer).toContainText('decibans: Heard in 3 of 3 places');
  expect(await violations(answer)).toEqual([]);
  // A click on its address makes it the selection of every view.
  await answer.getByRole('button', { name: 'F1:22:33:44:55:66' }).click();
  await expect(workbench.region('Selection')).toContainText('F1:22:33:44:55:66');

  // The next call that it advises is about the packets of the tag, and runs as it is.
  const [next] = result.agentHints?.suggestedNextActions ?? [];
  const followed = await page.evaluate((call) => window.workbench.run(call), next?.data);
  expect(followed.status).toBe('ok');
});
