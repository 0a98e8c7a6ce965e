import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../../src/cli/serve/static-site.ts';
import { randomSource } from '../../support/random.ts';

const folder = `.cache/served-${String(process.pid)}`;
let site: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  mkdirSync(join(folder, 'dist', 'sub folder'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not served');
  writeFileSync(join(folder, 'dist', 'index.html'), 'home');
  writeFileSync(join(folder, 'dist', 'sub folder', 'ä.txt'), 'inner');
  site = await serve(join(folder, 'dist'));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** The answer to a request line as it is given: clients would normalize the path. */
function raw(target: string): Promise<string> {
  return new Promise((done, failed) => {
    let text = '';
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('end', () => done(text)).on('error', failed);
  });
}
const status = async (target: string): Promise<number> => Number((await raw(target)).split(' ')[1]);

test('files and folders are served, also under escaped names', async () => {
  expect(await raw('/')).toContain('home');
  expect(await raw('/sub%20folder/%C3%A4.txt?query')).toContain('inner');
  expect(await status('/missing')).toBe(404);
  expect(await status('/index.html/more')).toBe(404);
});

test.each(['/%', '/%E0%A4%A', '/%ff', '/a%00b', '/%2', '/index.html%'])(
  'a path that cannot be decoded is a bad request: %s',
  async (target) => {
    expect(await status(target)).toBe(400);
  },
);

test('no path leaves the folder, and none ends the server', async () => {
  const pieces = [
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    '/',
    '%2f',
    '\\',
    '%5c',
    'secret.txt',
    'index.html',
    '%',
    '%25',
    '%00',
    '//',
    '?',
    '#',
    '%c0%ae',
    '*',
    ':',
    '@',
  ];
  const random = randomSource(7);
  for (let i = 0; i < 400; i++) {
    const target = `/${Array.from({ length: 1 + random.below(8) }, () => pieces[random.below(pieces.length)]).join('')}`;
    const answer = await raw(target);
    expect([target, /^HTTP\/1\.1 (?:200|400|404) /.test(answer), answer.includes('not served')]).toEqual([target, true, false]);
  }
  expect(await status(`/${'a'.repeat(5000)}`)).toBe(404);
  expect(await status('/')).toBe(200);
});
