import type { LiveSource, Preflight } from './desk.ts';
import type { BluetoothPlatform, SerialPlatform } from './platform.ts';
import type { LiveEvent } from './states.ts';

/** What a scan stands on, as the page found it. */
export interface LivePlatform {
  readonly secure: boolean;
  readonly bluetooth: BluetoothPlatform | undefined;
  readonly serial: SerialPlatform | undefined;
  /** `BluetoothDevice.watchAdvertisements` is there. */
  readonly watches: boolean;
  /** `navigator.userAgent`. */
  readonly agent: string;
  /** Private files: null where there are none. */
  readonly storage: boolean;
  /** `granted`, `denied`, `prompt`, or null where the browser does not say. */
  permission(): Promise<string | null>;
}

export const FLAG = 'chrome://flags/#enable-experimental-web-platform-features';
const RADIO: readonly LiveSource[] = ['lescan', 'watch'];

/** Everything a scan needs, with what to do about each that is missing. */
export async function preflight(platform: LivePlatform): Promise<Preflight[]> {
  const { secure, bluetooth, serial, agent, storage } = platform;
  const chromium = /Chrome\/(\d+)/.exec(agent)?.[1];
  const adapter = (await bluetooth?.getAvailability?.().catch(() => false)) ?? null;
  const permission = await platform.permission().catch(() => null);
  const flag = `Open ${FLAG}, choose Enabled, and restart the browser.`;
  return [
    line(
      'browser',
      'Browser',
      chromium !== undefined,
      chromium === undefined ? 'not Chromium' : `Chromium ${chromium}`,
      'Open this page in Chrome, Edge or another Chromium of version 89 or newer; no other browser has Web Serial or scans.',
      [...RADIO, 'serial'],
    ),
    line('secure', 'Secure page', secure, secure ? 'yes' : 'no', 'Open this page by https, from localhost, or as a file from disk.', [
      ...RADIO,
      'serial',
    ]),
    line(
      'serial',
      'Web Serial (sniffer dongles)',
      serial !== undefined,
      serial ? 'there' : 'missing',
      'Use Chrome or Edge on a desktop; an administrator’s policy may switch serial ports off.',
      ['serial'],
    ),
    line(
      'bluetooth',
      'Web Bluetooth',
      bluetooth !== undefined,
      bluetooth ? 'there' : 'missing',
      `On Linux it is behind a flag. ${flag}`,
      RADIO,
    ),
    line('flag', 'Scanning (requestLEScan)', bluetooth?.requestLEScan !== undefined, bluetooth?.requestLEScan ? 'on' : 'off', flag, [
      'lescan',
    ]),
    line('flag_watch', 'Watching (watchAdvertisements)', platform.watches, platform.watches ? 'on' : 'off', flag, ['watch']),
    line(
      'adapter',
      'Bluetooth adapter',
      adapter === true,
      adapter === null ? 'not known' : adapter ? 'on' : 'off or missing',
      'Switch Bluetooth on in the system settings, or plug an adapter in.',
      RADIO,
    ),
    line(
      'permission',
      'Permission',
      permission !== 'denied',
      permission ?? 'asked when the scan starts',
      'It was blocked: click the sign beside the address, open the site settings and allow Bluetooth.',
      RADIO,
    ),
    note(
      'storage',
      'Recording',
      storage ? 'to private files of this browser; survives a reload' : 'in memory only: this page cannot store files',
      storage ? null : 'Save before closing the page; a page by https or from localhost records to disk.',
      [...RADIO, 'serial'],
    ),
    note('system', 'System', systemOf(agent), systemRemedy(agent), [...RADIO, 'serial']),
  ];
}

/** The first thing in the way of a source as an event of the state machine; null where nothing is. */
export function blockedBy(lines: readonly Preflight[], source: LiveSource): { readonly event: LiveEvent; readonly line: Preflight } | null {
  const missing = lines.find(({ state, sources }) => state === 'missing' && sources.includes(source));
  if (missing === undefined) return null;
  const event = missing.id.startsWith('flag') ? 'no_flag' : missing.id === 'adapter' ? 'no_adapter' : 'no_support';
  return { event, line: missing };
}

const line = (id: string, label: string, ok: boolean, found: string, remedy: string, sources: readonly LiveSource[]): Preflight => ({
  id,
  label,
  state: ok ? 'ok' : 'missing',
  found,
  remedy: ok ? null : remedy,
  sources,
});

const note = (id: string, label: string, found: string, remedy: string | null, sources: readonly LiveSource[]): Preflight => ({
  id,
  label,
  state: remedy === null ? 'ok' : 'note',
  found,
  remedy,
  sources,
});

const systemOf = (agent: string): string => /Android|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0].replace(' OS X', 'OS') ?? 'not known';

function systemRemedy(agent: string): string | null {
  switch (systemOf(agent)) {
    case 'Linux':
      return 'Serial ports belong to the group dialout (or uucp): add yourself to it and log in again. BlueZ 5.43 or newer has to run for Bluetooth.';
    case 'Windows':
      return 'Bluetooth needs Windows 10 version 1703 or newer. Some dongles need their vendor’s serial driver.';
    case 'MacOS':
      return 'Allow Bluetooth for the browser: System Settings, Privacy & Security, Bluetooth.';
    case 'Android':
      return 'Location must be switched on for scans. There is no Web Serial on Android.';
    default:
      return null;
  }
}
