/**
 * Screens kept as tests: what is on them for assistive technology (an ARIA snapshot, compared in every browser), how a dozen of them
 * look (a picture, compared where the browser is the one that made the kept ones: other versions draw text otherwise), and what axe says.
 * `npx playwright test --config tests/e2e/playwright.config.ts screens --update-snapshots=all` writes both anew; with a folder in
 * `SCREENS_TO`, a picture of every state is written there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { violations } from './axe.ts';
import { addCoreScript, coreOf } from './core-prelude.ts';
import type { WorkbenchPage } from './page.ts';
import { painted } from './painted.ts';

/** The major version of Chromium that drew the kept pictures. */
const NOTED = new URL('../e2e/screens/chromium-version.txt', import.meta.url);

/** Share of points that may differ: edges of curves, and the caret of an editor. */
const TOLERANCE = 0.01;

/** Replaces the clock and the random ids of the page or of the core's worker. `first` distinguishes the ids of the two. */
function freeze(first: string): void {
  const Real = Date;
  let at = Real.UTC(2026, 0, 2, 3, 4, 5, 678);
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
  crypto.randomUUID = () => `${first}-0000-4000-8000-${String(++serial).padStart(12, '0')}`;
  Object.assign(globalThis, { passSeconds: (seconds: number) => void (at += seconds * 1000) });
}

/** One moment and one row of ids, in the page and in its core, so that what depends on them stays as it is. Call it before the page is opened. */
export async function freezeChance(page: Page): Promise<void> {
  await page.addInitScript(freeze, '00000001');
  await addCoreScript(page, freeze, '00000000');
}

/** Moves the frozen moment on. */
export async function passSeconds(page: Page, seconds: number): Promise<void> {
  const pass = (given: number): void => (globalThis as unknown as { passSeconds: (seconds: number) => void }).passSeconds(given);
  await (await coreOf(page)).evaluate(pass, seconds);
  await page.evaluate(pass, seconds);
}

/** Replaces durations and hashes, which depend on the machine; the rest of a screen must be equal. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\bChromium \d+/g, 'Chromium'],
  [/\b127\.0\.0\.1:\d+/g, '(this machine)'],
  [/\b\d+(\.\d+)? (ms|s)\b/g, '(time)'],
  [/\b[0-9a-f]{12,64}…?/g, '(hash)'],
  [/\b\d+(\.\d+)? (kB|MB)\b/g, '(size)'],
];

/** Widths that every screen is kept in, by the name that its files bear. */
export const SIZES = [
  ['phone', 390, 844],
  ['laptop', 1280, 800],
  ['wide', 1920, 1080],
] as const;

/** A window of that size; of a phone it is touched, so that controls have touch size. */
export const windowOf = (width: number, height: number): { viewport: { width: number; height: number }; hasTouch: boolean } => ({
  viewport: { width, height },
  hasTouch: width < 900,
});

/** A folder for a picture of every state in both themes: to look at, or to compare before and after a change of styles. */
const PICTURES_TO = process.env['SCREENS_TO'];

const THEMES = ['light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

/** Both themes, the one first that the page has: it stays in the other, because each change lays out the styles of all of it anew. */
async function themesOf(page: Page): Promise<readonly Theme[]> {
  const now = await page.locator('html').getAttribute('data-theme');
  return now === 'dark' ? ['dark', 'light'] : THEMES;
}

/** Sets the other theme for the second picture, also while a dialog covers the theme button (another journey presses it). */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  await painted(page);
}

/** Expects axe to find nothing against a state of the page that is not kept as a picture, in both themes. */
export async function expectAccessible(state: string, target: Locator | Page): Promise<void> {
  const page = 'viewportSize' in target ? target : target.page();
  for (const [at, theme] of (await themesOf(page)).entries()) {
    await turn(page, theme);
    expect.soft(await violations(target, at === 0 ? 'all' : 'colours'), `${state}, ${theme}`).toEqual([]);
  }
}

/** Screens of one page of one size. The page changes its theme as it stands, so that each state is reached once for both. */
export class Screens {
  readonly #page: Page;

  constructor(
    readonly workbench: WorkbenchPage,
    readonly size: string,
    readonly info: TestInfo,
  ) {
    this.#page = workbench.page;
  }

  /**
   * Compares what `target` shows with the text that is kept, and its picture in the themes that are, and asks axe: in the first theme by
   * every rule, in the second by those about colours. Differences are reported together at the end. Texts are stored for one width.
   * The page is idle, except where it `waits` for a person.
   */
  async expect(
    screen: string,
    target: Locator | Page,
    { pictures = [], waits = false }: { readonly pictures?: readonly Theme[]; readonly waits?: boolean } = {},
  ): Promise<void> {
    const page = this.#page;
    if (!waits) {
      await this.workbench.idle();
      // Rows that are read again are drawn paler meanwhile.
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
    if (this.size === 'laptop' || screen === 'more') {
      const shown = await settledSnapshot('viewportSize' in target ? target.locator('body') : target);
      const words = VOLATILE.reduce((text, [pattern, word]) => text.replace(pattern, word), shown);
      expect.soft(`${words}\n`, `${screen}: what is on it`).toMatchSnapshot(`${screen}.txt`);
    }
    for (const [at, theme] of (await themesOf(page)).entries()) {
      await turn(page, theme);
      if (PICTURES_TO !== undefined) {
        await page.screenshot({ path: `${PICTURES_TO}/${screen}-${this.size}-${theme}.png`, animations: 'disabled', caret: 'hide' });
      }
      if (pictures.includes(theme) && 'viewportSize' in target && isNoted(page, this.info)) {
        const options = { maxDiffPixelRatio: TOLERANCE, animations: 'disabled' as const };
        await expect.soft(target, `${screen}, ${theme}: how it looks`).toHaveScreenshot(`${screen}-${this.size}-${theme}.png`, options);
      }
      const found = await violations(target, at === 0 ? 'all' : 'colours');
      expect.soft(found, `${screen}, ${this.size}, ${theme}: what axe says`).toEqual([]);
    }
  }

  /** The same of the dialog before the page, which is closed afterwards. */
  async dialog(screen: string, how: { readonly waits?: boolean } = {}): Promise<void> {
    const dialog = this.#page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await this.expect(screen, dialog, how);
    await this.#page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  /** Takes an action from the palette by the beginning of its title. */
  async act(title: string): Promise<void> {
    await this.#page.keyboard.press('Control+.');
    const field = this.#page.getByRole('combobox', { name: 'Find an action' });
    await field.fill(title);
    await field.press('Enter');
    await expect(field).toBeHidden();
  }
}

/** The ARIA snapshot of a target once it reads and counts nothing more and three snapshots in a row are equal. */
async function settledSnapshot(target: Locator): Promise<string> {
  let snapshot = '';
  let same = 0;
  await expect(async () => {
    const now = await target.ariaSnapshot();
    same = now === snapshot && !/(Reading|Counting)[^\n]*…/.test(now) ? same + 1 : 0;
    snapshot = now;
    expect(same).toBe(2);
  }).toPass({ intervals: [100] });
  return snapshot;
}

function isNoted(page: Page, info: TestInfo): boolean {
  const major = page.context().browser()?.version().split('.')[0] ?? '';
  if (info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed') {
    mkdirSync(new URL('.', NOTED), { recursive: true });
    writeFileSync(NOTED, `${major}\n`);
  }
  return existsSync(NOTED) && readFileSync(NOTED, 'utf8').trim() === major;
}

/**
 * Goes from the summary, which is computed when Statistics opens, to a regression. The form runs at each change, so this awaits both
 * answers: the journal then has the same lines on every machine.
 */
export async function regressionIn(workbench: WorkbenchPage): Promise<void> {
  const statistics = workbench.region('Statistics');
  await expect(statistics.getByText(/columns? described/)).toBeVisible();
  // On a telephone a list takes the place of the buttons.
  const list = workbench.page.getByRole('combobox', { name: 'What to compute' });
  if (await list.isVisible()) await list.selectOption('Regression');
  else await workbench.button('Regression').click();
  await expect(statistics.getByText('Linear regression completed')).toBeVisible();
}
