import { expect, type Page } from '@playwright/test';

/** The focused element: its name, and why a person could not see that it has the focus; '' if they can. */
interface Focus {
  readonly name: string;
  readonly fault: string;
}

/** A user with only a keyboard. After every key press, some element has the focus, and it is visible and within the window. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  focus(): Promise<Focus> {
    return this.page.evaluate(() => {
      const own = document.activeElement;
      if (!(own instanceof HTMLElement) || own === document.body) return { name: '', fault: 'nothing has the focus' };
      const labels = own instanceof HTMLInputElement || own instanceof HTMLTextAreaElement ? [...(own.labels ?? [])] : [];
      const name = (own.getAttribute('aria-label') ?? (labels.map((label) => label.textContent).join(' ') || own.textContent)).trim();
      // Some draw it around themselves, the chart in itself, an editor around its lines; a table marks the cell.
      const drawn = [own, own.querySelector('canvas'), own.closest('.cm-editor'), own.querySelector('.active')].some((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      });
      const { top, left, bottom, right } = own.getBoundingClientRect();
      const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return { name, fault: drawn ? (inside ? '' : 'it lies outside of the window') : 'it cannot be seen' };
    });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await expect.poll(async () => (await this.focus()).fault, { message: `the focus after ${key}` }).toBe('');
    }
  }

  /** Presses Tab, or another key, until the focused element has this name. */
  async to(name: string | RegExp, key = 'Tab', most = 200): Promise<void> {
    for (let press = 0; press < most; press++) {
      const now = await this.focus();
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) return expect(now.fault, now.name).toBe('');
      await this.page.keyboard.press(key);
    }
    throw new Error(`expected to come to ${String(name)} with ${key}`);
  }

  /** Takes an action out of the list of all. */
  async action(words: string): Promise<void> {
    await this.page.keyboard.press('Control+.');
    await expect(this.page.getByRole('combobox', { name: 'Find an action' })).toBeFocused();
    await this.page.keyboard.type(words);
    await this.page.keyboard.press('Enter');
  }
}

/** Records the text that a page's live regions announce from now on, in order. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const said: string[] = [];
    Object.assign(window, { said });
    const say = (region: Element): void => {
      const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (text !== '' && region.checkVisibility() && region.ariaBusy !== 'true') said.push(text);
    };
    new MutationObserver((changes) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const own = target instanceof Element ? target : target.parentElement;
        const region = own?.closest(LIVE);
        if (region) changed.add(region);
        // Of elements inserted with their text, only alerts are announced.
        else
          for (const node of addedNodes)
            if (node instanceof Element)
              for (const alert of [node, ...node.querySelectorAll('*')]) if (alert.matches('[role=alert]')) changed.add(alert);
      }
      for (const region of changed) say(region);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}
