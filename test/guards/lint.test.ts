import { ESLint } from 'eslint'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const component = (template: string, script = '') =>
  `<script setup lang="ts">\n${script}\n</script>\n<template>\n${template}\n</template>\n`

const lines = (count: number, line: string) => `${line}\n`.repeat(count)

type Offence = { rule: string; path: string; text: string }

const offences: Offence[] = [
  {
    rule: 'vue/no-v-html',
    path: 'src-renderer/views/catalog/SnippetRow.vue',
    text: component('<p v-html="text" />', "const text = '<b>'"),
  },
  {
    rule: 'vue/block-lang',
    path: 'src-renderer/views/catalog/SnippetRow.vue',
    text: '<script setup>\nconst a = 1\n</script>\n<template><p>{{ a }}</p></template>\n',
  },
  {
    rule: 'no-restricted-syntax',
    path: 'src-renderer/charts/snippet.ts',
    text: 'export const draw = (e: Element, text: string) => { e.innerHTML = text }\n',
  },
  {
    rule: 'no-restricted-syntax',
    path: 'test/unit/snippet.test.ts',
    text: "import { expect } from 'vitest'\nexpect({ a: 'b' }).toMatchObject({ a: /c/ })\n",
  },
  {
    rule: 'no-restricted-imports',
    path: 'src-renderer/bridge/snippet.ts',
    text: "import { ipcRenderer } from 'electron'\nexport const a = ipcRenderer\n",
  },
  {
    rule: 'no-eval',
    path: 'src-renderer/snippet.ts',
    text: "export const a: unknown = eval('1')\n",
  },
  {
    rule: 'no-new-func',
    path: 'src-renderer/snippet.ts',
    text: "export const a: unknown = new Function('return 1')\n",
  },
  {
    rule: '@typescript-eslint/no-explicit-any',
    path: 'src-renderer/snippet.ts',
    text: 'export const a = (b: any) => String(b)\n',
  },
  {
    rule: '@typescript-eslint/no-non-null-assertion',
    path: 'src-renderer/snippet.ts',
    text: 'export const a = (b: string | undefined) => b!\n',
  },
  {
    rule: '@typescript-eslint/consistent-type-imports',
    path: 'src-renderer/snippet.ts',
    text: "import { Ref } from 'vue'\nexport type A = Ref<string>\n",
  },
  {
    rule: 'max-params',
    path: 'src-renderer/snippet.ts',
    text: 'export const a = (b: 1, c: 2, d: 3, e: 4, f: 5) => [b, c, d, e, f]\n',
  },
  {
    rule: 'max-lines',
    path: 'src-renderer/snippet.ts',
    text: lines(501, 'console.log(1)'),
  },
  {
    rule: 'max-lines-per-function',
    path: 'src-renderer/snippet.ts',
    text: `export function a() {\n${lines(101, 'console.log(1)')}}\n`,
  },
  {
    rule: 'no-restricted-syntax',
    path: 'src-main/domain/snippet.ts',
    text: 'export const a = (b: number) => ({ ...{ b, c: b } })\n',
  },
  {
    rule: 'no-restricted-syntax',
    path: 'src-renderer/snippet.ts',
    text: 'export const a = (b: number) => [...[b, b]]\n',
  },
  {
    rule: 'no-restricted-syntax',
    path: 'src-main/app/snippet.ts',
    text: 'export function a(b: number) {\n  const [c, d] = [b, b]\n  return c + d\n}\n',
  },
  {
    rule: 'max-len',
    path: 'src-main/app/snippet.ts',
    text: `// ${'word '.repeat(30)}\nexport const a = 1\n`,
  },
  {
    rule: 'complexity',
    path: 'src-renderer/snippet.ts',
    text: `export function a(b: number) {\n${lines(16, 'if (b > 1) b -= 1')}return b\n}\n`,
  },
]

const typedOffences: Offence[] = [
  {
    rule: 'no-restricted-imports',
    path: 'src-main/domain/snippet.ts',
    text: "import { app } from 'electron'\nexport const a = app\n",
  },
  {
    rule: '@typescript-eslint/no-floating-promises',
    path: 'src-main/domain/snippet.ts',
    text: 'export function a() {\n  Promise.resolve(1)\n}\n',
  },
  {
    rule: '@typescript-eslint/switch-exhaustiveness-check',
    path: 'src-main/domain/snippet.ts',
    text: "export function a(b: 'x' | 'y') {\n  switch (b) {\n    case 'x':\n      return 1\n  }\n}\n",
  },
  {
    rule: 'no-restricted-properties',
    path: 'src-main/domain/snippet.ts',
    text: 'export const a = Math.random()\n',
  },
  {
    rule: 'no-restricted-syntax',
    path: 'src-main/domain/snippet.ts',
    text: 'export const a = new Date()\n',
  },
  { rule: 'no-console', path: 'src-main/domain/snippet.ts', text: 'console.log(1)\n' },
  {
    rule: '@typescript-eslint/no-floating-promises',
    path: 'src-renderer/snippet.ts',
    text: 'export function a() {\n  Promise.resolve(1)\n}\n',
  },
  {
    rule: '@typescript-eslint/no-floating-promises',
    path: 'src-renderer/views/catalog/SnippetRow.vue',
    text: component('<p>a</p>', 'Promise.resolve(1)'),
  },
  {
    rule: '@typescript-eslint/no-misused-promises',
    path: 'src-renderer/views/catalog/SnippetRow.vue',
    text: component(
      '<p>a</p>',
      'const on = (call: () => void) => call()\non(async () => await Promise.resolve(1))',
    ),
  },
]

const root = resolve(import.meta.dirname, '../..')

const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: 'test/config/eslint.config.mjs',
  // The snippets are no files of the project: their types are found without loading all of it.
  overrideConfig: {
    files: ['src-main/**/*.ts', 'src-renderer/**/*.{ts,vue}'],
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            ...new Set([...offences, ...typedOffences].map(({ path }) => path)),
          ],
        },
      },
    },
  },
})

async function brokenRules({ path, text }: Omit<Offence, 'rule'>): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: resolve(root, path) })
  return result?.messages.map(({ ruleId }) => ruleId) ?? []
}

describe('the lint check', { timeout: 60_000 }, () => {
  it.each([...offences, ...typedOffences])(
    'refuses what $rule forbids in $path',
    async (offence) => {
      expect(await brokenRules(offence)).toContain(offence.rule)
    },
  )

  it('cannot be switched off by a comment', async () => {
    const text = "// eslint-disable-next-line no-eval\nexport const a: unknown = eval('1')\n"
    expect(await brokenRules({ path: 'src-renderer/snippet.ts', text })).toContain('no-eval')
  })

  it('accepts electron in the desktop host', async () => {
    const settings: unknown = await eslint.calculateConfigForFile('src-main/hosts/desktop/main.ts')
    expect(settings).not.toHaveProperty('rules.no-restricted-imports')
  })

  it('accepts a component as the project writes it', async () => {
    const text = component('<p>{{ text }}</p>', "const text = '<b>'")
    expect(await brokenRules({ path: 'src-renderer/views/catalog/SnippetRow.vue', text })).toEqual(
      [],
    )
  })
})
