/** Lets the page's thread do whatever waits (input, drawing) before work goes on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
