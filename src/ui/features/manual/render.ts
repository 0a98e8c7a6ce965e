import { Marked } from 'marked';
import { headingId, type ManualPage } from '../../../manual/manual-page.ts';

/** Where a link of a page leads inside the manual. */
export interface ManualPlace {
  readonly page: ManualPage;
  /** The id of a heading; empty for the top of the page. */
  readonly heading: string;
}

/** `docs/how-to/open.md#formats` as a place; undefined where the manual has no such page. */
export function placeOf(pages: readonly ManualPage[], address: string): ManualPlace | undefined {
  const [file = '', heading = ''] = address.split('#');
  const page = pages.find((each) => each.file === file);
  return page && { page, heading };
}

/** The address of a link in a page: of a place in the manual, of the web, or none where it leads to a file of the repository. */
function addressOf(pages: readonly ManualPage[], file: string, href: string): string | null {
  if (/^https?:/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${file}`);
  const address = `${pathname.slice(1)}${hash}`;
  return placeOf(pages, address) === undefined ? null : address;
}

/**
 * The HTML of a page. Its texts are the product's own. A link inside the manual has its address in `data-place`; a link to a file that
 * only the repository has is plain text.
 */
export function htmlOf(pages: readonly ManualPage[], { file, text }: ManualPage): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        // The dialog itself uses heading levels 1 and 2, so the page's headings start at level 3.
        const level = String(Math.min(depth + 2, 6));
        return `<h${level} id="manual-${headingId(title)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(pages, file, href);
        if (address === null) return words;
        if (/^https?:/.test(address)) return `<a href="${encodeURI(address)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
        return `<a href="#" data-place="${encodeURI(address)}">${words}</a>`;
      },
      // Code and tables may be wider than the page, so the keyboard can scroll them.
      code: ({ text: code }) => `<pre tabindex="0"><code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>\n`,
      table(token) {
        const cells = (row: typeof token.header, name: string): string =>
          row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}
