import type { BrowserContext, Page, Request } from '@playwright/test';

/** Schemes that never leave the page. */
const INSIDE = ['data:', 'blob:', 'about:', 'chrome-extension:'];

/**
 * Watches everything a browser context asks for, workers and service workers included, and what its pages complain
 * about. It blocks nothing, so that a request to another origin can be reported.
 */
export class NetworkGuard {
  /** Requests to any other origin, including attempts. */
  readonly foreign: string[] = [];
  /** Uncaught errors, broken policies and logged errors. */
  readonly complaints: string[] = [];

  readonly #homes: string[];

  /** @param homes prefixes of every address that is allowed: a site's URL, or a file's */
  constructor(context: BrowserContext, homes: readonly string[]) {
    this.#homes = [...homes];
    this.follow(context);
    for (const page of context.pages()) this.#watch(page);
    context.on('page', (page) => {
      this.#watch(page);
    });
  }

  /** Also checks the requests of another context; the journey itself checks the errors of its pages. */
  follow(context: BrowserContext): void {
    context.on('request', (request) => {
      this.#see(request);
    });
    context.on('page', (page) => {
      page.on('websocket', (socket) => this.foreign.push(socket.url()));
    });
  }

  /** Allows one more address. */
  allow(home: string): void {
    this.#homes.push(home);
  }

  #see(request: Request): void {
    const url = request.url();
    if ([...this.#homes, ...INSIDE].some((prefix) => url.startsWith(prefix))) return;
    this.foreign.push(url);
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }
}
