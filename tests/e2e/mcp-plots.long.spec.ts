import { expect, test } from '../support/page.ts';

interface Block {
  readonly type: string;
  readonly mimeType?: string;
  readonly data?: string;
}
interface Answer {
  readonly content?: readonly Block[];
}

test('a page that embeds the workbench gets a plot over MCP as an image that shows something', async ({ workbench }) => {
  const { page, home } = workbench;
  // The host of the workbench names the pages that may embed it.
  await page.addInitScript(() => {
    const name = (): void => document.querySelector('meta[name="workbench-embedders"]')?.setAttribute('content', location.origin);
    new MutationObserver(name).observe(document, { childList: true, subtree: true });
  });
  const embedding = new URL('embedding.html', home).href;
  await page.route(embedding, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Lab</title><link rel="icon" href="data:," />' }),
  );
  await page.goto(embedding);
  await page.evaluate(
    (src) =>
      new Promise<void>((resolve) => {
        window.addEventListener('message', () => {
          resolve();
        });
        document.body.innerHTML = `<iframe name="workbench" src="${src}" style="width: 1200px; height: 700px"></iframe>`;
      }),
    home,
  );
  await page.frame('workbench')!.evaluate(async () => {
    const { workbench } = window;
    await workbench.ready;
    const sample = await fetch('samples/chamber_four_phones.pcapng');
    await workbench.open(new File([await sample.arrayBuffer()], 'chamber.pcapng'));
    const policy = workbench.policy();
    const { grants, requireApprovalForEffects, budgets } = policy;
    const mcp = { allowedTools: ['anova_tool'], grants, requireApprovalForEffects, budgets };
    await workbench.setPolicy({ ...policy, agents: { ...policy.agents, mcp } });
  });
  const content = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    window.frames[0]!.postMessage({ type: 'capture-workbench/connect', api: 'mcp' }, location.origin, [port2]);
    const ask = (id: number, method: string, params: object): Promise<Answer> =>
      new Promise((resolve) => {
        port1.addEventListener('message', ({ data }: MessageEvent<{ id?: number; result?: Answer }>) => {
          if (data.id === id) resolve(data.result ?? {});
        });
        port1.start();
        port1.postMessage({ jsonrpc: '2.0', id, method, params });
      });
    await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });
    const call = {
      name: 'anova_tool',
      arguments: { capture_selection: { capture_ids: ['chamber'] }, response: 'rssi', factors: ['channel'] },
    };
    return (await ask(2, 'tools/call', call)).content ?? [];
  });
  const image = content.find(({ type }) => type === 'image');
  expect(image?.mimeType).toBe('image/png');
  const [width, colours] = await page.frame('workbench')!.evaluate(async (data) => {
    const shown = new Image();
    shown.src = `data:image/png;base64,${data}`;
    await shown.decode();
    const canvas = new OffscreenCanvas(shown.naturalWidth, shown.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(shown, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    return [canvas.width, new Set(new Uint32Array(pixels.buffer)).size];
  }, image!.data!);
  expect(width).toBe(640);
  expect(colours).toBeGreaterThan(10);
});
