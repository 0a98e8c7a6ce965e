import { readFile } from 'node:fs/promises';

/** The elements of the one-file page, read from its file, for code that writes a copy of the page. */
export interface PageElements {
  textOf(id: string): Promise<string | null>;
}

/** @param path path of `capture-workbench.html`; if the file is missing, no element is found */
export function pageElements(path: string): PageElements {
  let page: Promise<string | null> | undefined;
  return {
    async textOf(id) {
      page ??= readFile(path, 'utf8').catch(() => null);
      const text = await page;
      if (text === null) return null;
      const start = text.indexOf(`id="${id}">`);
      if (start < 0) return null;
      const from = start + `id="${id}">`.length;
      return text.slice(from, text.indexOf('</script>', from));
    },
  };
}
