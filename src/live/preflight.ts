import type { RadioFacts } from './radio-host.ts';
import type { LiveSource, Preflight } from './service.ts';
import type { LiveEvent } from './states.ts';

export const FLAG = 'chrome://flags/#enable-experimental-web-platform-features';
const BLUETOOTH: readonly LiveSource[] = ['lescan', 'watch'];
const ALL: readonly LiveSource[] = [...BLUETOOTH, 'serial'];

/** Facts about an environment without a page, which cannot scan. */
export const NO_RADIO: RadioFacts = {
  secure: false,
  serial: false,
  bluetooth: false,
  scans: false,
  watches: false,
  adapter: null,
  permission: null,
  agent: '',
  storage: false,
  user_active: false,
};

/** Lists what a scan requires, each with its state and what to do if it is missing. */
export function preflight({ secure, serial, bluetooth, scans, watches, adapter, permission, agent, storage }: RadioFacts): Preflight[] {
  const chromium = /Chrome\/(\d+)/.exec(agent)?.[1];
  const flag = `Open ${FLAG}, choose Enabled, and restart the browser.`;
  return [
    line(
      'browser',
      'Browser',
      chromium !== undefined,
      chromium === undefined ? 'not Chromium' : `Chromium ${chromium}`,
      'Open this page in Chrome, Edge or another Chromium of version 89 or newer; no other browser has Web Serial or scans.',
      ALL,
    ),
    line('secure', 'Secure page', secure, secure ? 'yes' : 'no', 'Open this page over https, from localhost, or as a file from disk.', ALL),
    line(
      'serial',
      'Web Serial (sniffer dongles)',
      serial,
      serial ? 'there' : 'missing',
      'Use Chrome or Edge on a desktop; an administrator’s policy may switch serial ports off.',
      ['serial'],
    ),
    line('bluetooth', 'Web Bluetooth', bluetooth, bluetooth ? 'there' : 'missing', `On Linux it is behind a flag. ${flag}`, BLUETOOTH),
    line('flag', 'Scanning (requestLEScan)', scans, scans ? 'on' : 'off', flag, ['lescan']),
    line('flag_watch', 'Watching (watchAdvertisements)', watches, watches ? 'on' : 'off', flag, ['watch']),
    line(
      'adapter',
      'Bluetooth adapter',
      adapter === true,
      adapter === null ? 'not known' : adapter ? 'on' : 'off or missing',
      'Switch Bluetooth on in the system settings, or plug an adapter in.',
      BLUETOOTH,
    ),
    line(
      'permission',
      'Permission',
      permission !== 'denied',
      permission ?? 'asked when the scan starts',
      'It was blocked: click the icon next to the address, open the site settings and allow Bluetooth.',
      BLUETOOTH,
    ),
    note(
      'storage',
      'Recording',
      storage ? 'in private files of this browser; kept after a reload' : 'in memory only: this page cannot store files',
      storage ? null : 'Save before you close the page; pages loaded over https or from localhost record to disk.',
      ALL,
    ),
    note('system', 'System', systemOf(agent), systemRemedy(agent), ALL),
  ];
}

/** Finds the first missing requirement of a source, and the event by which the scan's state changes for it; null if nothing is missing. */
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
      return 'Serial ports belong to the group dialout (or uucp): add your user to it and log in again. Bluetooth needs BlueZ 5.43 or newer.';
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
