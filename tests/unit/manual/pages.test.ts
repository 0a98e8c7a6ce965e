import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headingId, type ManualPage, sectionsOf } from '../../../src/manual/manual-page.ts';
import { manual } from '../../../src/manual/pages.ts';
import * as render from '../../../src/ui/features/manual/render.ts';

const htmlOf = (page: ManualPage): string => render.htmlOf(manual(), page);
const placeOf = (address: string) => render.placeOf(manual(), address);

const links = (html: string): string[] => [...html.matchAll(/data-place="([^"]*)"/g)].map(([, place = '']) => decodeURI(place));

describe('the manual', () => {
  it('has every page for users except the list of tools, which has its own view', () => {
    const written = ['tutorial', 'how-to', 'reference', 'explanation'].flatMap((part) =>
      readdirSync(`docs/${part}`).map((name) => `docs/${part}/${name}`),
    );
    expect(
      manual()
        .map(({ file }) => file)
        .sort(),
    ).toEqual(written.filter((file) => file !== 'docs/reference/tools.md').sort());
    expect(new Set(manual().map(({ name }) => name)).size).toBe(manual().length);
  });

  it('has a target for each internal link, including its heading', () => {
    const broken = manual().flatMap((page) =>
      links(htmlOf(page)).filter((address) => {
        const place = placeOf(address);
        return place === undefined || (place.heading !== '' && !htmlOf(place.page).includes(`id="manual-${place.heading}"`));
      }),
    );
    expect(broken).toEqual([]);
    expect(manual().flatMap((page) => links(htmlOf(page))).length).toBeGreaterThan(10);
  });

  it('has the heading of each section that search finds', () => {
    for (const { file, title } of sectionsOf(manual())) {
      const page = placeOf(file)?.page;
      expect(page && htmlOf(page)).toContain(`id="manual-${headingId(title)}"`);
    }
  });

  it('opens external pages in a new tab and shows links to other files as text', () => {
    const page = {
      file: 'docs/how-to/x.md',
      name: 'x',
      title: 'X',
      text: '[web](https://a.example/b) [file](../decisions/0001.md) [x](open.md#a)',
    };
    expect(htmlOf(page)).toBe(
      '<p><a href="https://a.example/b" target="_blank" rel="noopener noreferrer">web</a> file <a href="#" data-place="docs/how-to/open.md#a">x</a></p>\n',
    );
  });
});
