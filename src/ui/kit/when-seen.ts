import { updateComes } from './before-picture.ts';

/** Margin around the view in pixels within which an element counts as visible. */
const MARGIN = 200;

/** Calls to make, one per frame, so that elements that appear together do not delay a frame. */
const queue: (() => void)[] = [];

function next(): void {
  queue.shift()?.();
  if (queue.length > 0) requestAnimationFrame(next);
}

/** An attachment that calls once when its element comes near the view. */
export const whenSeen =
  (then: () => void) =>
  (element: Element): (() => void) => {
    let came = (): void => undefined;
    const draw = (): void => {
      came();
      then();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        came = updateComes();
        queue.push(draw);
        if (queue.length === 1) requestAnimationFrame(next);
      },
      { rootMargin: `${String(MARGIN)}px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      came();
      if (queue.includes(draw)) queue.splice(queue.indexOf(draw), 1, () => undefined);
    };
  };
