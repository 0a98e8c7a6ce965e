/** Lets the page's thread do whatever waits (input, drawing) before work goes on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** How often a page looks whether anybody sees it: one that nobody sees draws no pictures, and its work goes on all the same. */
const LOOK_MS = 250;

/** Calls once, after the picture of what there is now has been made; never when it is given up before. */
export function afterPicture(then: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(then);
  });
  const look = (): void => {
    if (document.visibilityState === 'visible') {
      timer = setTimeout(look, LOOK_MS);
      return;
    }
    cancelAnimationFrame(frame);
    then();
  };
  let timer = setTimeout(look, LOOK_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
