import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const typed = {
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/prefer-readonly': 'error',
  '@typescript-eslint/require-await': 'off',
};

export default ts.config(
  {
    ignores: ['dist', 'dist-local-model', '.cache', 'assembly', '**/generated', 'src/kernels/generated', 'test-results', 'tests/fixtures'],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      ...typed,
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['debug'] }],
      // Playwright asks for the pattern even where a fixture takes nothing.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-undef': 'off',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': ['error', { destructuring: 'all' }], 'svelte/no-at-html-tags': 'error' },
  },
  { files: ['.ci/**/*.mjs', '.ci/**/*.ts', 'tests/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
);
