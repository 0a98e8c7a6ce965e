/** Lets the page's thread do whatever waits (input, drawing) before work goes on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** A page that nobody sees draws no pictures; its work goes on all the same. */
const UNSEEN_MS = 250;

/** Calls once the picture of what there is now has been made, and never when it is given up before. */
export function afterPicture(then: () => void): () => void {
  let timer = setTimeout(then, UNSEEN_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
