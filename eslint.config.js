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

/** Rules for components and modules with runes, which oxlint cannot read; `.oxlintrc.json` has the rules for every other file. */
export default ts.config(
  { ignores: ['dist', 'dist-local-model', '.cache', '.svelte-check', 'test-results', '**/*.js', '**/*.mjs', '**/*.ts', '!**/*.svelte.ts'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      ...typed,
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['debug'] }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-undef': 'off',
      'object-shorthand': 'error',
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
      'svelte/no-at-html-tags': 'error',
    },
  },
  { files: ['tests/**'], rules: { 'no-console': 'off' } },
);
