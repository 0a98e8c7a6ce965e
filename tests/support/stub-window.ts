import { vi } from 'vitest';

/** A window for states of the page in Node: wide, and without events. */
export function stubWindow(): void {
  const nothing = (): void => undefined;
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }) });
}
