import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEXT_RULES, judgeLength, judgeRoot, judgeText } from './support/hygiene.ts';
import { lines, readTree } from './support/tree.ts';

const tree = new Map([
  ...readTree('src', 'assembly', 'tests', '.ci', 'docs'),
  ...['vite.config.ts', 'eslint.config.js', 'package.json', 'index.html'].map((path) => [path, readFileSync(path, 'utf8')] as const),
]);

test.each(TEXT_RULES)('no file $name', (rule) => {
  expect(lines(judgeText(tree, [rule]))).toEqual([]);
});

test('no file is longer than it should be; generated tables are what they are', () => {
  const written = new Map([...tree].filter(([path]) => !path.startsWith('src/ble/assigned/') && /\.(?:ts|mjs|svelte|css)$/.test(path)));
  expect(lines(judgeLength(written))).toEqual([]);
});

test('the root holds nothing that is not named', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  expect(judgeRoot(tracked)).toEqual([]);
});

test('the lock file records versions and no download address', () => {
  const lock = readFileSync('package-lock.json', 'utf8');
  expect(lock).not.toMatch(/"resolved": "http/);
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string; devDependencies?: Record<string, string> }> };
  const wanted = packages['']?.devDependencies ?? {};
  expect(wanted).toEqual((JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: unknown }).devDependencies);
  for (const [name, version] of Object.entries(wanted)) {
    // An alias names another package before its version.
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version.replace(/^npm:.*@/, '')]);
  }
});

test.each([
  ['src/a.ts', ['// esl', 'int-disable-next-line no-eval'], 'mutes the linter'],
  ['src/a.ts', ['// oxl', 'int-disable-next-line no-eval'], 'mutes the linter'],
  ['tests/a.test.ts', ['// @ts-', 'ignore'], 'mutes the compiler'],
  ['src/a.ts', ['// @ts-', 'expect-error'], 'expects a compile error outside a type test'],
  ['src/A.svelte', ['<!-- svelte-', 'ignore a11y -->'], 'mutes the component compiler without a reason'],
  ['tests/a.test.ts', ['test.', "only('x')"], 'leaves a test out or runs it alone'],
  [
    'src/a.ts',
    ["import x from 'x';\n\n/** What the file is for. */\n", '\nconst a = x;\n'],
    'has a docstring above nothing (that of a file stands above its imports)',
  ],
  ['src/a.ts', ['// TO', 'DO later'], 'says of itself that it is unfinished'],
  ['tests/a.ts', ["'../sha", "red/data/x'"], 'names the folder of the large data set'],
  [
    'src/ui/A.svelte',
    ['const a = new Latest(() =>\n', '  app.port.rows(sql),\n);'],
    'asks for rows of a capture without waiting while it is read again (CaptureAnswer does)',
  ],
  [
    'src/a.ts',
    ['/** Whoever asks is told of it. */'],
    'has a comment in the passive riddles that reviews struck out (who does what to what?)',
  ],
  ['tests/a.ts', ["'/ho", "me/me/x'"], 'names a path of one machine'],
])('a planted line in %s is seen: %s', (path, text, message) => {
  expect(judgeText(new Map([[path, text.join('')]]), TEXT_RULES).map((violation) => violation.message)).toEqual([message]);
});

test('a planted long file and a stray file at the root are seen', () => {
  expect(judgeLength(new Map([['src/a.ts', 'x\n'.repeat(401)]]))).toHaveLength(1);
  expect(judgeRoot(['src/a.ts', 'notes.txt', 'tools/x.ts'])).toEqual(['notes.txt', 'tools']);
});
