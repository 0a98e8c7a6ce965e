import type { TextStore } from './keys.ts';

/** One entry of the browser's own storage; what a browser withholds reads as empty and says so when written. */
export function browserStore(name: string): TextStore {
  return {
    read() {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    write(text) {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    },
  };
}
