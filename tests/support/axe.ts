import { AxeBuilder as Axe } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { driven } from './page-watch.ts';

/** axe, which looks at a page from inside for seconds: its work there is the driver's and not the page's. */
export class AxeBuilder extends Axe {
  readonly #page: Page;

  constructor(options: ConstructorParameters<typeof Axe>[0]) {
    super(options);
    this.#page = options.page;
  }

  override analyze(): ReturnType<Axe['analyze']> {
    return driven(this.#page, () => super.analyze());
  }
}
