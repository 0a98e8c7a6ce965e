/** The browser's text where nobody chose another, in CSS pixels. */
const USUAL = 16;

/**
 * An attachment for an element that is 1rem wide: tells how large the reader's text is, 1 where it is as usual, and again
 * whenever it is another. What is drawn in pixels grows by it; it does not shrink, where its words would be too small to read.
 */
export const textScale =
  (tell: (scale: number) => void) =>
  (element: Element): (() => void) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) tell(Math.max(1, entry.contentRect.width / USUAL));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
