import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '../support/page.ts';
import { completion, scriptedEndpoint, sendJson } from '../support/scripted-endpoint.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url).pathname;
const CALL = { name: 'capture_overview', args: '{"capture_selection": {"capture_id": "chamber_four_phones"}}' };

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string }[];
}

test('an evaluation of two models is recorded, repeated from the recording, and its table opened in the page', async ({
  workbench,
}, info) => {
  const out = (name: string): string => info.outputPath(name);
  const cases = [{ id: 'air', question: 'What was on the air?', calls: [{ tool: 'capture_overview' }] }];
  writeFileSync(out('cases.json'), JSON.stringify({ cases }));
  // One model calls the tool and answers; the other answers at once.
  const endpoint = await scriptedEndpoint((body, _request, response) => {
    const { model, messages } = body as Asked;
    sendJson(response, completion(model === 'calls' && messages.at(-1)?.role === 'user' ? CALL : 'Advertisements.'));
  });
  const evaluate = async (...options: readonly string[]): Promise<string> => {
    const matrix = ['--cases', out('cases.json'), '--models', 'calls,talks', '--repeats', '2'];
    return (await run(process.execPath, ['.ci/evaluate.mjs', '--agents', ...matrix, ...options], { cwd: ROOT })).stdout;
  };
  const first = await evaluate('--endpoint', endpoint.url, '--record', out('recording'), '--out', out('first'));
  const asked = endpoint.asked.length;
  await endpoint.close();
  const again = await evaluate('--replay', out('recording'), '--out', out('again'));
  expect(asked).toBe(6);
  expect(again, 'the recording gives the report of the models').toBe(first);
  expect(again).toMatch(/\| calls \|.*100/);

  await workbench.drop(out('again/results.json'));
  expect(await workbench.rows('SELECT model, count(*), count(*) FILTER (passed) FROM results GROUP BY model ORDER BY model')).toEqual([
    ['calls', 2, 2],
    ['talks', 2, 0],
  ]);
  await workbench.page.screenshot({ path: out('table.png') });
});
