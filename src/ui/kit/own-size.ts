/** Size inside the border, in CSS pixels. */
export interface OwnSize {
  readonly width: number;
  readonly height: number;
}

/**
 * An attachment that reports its element's size, first in the frame in which it appears and then on changes. `bind:clientWidth` would
 * measure immediately and force a layout while the page is being built.
 */
export const ownSize =
  (tell: (size: OwnSize) => void) =>
  (element: Element): (() => void) => {
    const observer = new ResizeObserver(() => {
      tell({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
