import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

/**
 * Property tests try the same cases every time, so that a change is judged by what it changed;
 * PROPERTY_SEED looks at others (`npm run fuzz` takes a new one each time and prints it).
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20260901) });

/** Files share a process and what they import, which saves a third of the time; none leaves its own clock or globals to the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
