import type { BluetoothPlatform, SerialPlatform } from '../../live/platform.ts';
import type { LivePlatform } from '../../live/preflight.ts';
import type { PageFocus } from '../../live/sources/page-focus.ts';

/** Web Bluetooth and Web Serial of this browser, which TypeScript does not know. */
interface WithRadios {
  readonly bluetooth?: BluetoothPlatform;
  readonly serial?: SerialPlatform;
}

export function platform(): LivePlatform {
  const { bluetooth, serial } = navigator as unknown as WithRadios;
  return {
    secure: globalThis.isSecureContext,
    bluetooth,
    serial,
    watches: 'watchAdvertisements' in ((globalThis as { BluetoothDevice?: { prototype: object } }).BluetoothDevice?.prototype ?? {}),
    agent: navigator.userAgent,
    // Pages from disk have no private files, though the interface is there.
    storage: globalThis.isSecureContext && location.protocol !== 'file:',
    permission: async () => (await navigator.permissions.query({ name: 'bluetooth-le-scan' as PermissionName })).state,
  };
}

export function pageFocus(): PageFocus {
  return {
    hasFocus: () => document.hasFocus(),
    onLost(listener) {
      const hidden = (): void => {
        if (document.hidden) listener();
      };
      window.addEventListener('blur', listener);
      document.addEventListener('visibilitychange', hidden);
      return () => {
        window.removeEventListener('blur', listener);
        document.removeEventListener('visibilitychange', hidden);
      };
    },
    now: () => performance.timeOrigin + performance.now(),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
