import { fakeSerial, sniffed } from '../support/live/fake-serial.ts';
import { expect } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';

const test = preparing(async (page) => {
  await fakeSerial(page);
  await page.addInitScript(() => {
    // A chart that is drawn anew begins with an empty one.
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

/** Every other journey asks for no motion: here the page is seen as it is with motion, and without. */
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
      // A work that takes a while: what turns meanwhile.
      const turning = await page.evaluate(async () => {
        const stop = new AbortController();
        const work = window.workbench
          .query('SELECT sum(a.range * b.range) FROM range(200000) a, range(200000) b', { signal: stop.signal })
          .catch(() => undefined);
        const found = await new Promise<{ name: string; duration: string; playing: number }>((done) => {
          const look = (): void => {
            const dot = [...document.querySelectorAll('.busy .dot')].at(0);
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
      /** Milliseconds until the chart has been drawn ten times more. */
      const ten = (): Promise<number> =>
        page.evaluate(async () => {
          const { drawn: times } = window as unknown as { drawn: number[] };
          const from = times.length;
          while (times.length < from + 11) await new Promise((again) => setTimeout(again, 20));
          return times[from + 10]! - times[from]!;
        });
      // In steps of a second, or many times within one.
      if (moves) expect(await ten()).toBeLessThan(5000);
      else expect(await ten()).toBeGreaterThan(8000);

      // Held by whoever reads it: nothing is drawn and nothing said, whatever is heard.
      await dialog.getByRole('button', { name: 'Pause chart and list' }).click();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const [still, said] = [await drawn(), await dialog.locator('figcaption').textContent()];
      const list = dialog.getByRole('region', { name: 'Devices heard' });
      const rows = await list.innerText();
      await push(20);
      await page.waitForTimeout(2500);
      expect([await drawn(), await dialog.locator('figcaption').textContent(), await list.innerText()]).toEqual([still, said, rows]);
      await dialog.getByRole('button', { name: 'As table' }).click();
      await expect(dialog.getByRole('grid', { name: 'Strength of each packet' })).toHaveAttribute('aria-rowcount', '13');
      await dialog.getByRole('button', { name: 'Go on with chart and list' }).click();
      await expect(dialog.getByRole('grid', { name: 'Strength of each packet' })).toHaveAttribute('aria-rowcount', '25');
      await dialog.getByRole('button', { name: 'As chart' }).click();
      await expect.poll(drawn).toBeGreaterThan(still);
      await dialog.getByRole('button', { name: 'Stop' }).click();
    });
  });
