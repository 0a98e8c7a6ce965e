/** The id of a heading in its page, as repositories of Markdown make them: `Before you open` is `before-you-open`. */
export const headingId = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
