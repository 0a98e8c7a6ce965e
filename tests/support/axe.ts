import { AxeBuilder as Axe } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { driven } from './page-watch.ts';

/** axe, which looks at a page from inside for seconds: its work there is the driver's and not the page's. */
export class AxeBuilder extends Axe {
  readonly #page: Page;

  constructor(options: ConstructorParameters<typeof Axe>[0]) {
    super(options);
    this.#page = options.page;
    // No page here has frames; the other mode opens a blank page for each answer, and works in it as the driver.
    this.setLegacyMode();
  }

  override analyze(): ReturnType<Axe['analyze']> {
    return driven(this.#page, () => super.analyze());
  }
}

/** Rules whose answer a theme can change: what is on the page, and how large it is, is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds against a whole page or a part of it: every rule, or those about colours alone for a second theme of the same state. */
export async function violations(target: Locator | Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  const whole = 'viewportSize' in target;
  const page = whole ? target : target.page();
  // Half a megabyte that is sent once for each page.
  const present = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(present ? { axeSource: 'void 0' } : {}) }).options({
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    // WCAG 2.2: the rule is off by default.
    ...(rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: { type: 'rule', values: COLOUR_RULES } }),
  });
  if (!whole) {
    await target.evaluate((element) => {
      for (const before of document.querySelectorAll('[data-axe]')) before.removeAttribute('data-axe');
      element.setAttribute('data-axe', '');
    });
    axe.include('[data-axe]');
  }
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
