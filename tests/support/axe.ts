import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Rules whose answer a theme can change: what is on the page, and how large it is, is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const OPTIONS: RunOptions = { resultTypes: ['violations'], iframes: false, preload: false };

/** Adds axe to a page. It reads a colour's text anew for every element below every text, which is half of its work here: each is read once. */
const SCRIPT = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
{
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    const parts = known.get(text);
    if (parts) [this.r, this.g, this.b, this.alpha] = parts;
    else {
      parseString.call(this, text);
      known.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    return this;
  };
}`;

declare const axe: { run(context: { include: Node[] }, options: RunOptions): Promise<AxeResults> };

/**
 * What axe finds against a whole page or parts of it: every rule, or those about colours alone for a second theme of the same state.
 *
 * @param without a rule that does not fit what is looked at
 */
export async function violations(target: Locator | Page, rules: 'all' | 'colours' = 'all', without?: string): Promise<string[]> {
  const parts = 'viewportSize' in target ? target.locator('html') : target;
  const page = parts.page();
  const off = without === undefined ? {} : { [without]: { enabled: false } };
  const options: RunOptions =
    rules === 'colours'
      ? { ...OPTIONS, runOnly: { type: 'rule', values: COLOUR_RULES } }
      : // WCAG 2.2 (2.5.8, 2.5.3): the rules are off by default.
        { ...OPTIONS, rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true }, ...off } };
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SCRIPT);
  const { violations: found } = await parts.evaluateAll((include, how) => axe.run({ include }, how), options);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
