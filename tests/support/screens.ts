import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';

/**
 * Screens kept as tests: what is on them for assistive technology (an ARIA snapshot, compared in every browser) and how they
 * look (a picture, compared where the browser is the one that made the kept ones: other versions draw text otherwise).
 * `npx playwright test --config tests/e2e/playwright.config.ts screens --update-snapshots` writes both anew.
 */

/** The major version of Chromium that drew the kept pictures. */
const NOTED = new URL('../e2e/screens/chromium-version.txt', import.meta.url);

/** Share of points that may differ: edges of curves, and the caret of an editor. */
const TOLERANCE = 0.01;

const FONTS = { Inter: '@fontsource-variable/inter', 'JetBrains Mono': '@fontsource-variable/jetbrains-mono' } as const;

/** The same letters on every machine: bundled fonts in the place of the system's. */
export async function useBundledFonts(page: Page): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const faces = Object.entries(FONTS).map(([family, name]) => {
    const file = resolve(`${name}/files/${name.split('/')[1] ?? ''}-latin-wght-normal.woff2`);
    return `@font-face { font-family: '${family}'; font-weight: 100 800; src: url(data:font/woff2;base64,${readFileSync(file, 'base64')}); }`;
  });
  const content = `${faces.join('\n')} :root { --face: 'Inter', sans-serif !important; --mono: 'JetBrains Mono', monospace !important; }`;
  await page.addStyleTag({ content });
  await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())));
}

/** One moment and one row of ids, so that what depends on them stays as it is. To be called before the page is opened. */
export async function freezeChance(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Real = Date;
    const at = Real.UTC(2026, 0, 2, 3, 4, 5, 678);
    class Frozen extends Real {
      constructor(...given: readonly unknown[]) {
        super(...((given.length === 0 ? [at] : given) as [number]));
      }
      static override now(): number {
        return at;
      }
    }
    globalThis.Date = Frozen as DateConstructor;
    let serial = 0;
    crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`;
  });
}

/** What a machine's speed or a hash over it says: the rest of a screen stays the same. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\bChromium \d+/g, 'Chromium'],
  [/\b\d+(\.\d+)? (ms|s)\b/g, '(time)'],
  [/\b[0-9a-f]{12,64}…?/g, '(hash)'],
  [/\b\d+(\.\d+)? (kB|MB)\b/g, '(size)'],
];

/** Compares what `target` shows with what is kept: its words once for both themes. */
export async function expectScreen(
  target: Locator | Page,
  { screen, size, theme }: { readonly screen: string; readonly size: string; readonly theme: string },
  info: TestInfo,
  masked: readonly Locator[] = [],
): Promise<void> {
  const page = 'viewportSize' in target ? target : target.page();
  const shown = await stillWords('viewportSize' in target ? target.locator('body') : target);
  const words = VOLATILE.reduce((text, [pattern, word]) => text.replace(pattern, word), shown);
  expect.soft(`${words}\n`, `${screen}: what is on it`).toMatchSnapshot(`${screen}-${size}.txt`);
  if (!isNoted(page, info)) return;
  const picture = `${screen}-${size}-${theme}.png`;
  const options = { maxDiffPixelRatio: TOLERANCE, mask: [...masked], animations: 'disabled' as const };
  if ('viewportSize' in target) await expect.soft(target, `${screen}: how it looks`).toHaveScreenshot(picture, options);
  else await expect.soft(target, `${screen}: how it looks`).toHaveScreenshot(picture, options);
}

/** What is on the screen once nothing is being read or counted and no word changes any more. */
async function stillWords(target: Locator): Promise<string> {
  let words = '';
  for (let looks = 0, same = 0; same < 2 && looks < 100; looks++) {
    const now = await target.ariaSnapshot();
    same = now === words && !/(Reading|Counting)[^\n]*…/.test(now) ? same + 1 : 0;
    words = now;
    if (same < 2) await target.page().waitForTimeout(100);
  }
  return words;
}

function isNoted(page: Page, info: TestInfo): boolean {
  const major = page.context().browser()?.version().split('.')[0] ?? '';
  if (info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed') {
    mkdirSync(new URL('.', NOTED), { recursive: true });
    writeFileSync(NOTED, `${major}\n`);
  }
  return existsSync(NOTED) && readFileSync(NOTED, 'utf8').trim() === major;
}
