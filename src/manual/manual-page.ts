/** A page of the manual. */
export interface ManualPage {
  /** Path of the page's file, such as `docs/how-to/export.md`. */
  readonly file: string;
  /** Name of the page's file without extension, such as `export`. */
  readonly name: string;
  readonly title: string;
  /** The page in Markdown. */
  readonly text: string;
}

/** A heading of a page, with the text below it. */
export interface Section {
  readonly file: string;
  readonly title: string;
  /** The text in Markdown, without the heading. */
  readonly text: string;
}

/** Splits pages at their headings. */
export const sectionsOf = (pages: readonly ManualPage[]): readonly Section[] =>
  pages.flatMap(({ file, text: whole }) =>
    whole
      .split(/^(?=#{1,3} )/m)
      .map((part) => /^#{1,3} (.*)\n([\s\S]*)$/.exec(part))
      .flatMap((match) => (match === null ? [] : [{ file, title: match[1]!.replaceAll('`', ''), text: match[2]!.trim() }])),
  );

/** The id of a heading, made as on GitHub: `before-you-open` for `Before you open`. */
export const headingId = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
