/** Interval at which visibility is checked: a hidden page draws no frames, but its work must continue. */
const LOOK_MS = 250;

/** Calls once, after the next frame has been painted; never if cancelled before. */
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
