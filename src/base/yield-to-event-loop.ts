/**
 * Resolves in a later task, so that messages which arrived meanwhile (a cancel, for example) are handled first.
 * A message is used because browsers delay nested timers by 4 ms.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
