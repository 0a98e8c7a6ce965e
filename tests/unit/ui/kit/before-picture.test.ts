import { afterEach, describe, expect, test, vi } from 'vitest';
import { beforePicture } from '../../../../src/ui/kit/before-picture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page that makes a picture when `draw` is called. */
function page(hidden: boolean): { draw: () => void } {
  const frames: (() => void)[] = [];
  vi.stubGlobal('document', { hidden });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  return { draw: () => frames.splice(0).forEach((frame) => frame()) };
}

describe('work before a picture', () => {
  test('runs once for each picture, however often it is requested', () => {
    const { draw } = page(false);
    let runs = 0;
    const request = beforePicture(() => (runs += 1));
    request();
    request();
    expect(runs).toBe(0);
    draw();
    draw();
    expect(runs).toBe(1);
  });

  test('runs again after a pause, and the page counts as drawing until then', async () => {
    vi.useFakeTimers();
    // Counts for the whole page; other tests leave updates that are never drawn.
    vi.resetModules();
    const { beforePicture, updatesWait } = await import('../../../../src/ui/kit/before-picture.ts');
    const { draw } = page(false);
    let runs = 0;
    const request = beforePicture(() => (runs += 1));
    request();
    draw();
    request();
    draw();
    expect([runs, updatesWait()]).toEqual([1, true]);
    vi.advanceTimersByTime(100);
    draw();
    expect([runs, updatesWait()]).toEqual([2, false]);
    vi.useRealTimers();
  });

  test('runs after the pause also where the page was hidden in it', async () => {
    vi.useFakeTimers();
    vi.resetModules();
    const { beforePicture, updatesWait } = await import('../../../../src/ui/kit/before-picture.ts');
    const { draw } = page(false);
    let runs = 0;
    const request = beforePicture(() => (runs += 1));
    request();
    draw();
    request();
    page(true);
    vi.advanceTimersByTime(100);
    expect([runs, updatesWait()]).toEqual([2, false]);
    vi.useRealTimers();
  });

  test('runs at once in a hidden page', () => {
    page(true);
    let runs = 0;
    const request = beforePicture(() => (runs += 1));
    request();
    request();
    expect(runs).toBe(2);
  });

  test('runs at once outside a browser', () => {
    let runs = 0;
    beforePicture(() => (runs += 1))();
    expect(runs).toBe(1);
  });
});
