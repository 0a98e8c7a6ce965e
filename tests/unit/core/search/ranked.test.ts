import { describe, expect, it, test } from 'vitest';
import { catalogSearch } from '../../../../src/core/search/catalog-search.ts';
import { sectionsOf } from '../../../../src/manual/manual-page.ts';
import { manual } from '../../../../src/manual/pages.ts';
import { rankedSearch } from '../../../../src/core/search/ranked.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { chooseTools } from '../../../../src/tools/choose.ts';
import { FOUND_KINDS } from '../../../../src/tools/definition.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { capture, lookup } from '../../../support/tools.ts';

const tools = createRegistry(catalog).getAll();
const captures = [capture({ capture_id: 'chamber_four_phones', file_name: 'chamber.pcapng', sensors: ['roof antenna'] })];
const ids = (text: string, kinds = FOUND_KINDS as readonly (typeof FOUND_KINDS)[number][], limit = 5): string[] =>
  rankedSearch(text, { tools, captures }, limit, kinds).map(({ id }) => id);

/** Questions as people ask them, and the tool that answers each. */
const QUESTIONS: readonly [question: string, tool: string][] = [
  ['which addresses belong to one phone', 'bluetooth_address_analyzer'],
  ['which rotating adresses follow one another', 'bluetooth_address_analyzer'],
  ['save the rows as a csv file', 'capture_export'],
  ['what time is it', 'get_current_time'],
  ['what captures are open', 'list_captures'],
  ['which columns are there and what units do they have', 'describe_capture'],
  ['do the channels differ in mean signal', 'anova_tool'],
  ['fit a linear model that explains rssi', 'statistical_regression_tool'],
  ['find my own devices with identity resolving keys', 'resolvable_address_resolver'],
  ['mean and quantiles of a column', 'summary_stats_tool'],
  ['audit how my device rotates its address', 'rotation_privacy_audit'],
  ['run an SQL statement', 'capture_query'],
];

describe('catalog search', () => {
  test.each(QUESTIONS)('%s → %s', (question, tool) => {
    expect(ids(question, ['tool'], 3)).toContain(tool);
    expect(
      chooseTools(tools, { text: question })
        .slice(0, 4)
        .map(({ name }) => name),
    ).toContain(tool);
  });

  it('finds the analyzer first, by its question', () => {
    const question = 'which addresses belong to one phone';
    expect(ids(question)[0]).toBe('bluetooth_address_analyzer');
    expect(chooseTools(tools, { text: question })[0]?.name).toBe('bluetooth_address_analyzer');
    expect(chooseTools(tools, { text: 'of the and' })).toEqual([]);
  });

  it('finds captures by their contents, and shows no untrusted text', () => {
    const [hit] = rankedSearch('roof antenna', { tools, captures }, 1, ['capture']);
    expect(hit).toEqual({
      kind: 'capture',
      id: 'chamber_four_phones',
      title: 'Capture chamber_four_phones',
      excerpt: 'Packets in format pcapng, 100 rows.',
    });
  });

  it('finds sections of the manual, with excerpts of limited length', () => {
    expect(ids('how do I write a filter', ['document'], 3)[0]).toMatch(/^docs\/reference\/filter-grammar\.md: /);
    expect(ids('masking addresses before sharing', ['document'], 2)).toHaveLength(2);
    for (const { file, title } of sectionsOf(manual()))
      expect([`${file}: ${title}`.length <= 200, title.length <= 200, title.length > 0]).toEqual([true, true, true]);
    expect(ids('xyzzy')).toEqual([]);
  });

  it('finds only tools that the caller may call and captures that are open', async () => {
    const open = [...captures];
    const runner = { catalog: (agent?: object) => (agent === undefined ? tools : []) };
    const search = catalogSearch(() => runner, { list: () => open });
    const kinds = async (actor: string, text: string): Promise<string[]> =>
      (await search.search(text, { actor, limit: 20 })).map(({ kind }) => kind);
    expect(await kinds('user:local', 'addresses phone')).toContain('tool');
    expect(await kinds('agent:mcp', 'addresses phone')).not.toContain('tool');
    open.push(capture({ capture_id: 'kitchen' }));
    expect(await kinds('agent:mcp', 'kitchen')).toEqual(['capture']);
    expect(lookup(open).list()).toHaveLength(2);
  });
});
