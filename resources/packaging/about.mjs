import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from './licences.mjs'
import { root } from './stage.mjs'

export const ABOUT = 'resources/docs/about.md'

/**
 * The chapter that names the version and all that is shipped with it.
 *
 * @returns {string} Markdown
 */
export function aboutChapter() {
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const rows = bundledPackages(root).map(
    (one) => `| ${one.name} | ${one.version} | ${one.licence} |`,
  )
  return `# About Pegboard

Version ${version}. Free software under the MIT licence.

It talks to the configured Ollama and to servers that its user named, and to nothing else; it looks for no newer version by itself.

## What is in it

The texts of these licences lie in \`THIRD-PARTY-LICENSES.txt\`, beside the program's own.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}

- LanceDB's native module is installed beside them; Apache-2.0.
- The built-in embedders are distilled from sentence-transformers/all-MiniLM-L6-v2; Apache-2.0.
- The typeface is Inter; SIL Open Font License 1.1.
- Desktop packages hold Electron ${devDependencies.electron} (MIT) with Node and Chromium, whose licences lie beside it in \`LICENSES.chromium.html\`.
`
}

if (import.meta.main) writeFileSync(join(root, ABOUT), aboutChapter())
