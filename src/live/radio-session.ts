import { abortError } from '../base/failure.ts';
import type { RadioBatch, RadioEvent, RadioHost, RadioRequest } from './radio-host.ts';

export interface RadioListener {
  event(event: RadioEvent): void;
  /** Called if the scan ended although the core did not stop it, because the page is gone. */
  ended(message: string): void;
}

/** A scan that the person allowed and that runs on the page. */
export interface RadioSession {
  /** Number of events that the page dropped, because the core was too slow. */
  readonly dropped: number;
  /** Ends the scan. Settles when the page has released the radio and delivered all earlier events. Never rejects. */
  stop(): Promise<void>;
}

/** Starts a scan on the page. Resolves when the person has allowed it; otherwise rejects, with a message that says what to do. */
export function openRadio(host: RadioHost, request: RadioRequest, listener: RadioListener): Promise<RadioSession> {
  const end = new AbortController();
  return new Promise((resolve, reject) => {
    let dropped = 0;
    let granted = false;
    const deliver = (batch: RadioBatch): void => {
      dropped = batch.dropped;
      for (const event of batch.events) {
        if (event.kind === 'granted') {
          granted = true;
          resolve(session);
        } else listener.event(event);
      }
      // Ignore a failure: the page is gone, which `ended` reports.
      host.acknowledge(batch.sequence).catch(() => undefined);
    };
    const over = (error: Error, message: string): void => {
      // Has no effect after `granted`, because the promise has already resolved then.
      reject(error);
      if (granted && !end.signal.aborted) listener.ended(message);
    };
    const ended = host.scan(request, { signal: end.signal, deliver }).then(
      () => {
        over(abortError('the scan'), 'The page ended the scan.');
      },
      (error: unknown) => {
        const cause = error instanceof Error ? error : new Error(String(error));
        over(cause, `The page stopped scanning (${cause.message}).`);
      },
    );
    const session: RadioSession = {
      get dropped() {
        return dropped;
      },
      stop() {
        end.abort();
        return ended;
      },
    };
  });
}
