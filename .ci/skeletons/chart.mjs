import { camelCase } from './tool.mjs';

const PLOTS = 'src/answers/statistics/plots.ts';
const VIEWS = 'src/ui/features/result/registry.ts';

/**
 * A chart of a tool's answer that is drawn at once: a bar for each number at the top of the answer. Replace what it shows.
 * @param {string} name of the tool @returns {Record<string, string>} text by path
 */
export function chartFiles(name) {
  const file = `${name.replaceAll('_', '-')}-plots`;
  return {
    [`src/answers/statistics/${file}.ts`]: plots(name),
    [`tests/unit/answers/statistics/${file}.test.ts`]: test(name, file),
  };
}

/** Draws the chart in results and reports, and gives the results of the tool a tab of plots. @param {string} name @returns {Record<string, (text: string) => string>} edits by path */
export const chartEdits = (name) => ({
  [PLOTS]: (text) => {
    const call = `${camelCase(name)}Plots`;
    const line = `import { ${call} } from './${name.replaceAll('_', '-')}-plots.ts';\n`;
    const listed = text.replace(/(const readers: [^\n]*= \{\n)/, `$1    ${name}: () => ${call}(output),\n`);
    if (listed === text) throw new Error(`expected the readers of ${PLOTS}`);
    return listed.replace(/(\n\nconst )/, `\n${line.trimEnd()}$1`);
  },
  [VIEWS]: (text) => {
    if (new RegExp(`^  ${name}: `, 'm').test(text)) return text;
    const listed = text.replace('  summary_stats_tool: statistics,\n', `  ${name}: statistics,\n  summary_stats_tool: statistics,\n`);
    if (listed === text) throw new Error(`expected summary_stats_tool in the views of ${VIEWS}`);
    return listed;
  },
});

/** @param {string} name */
export const chartSteps = (name) => [
  `src/answers/statistics/${name.replaceAll('_', '-')}-plots.ts: show what the answer says; the kinds of plots are in src/answers/charts/plot.ts`,
  'npm run screens, to compare the pictures',
];

/** @param {string} name */
const plots = (name) => `import { formatAmount } from '../../base/format.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Plot } from '../charts/plot.ts';
import type { Fields } from './fields.ts';

/** Plots of an answer of \`${name}\`: a bar for each of its numbers. */
export function ${camelCase(name)}Plots(output: Fields): readonly Plot[] {
  const bars = Object.entries(output).flatMap(([label, value]) =>
    typeof value === 'number' && Number.isFinite(value) ? [{ label: label.replaceAll('_', ' '), value, hint: '' }] : [],
  );
  const [largest] = [...bars].sort((left, right) => right.value - left.value);
  if (largest === undefined) return [];
  return [
    {
      kind: 'amounts',
      id: 'numbers',
      title: \`Largest: \${largest.label}, \${formatFigure(largest.value)}\`,
      text: \`\${formatAmount(bars.length, 'bar')}, one for each number of the answer.\`,
      axis: 'value',
      bars,
      columns: [{ title: 'Number' }, { title: 'Value', align: 'end' }],
      rows: bars.map(({ label, value }) => [label, formatFigure(value)]),
    },
  ];
}
`;

/** @param {string} name @param {string} file */
const test = (name, file) => `import { expect, test } from 'vitest';
import { drawPlot } from '../../../../src/answers/charts/plot-drawing.ts';
import { ${camelCase(name)}Plots } from '../../../../src/answers/statistics/${file}.ts';

test('${name}: the title names the largest number, and the table has every number', () => {
  const [plot] = ${camelCase(name)}Plots({ first_number: 2, second_number: 3, words: 'no number' });
  expect(plot).toMatchObject({ kind: 'amounts', title: 'Largest: second number, 3' });
  expect(plot?.rows).toEqual([
    ['first number', '2'],
    ['second number', '3'],
  ]);
});

test('${name}: the chart is drawn', () => {
  const [plot] = ${camelCase(name)}Plots({ rows: 7 });
  expect(plot && drawPlot(plot, 400).marks.length).toBeGreaterThan(0);
});

test('${name}: an answer without numbers has no plot', () => {
  expect(${camelCase(name)}Plots({ words: 'none' })).toEqual([]);
});
`;
