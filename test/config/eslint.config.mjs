import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

const root = resolve(import.meta.dirname, '../..')

/** What a feature is tested by lies with it. */
const ofFeatures = 'src-{main,renderer}/features/*/test/**/*.ts'

const typed = ['src-main/**/*.ts', 'src-renderer/**/*.{ts,vue}', 'test/**/*.ts']

/** So many components are parsed one by one: a run of a few files is no run of all. */
const FEW = 10
let parsed = 0

// To TypeScript a component is its script alone, which differs from the file that it knows. Each
// that comes up makes a new program, and what was checked for the last one is checked again: 40 of
// 54 minutes. So a run of all lets all come up before it goes on.
const componentParser = {
  ...vueParser,
  /** @type {typeof vueParser.parseForESLint} */
  parseForESLint(code, options) {
    parsed += 1
    if (parsed === FEW) {
      for (const file of globSync('src-renderer/**/*.vue', { cwd: root })) {
        const filePath = resolve(root, file)
        vueParser.parseForESLint(readFileSync(filePath, 'utf8'), { ...options, filePath })
      }
    }
    return vueParser.parseForESLint(code, options)
  },
}

// Prettier owns the layout of templates.
const layoutRules = Object.entries(vue.rules)
  .filter(([, rule]) => rule.meta.type === 'layout')
  .map(([name]) => [`vue/${name}`, 'off'])

const htmlFromText = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map((name) => ({
  selector: `MemberExpression[property.name='${name}']`,
  message: 'Text from files is data: set textContent.',
}))

/** What only saves a line hides what an object holds. */
const packed = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
    message: 'Write its properties where they stand.',
  },
  {
    selector: 'ArrayExpression > SpreadElement > ArrayExpression.argument',
    message: 'Write its elements where they stand.',
  },
  {
    selector:
      "VariableDeclarator[id.type='ArrayPattern'] > ArrayExpression.init:not(:has(> SpreadElement))",
    message: 'Declare one after the other.',
  },
]

const everywhere = [...htmlFromText, ...packed]

/** Prettier wraps code, but no comments. */
const widthOfComments = { code: 1_000, comments: 100, ignoreUrls: true }

const unrepeatable = [
  { object: 'Math', property: 'random', message: 'Take a seed, so that a run can be repeated.' },
  { object: 'Date', property: 'now', message: 'Take the clock port.' },
  { object: 'performance', property: 'now', message: 'Take the clock port.' },
]

const patternsAsFields = {
  selector: 'Property > Literal[regex].value',
  message: 'toMatchObject lets any text pass for a pattern: say expect.stringMatching.',
}

export default defineConfig(
  { ignores: ['out/', 'dist/', 'resources/*', '!resources/packaging/', 'test/fixtures/'] },
  // What a rule forbids is changed, not excused.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  vue.configs['flat/recommended'],
  {
    languageOptions: { globals: globals.node, parserOptions: { ecmaVersion: 'latest' } },
    rules: {
      complexity: ['error', 15],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': ['error', widthOfComments],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-proto': 'error',
      'no-restricted-syntax': ['error', ...everywhere],
      // Control characters are what imported text is cleaned of.
      'no-control-regex': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    // TypeScript knows which names exist.
    rules: { 'no-undef': 'off' },
  },
  {
    files: typed,
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      // The same extensions for all: the project would be loaded again for others.
      parserOptions: {
        projectService: true,
        tsconfigRootDir: root,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      // A port may be asynchronous where one of its adapters is not.
      '@typescript-eslint/require-await': 'off',
      // Ports and adapters are objects of closures: none of them has a `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/hosts/desktop/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'electron', message: 'Only src-main/hosts/desktop runs inside Electron.' },
          ],
          patterns: [{ group: ['electron/*'], message: 'Only src-main/hosts/desktop may.' }],
        },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/hosts/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src-main/adapters/memory/**/*.ts'],
    // Iterating over a typed array takes V8 two to four times as long as going by its places, and
    // each search does so.
    rules: { '@typescript-eslint/prefer-for-of': 'off' },
  },
  {
    files: ['src-main/{domain,pipeline,evaluation,authoring}/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', ...unrepeatable],
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the clock port.',
        },
      ],
    },
  },
  {
    files: ['src-renderer/**/*.{ts,vue}'],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['electron', 'electron/*', 'node:*'], message: 'Use the bridge.' }] },
      ],
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parser: componentParser, parserOptions: { parser: tseslint.parser } },
    rules: {
      ...Object.fromEntries(layoutRules),
      'max-len': 'off',
      'vue/max-len': ['error', { ...widthOfComments, template: 1_000 }],
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      // The types of props say which may be left out.
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['test/**', ofFeatures],
    languageOptions: { globals: globals.nodeBuiltin },
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-imports': 'off',
      // Bad input is written as bad input.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'vue/one-component-per-file': 'off',
    },
  },
  {
    files: ['test/{app,contract,recipes,unit}/**/*.ts', ofFeatures],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, patternsAsFields] },
  },
)
