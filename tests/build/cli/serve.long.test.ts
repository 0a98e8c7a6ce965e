import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { command, ended, start } from './command.ts';

test('serve prints the address of the page, serves it, and ends at a signal', async () => {
  const child = start(['serve', '--port', '0']);
  const end = ended(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  const page = await fetch(url);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toBe(readFileSync('dist/index.html', 'utf8'));
  expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('');
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405);
  child.kill('SIGINT');
  expect(await end).toEqual({ code: 130, stdout: url, stderr: '' });
});

test('a port that is taken, or none at all, is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const { code, stderr } = await command(['serve', '--port', port]);
  taken.close();
  expect([code, stderr.startsWith(`capture-workbench: port ${port} cannot be used`)]).toEqual([5, true]);
  expect((await command(['serve', '--port', 'http'])).code).toBe(2);
  expect((await command(['serve', 'dist'])).code).toBe(2);
});
