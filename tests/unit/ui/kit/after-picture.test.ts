import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPicture } from '../../../../src/ui/kit/after-picture.ts';

const page = { visibilityState: 'visible' };
let frames: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.set(frames.size + 1, call).size);
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = (): void => {
  const due = [...frames.values()];
  frames.clear();
  due.forEach((call) => {
    call();
  });
};

it('calls in a task of its own behind the picture, once', () => {
  const then = vi.fn();
  afterPicture(then);
  draw();
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  draw();
  expect(then).toHaveBeenCalledTimes(1);
});

it('a page that is seen is waited for, however late its picture is', () => {
  const then = vi.fn();
  afterPicture(then);
  vi.advanceTimersByTime(10_000);
  expect(then).not.toHaveBeenCalled();
  draw();
  vi.advanceTimersByTime(0);
  expect(then).toHaveBeenCalledTimes(1);
});

it('a page that nobody sees goes on without a picture, and makes up for none when it is seen again', () => {
  const then = vi.fn();
  afterPicture(then);
  page.visibilityState = 'hidden';
  vi.advanceTimersByTime(250);
  expect(then).toHaveBeenCalledTimes(1);
  page.visibilityState = 'visible';
  draw();
  vi.advanceTimersByTime(10_000);
  expect(then).toHaveBeenCalledTimes(1);
});

it.each([
  ['before the picture', (): void => undefined],
  ['behind it', draw],
])('what is given up %s is not called', (_, before) => {
  const then = vi.fn();
  const giveUp = afterPicture(then);
  before();
  giveUp();
  draw();
  vi.advanceTimersByTime(10_000);
  expect(then).not.toHaveBeenCalled();
});
