/** Inside the border, in CSS pixels. */
export interface OwnSize {
  readonly width: number;
  readonly height: number;
}

/**
 * An attachment that tells the size of its element, first with the picture in which it is seen and then whenever it is another.
 * `bind:clientWidth` asks at once, and the browser lays the page out within the task that is still putting it together.
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
