import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { NetworkGuard } from '../support/network-guard.ts';

/** A page without any policy that talks to another origin from everywhere a page can. */
const planted = (foreign: string): Record<string, { type: string; body: string }> => ({
  '/': {
    type: 'text/html',
    body: `<!doctype html><title>planted</title><script>
      fetch('${foreign}from-page', { mode: 'no-cors' }).catch(() => 0);
      const blob = new Blob(["fetch('${foreign}from-worker', { mode: 'no-cors' }).catch(() => 0)"]);
      new Worker(URL.createObjectURL(blob));
      navigator.sendBeacon('${foreign}from-beacon');
      navigator.serviceWorker.register('/sw.js');
      try { new WebSocket('${foreign.replace('http', 'ws')}from-socket'); } catch {}
      </script><img src="${foreign}from-image">`,
  },
  '/sw.js': { type: 'text/javascript', body: `fetch('${foreign}from-service-worker', { mode: 'no-cors' }).catch(() => 0);` },
});

test('a request to another origin is seen wherever it comes from', async ({ browser }) => {
  let pages: ReturnType<typeof planted> = {};
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '/'];
    response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const [home, foreign] = [`http://127.0.0.1:${String(port)}/`, `http://localhost:${String(port)}/`];
  pages = planted(foreign);

  const context = await browser.newContext();
  const guard = new NetworkGuard(context, [home]);
  const page = await context.newPage();
  await page.goto(home);
  const sources = ['page', 'worker', 'beacon', 'service-worker', 'socket', 'image'];
  await expect.poll(() => sources.filter((source) => guard.foreign.some((url) => url.endsWith(`from-${source}`)))).toEqual(sources);
  await context.close();

  // In a profile of its own, as a colleague's.
  const other = await browser.newContext();
  guard.follow(other);
  const before = guard.foreign.length;
  await (await other.newPage()).goto(home);
  const again = (): string[] => sources.filter((source) => guard.foreign.slice(before).some((url) => url.endsWith(`from-${source}`)));
  await expect.poll(again).toEqual(sources);
  await other.close();
  server.closeAllConnections();
  server.close();
});
