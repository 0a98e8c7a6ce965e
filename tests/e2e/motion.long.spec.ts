import { fakeSerial, sniffed } from '../support/live/fake-serial.ts';
import { expect } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';

const test = preparing(async (page) => {
  await fakeSerial(page);
  await page.addInitScript(() => {
    // Each drawing of the chart clears it first.
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    type Clears = (this: CanvasRenderingContext2D, x: number, y: number, width: number, height: number) => void;
    const clearRect: Clears = Reflect.get(CanvasRenderingContext2D.prototype, 'clearRect');
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      if (this.canvas.parentElement?.ariaLabel?.startsWith('Strength in dBm')) drawn.push(performance.now());
      clearRect.apply(this, box);
    };
  });
});

/** Every other journey runs with reduced motion; this one runs with motion and without. */
for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(reducedMotion, () => {
    test.use({ reducedMotion });
    const moves = reducedMotion === 'no-preference';

    test('what changes its look, turns and slides does so as the reader wants it', async ({ workbench }) => {
      const { page } = workbench;
      expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(!moves);

      const open = workbench.button('Open files').first();
      const transition = await open.evaluate((button) => getComputedStyle(button).transitionDuration);
      expect(transition).toBe(moves ? '0.12s' : '0s');
      // The busy indicator of a long query.
      const turning = await page.evaluate(async () => {
        const stop = new AbortController();
        const work = window.workbench
          .query('SELECT sum(a.range * b.range) FROM range(200000) a, range(200000) b', { signal: stop.signal })
          .catch(() => undefined);
        const found = await new Promise<{ name: string; duration: string; playing: number }>((done) => {
          const look = (): void => {
            const dot = document.querySelector('button[aria-label^="Activity:"][aria-label$="running"] > span');
            if (!dot) {
              requestAnimationFrame(look);
              return;
            }
            const { animationName, animationDuration } = getComputedStyle(dot);
            // An animation of no length is over at once.
            const playing = dot.getAnimations().filter(({ playState }) => playState === 'running').length;
            done({ name: animationName, duration: animationDuration, playing });
          };
          look();
        });
        stop.abort();
        await work;
        return found;
      });
      expect(turning.name).toContain('turn');
      expect([turning.duration, turning.playing > 0]).toEqual(moves ? ['0.9s', true] : ['0s', false]);

      await workbench.button('Live').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Start scan' }).click();
      await expect(dialog.getByText('nothing heard yet')).toBeVisible();
      const push = (from: number) => page.evaluate((bytes) => window.fakeSerial.push(bytes), sniffed(from, 20));
      await push(0);
      const chart = dialog.getByRole('img', { name: /^Strength in dBm over time/ });
      // The finding: who, how loud, of how many, over which seconds.
      await expect(dialog.getByRole('figure')).toHaveAccessibleName(
        /^C1:02:03:04:05:10 is the loudest of those drawn, up to −40 dBm: 6 of 10 devices drawn, over the last \d+ s/,
      );
      await expect(chart).toBeVisible();
      const drawn = (): Promise<number> => page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.length);
      /** Drawings since one of them, minus the seconds from that one to the last. */
      const excess = (from: number): Promise<number> =>
        page.evaluate((first) => {
          const times = (window as unknown as { drawn: number[] }).drawn.slice(first);
          return times.length - 1 - (times.at(-1) - times[0]!) / 1000;
        }, from);
      const from = (await drawn()) - 1;
      // With motion the chart is drawn many times a second; without, once a second, also on a busy machine.
      if (moves) await expect.poll(() => excess(from)).toBeGreaterThan(3);
      else {
        await expect.poll(drawn).toBeGreaterThan(from + 5);
        expect(await excess(from)).toBeLessThan(2);
      }

      // Paused: the chart, its caption and the list stay as they are while packets arrive.
      await dialog.getByRole('button', { name: 'Pause chart and list' }).click();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const [still, said] = [await drawn(), await dialog.locator('figcaption').textContent()];
      const list = dialog.getByRole('region', { name: 'Devices heard' });
      const rows = await list.innerText();
      await push(20);
      await expect.poll(() => page.evaluate(() => window.workbench.live.status().counters.rows)).toBe(40);
      // Two steps of a second started now end after two steps of a chart that still moves.
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            let steps = 0;
            const timer = setInterval(() => {
              if (++steps < 2) return;
              clearInterval(timer);
              done();
            }, 1000);
          }),
      );
      expect([await drawn(), await dialog.locator('figcaption').textContent(), await list.innerText()]).toEqual([still, said, rows]);
      await dialog.getByRole('button', { name: 'As table' }).click();
      await expect(dialog.getByRole('grid', { name: 'Strength of each packet' })).toHaveAttribute('aria-rowcount', '13');
      await dialog.getByRole('button', { name: 'Resume chart and list' }).click();
      await expect(dialog.getByRole('grid', { name: 'Strength of each packet' })).toHaveAttribute('aria-rowcount', '25');
      await dialog.getByRole('button', { name: 'As chart' }).click();
      await expect.poll(drawn).toBeGreaterThan(still);
      await dialog.getByRole('button', { name: 'Stop' }).click();
    });
  });
