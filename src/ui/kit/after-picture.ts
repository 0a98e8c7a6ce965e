/** How often a page checks whether it is visible: a hidden page draws no frames, but its work must go on. */
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
