import { WorkbenchError } from '../../base/failure.ts';
import type { RadioHost, RadioRequest } from '../../live/radio-host.ts';
import { LeScan } from './le-scan.ts';
import { Outbox } from './outbox.ts';
import { pageFocus } from './page-focus.ts';
import type { PageFocus } from './page-focus.ts';
import { browserFacts, browserRadios } from './platform.ts';
import type { Radios } from './platform.ts';
import type { Radio } from './radio.ts';
import { refusal } from './refusals.ts';
import { PageSerialPort } from './serial-port.ts';
import { Watch } from './watch.ts';

interface Session {
  readonly radio: Radio;
  readonly outbox: Outbox;
  readonly end: AbortController;
  /** Settles when the radio was released after the scan. */
  readonly released: Promise<void>;
}

/** Gives the core access to Web Bluetooth and Web Serial. */
export function createPageRadio(radios: Radios = browserRadios(), focus: PageFocus = pageFocus): RadioHost {
  let session: Session | null = null;

  const running = (): Session => {
    if (session === null) throw new WorkbenchError('LIVE_IDLE', 'expected a running scan, found none');
    return session;
  };
  const port = (): PageSerialPort => {
    const { radio } = running();
    if (radio instanceof PageSerialPort) return radio;
    throw new WorkbenchError('LIVE_IDLE', 'expected a scan of a sniffer, found one of Web Bluetooth');
  };
  const guarded = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      throw refusal(error);
    });

  return {
    facts: () => browserFacts(radios),
    async scan(request, { signal, deliver }) {
      // End a scan that belongs to an earlier core, which crashed.
      session?.end.abort();
      await session?.released;
      const end = new AbortController();
      const stop = (): void => {
        end.abort();
      };
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      const outbox = new Outbox(deliver, focus);
      const radio = radioFor(request, radios, focus, outbox);
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const own = (session = { radio, outbox, end, released });
      try {
        await guarded(() => Promise.race([radio.start(), abortOf(end.signal)]));
        if (!end.signal.aborted) {
          outbox.report({ kind: 'granted' });
          await abortOf(end.signal);
        }
      } finally {
        await radio.stop();
        outbox.close();
        if (session === own) session = null;
        signal.removeEventListener('abort', stop);
        release();
      }
    },
    async acknowledge(sequence) {
      session?.outbox.acknowledge(sequence);
      return Promise.resolve();
    },
    resume: () => guarded(async () => running().radio.resume()),
    more: () => guarded(async () => running().radio.more()),
    openPort: (options) => guarded(async () => port().open(options)),
    writePort: (bytes) => guarded(async () => port().write(bytes)),
    closePort: async () => {
      if (session?.radio instanceof PageSerialPort) await session.radio.close();
    },
  };
}

function radioFor(request: RadioRequest, { bluetooth, serial }: Radios, focus: PageFocus, outbox: Outbox): Radio {
  if (request.source === 'serial') {
    if (serial === undefined) throw new WorkbenchError('LIVE_BLOCKED', 'expected Web Serial, found none');
    return new PageSerialPort(serial, focus, outbox);
  }
  if (bluetooth === undefined) throw new WorkbenchError('LIVE_BLOCKED', 'expected Web Bluetooth, found none');
  const Source = request.source === 'watch' ? Watch : LeScan;
  return new Source(bluetooth, focus, request, {
    advert: (advert) => {
      outbox.add({ kind: 'advert', advert });
    },
    asking: (message) => {
      outbox.report({ kind: 'asking', message });
    },
    paused: (message) => {
      outbox.report({ kind: 'paused', message });
    },
  });
}

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });
