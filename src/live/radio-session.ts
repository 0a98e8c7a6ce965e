import { abortError } from '../base/failure.ts';
import type { RadioBatch, RadioEvent, RadioHost, RadioRequest } from './radio-host.ts';

export interface RadioListener {
  event(event: RadioEvent): void;
  /** The scan ended although the core did not stop it, because the page is gone. */
  ended(message: string): void;
}

/** A scan that the person allowed. */
export interface RadioSession {
  /** Number of events that the page dropped because the core was too slow. */
  readonly dropped: number;
  /** Settles when the page has released the radio and all earlier events are delivered. Never rejects. */
  stop(): Promise<void>;
}

/** Starts a scan on the page. Resolves when the person has allowed it; rejects with the remedy otherwise. */
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
      // A page that is gone needs no acknowledgement; `ended` reports it.
      host.acknowledge(batch.sequence).catch(() => undefined);
    };
    const over = (error: Error, message: string): void => {
      // Has no effect after `granted`, when the promise has already resolved.
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
