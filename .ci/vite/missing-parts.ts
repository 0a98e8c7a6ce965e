import type { Plugin } from 'vite';

/** Vite wraps every dynamic import in code that creates this event … */
const EVENT = 'vite:preloadError';
/** … and dispatches it on the window; the core's worker has no window. */
const TELLS = /window\.dispatchEvent\((\w+)\);(?=[^;]*\1\.defaultPrevented\) throw (\w+))/;
const WORDS = 'A part of the program could not be loaded. Connect to the network and try again; if that does not help, reload the page.';

/** Reports, in the page and in the core's worker, that a part of the program could not be loaded. */
export function missingParts(): Plugin {
  return {
    name: 'missing-parts',
    apply: 'build',
    renderChunk(code) {
      if (!code.includes(EVENT)) return null;
      const found = TELLS.exec(code);
      if (!found) this.error(`expected Vite's code for late imports to end with an event of the window, found other code`);
      const [tells, , error] = found;
      const isMissing = `/imported module|module script|preload CSS/i.test(${error}?.message)`;
      const said = `if (${isMissing}) ${error} = Object.assign(new Error(${JSON.stringify(WORDS)}, { cause: ${error} }), { code: 'PROGRAM_PART_MISSING' });`;
      return { code: code.replace(tells, said), map: null };
    },
  };
}
