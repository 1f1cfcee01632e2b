import { cruise } from 'dependency-cruiser'
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../config/layers.config.mjs'

type Import = { rule: string; from: string; to: string; isValue?: true }

/** Rooms of app/ that are tried, each with one that stands after it. */
const APP_ORDER = config.forbidden.flatMap(({ name, to }) => {
  const [, later] = /^\^src-main\/app\/\(([^|)]+)/.exec(String(to.path)) ?? []
  const room = name.replace('app-', '')
  return later !== undefined && !['ground', 'known-room'].includes(room) ? [[room, later]] : []
})

const violating: Import[] = [
  { rule: 'layer-domain', from: 'src-main/domain/a.ts', to: 'src-main/ports/llm.ts' },
  { rule: 'layer-ports', from: 'src-main/ports/a.ts', to: 'src-main/pipeline/stage.ts' },
  { rule: 'layer-contract', from: 'src-main/contract/a.ts', to: 'src-main/ports/llm.ts' },
  { rule: 'layer-importing', from: 'src-main/importing/a.ts', to: 'src-main/ports/llm.ts' },
  { rule: 'layer-exporting', from: 'src-main/exporting/a.ts', to: 'src-main/importing/formats.ts' },
  { rule: 'layer-answers', from: 'src-main/answers/a.ts', to: 'src-main/contract/reply.ts' },
  { rule: 'layer-pipeline', from: 'src-main/pipeline/fusion/a.ts', to: 'src-main/app/use.ts' },
  { rule: 'layer-evaluation', from: 'src-main/evaluation/a.ts', to: 'src-main/authoring/lint.ts' },
  { rule: 'layer-authoring', from: 'src-main/authoring/a.ts', to: 'src-main/contract/reply.ts' },
  { rule: 'layer-adapters', from: 'src-main/adapters/files/a.ts', to: 'src-main/app/use.ts' },
  { rule: 'layer-app', from: 'src-main/app/a.ts', to: 'src-main/adapters/files/store.ts' },
  { rule: 'layer-compose', from: 'src-main/compose.ts', to: 'src-main/hosts/cli/print.ts' },
  { rule: 'layer-hosts', from: 'src-main/hosts/cli/a.ts', to: 'src-main/ports/llm.ts' },
  { rule: 'layer-renderer', from: 'src-renderer/a.ts', to: 'src-main/app/use.ts' },
  {
    rule: 'actions-as-types',
    from: 'src-renderer/b.ts',
    to: 'src-main/features/actions.ts',
    isValue: true,
  },
  { rule: 'layer-app', from: 'src-main/app/g.ts', to: 'src-main/features/actions.ts' },
  {
    rule: 'layer-features',
    from: 'src-main/features/tiers/a.ts',
    to: 'src-main/adapters/files/store.ts',
  },
  {
    rule: 'features-apart',
    from: 'src-main/features/tiers/b.ts',
    to: 'src-main/features/publishing/index.ts',
  },
  {
    rule: 'tests-of-features',
    from: 'src-main/features/tiers/d.ts',
    to: 'src-main/features/tiers/test/sample.ts',
  },
  {
    rule: 'features-apart',
    from: 'src-main/features/tiers/test/a.ts',
    to: 'src-main/features/publishing/index.ts',
  },
  {
    rule: 'features-by-registry',
    from: 'src-main/hosts/cli/b.ts',
    to: 'src-main/features/publishing/index.ts',
  },
  {
    rule: 'features-in-one-line',
    from: 'src-main/features/join-by-name.ts',
    to: 'src-main/features/publishing/index.ts',
  },
  {
    rule: 'commands-in-one-file',
    from: 'src-main/features/tiers/c.ts',
    to: 'src-main/hosts/cli/command.ts',
  },
  {
    rule: 'feature-shared',
    from: 'src-main/features/tiers/shared/words.ts',
    to: 'src-main/app/use.ts',
  },
  {
    rule: 'feature-formats',
    from: 'src-main/features/tiers/formats/a.ts',
    to: 'src-main/app/use.ts',
  },
  {
    rule: 'reading-loads-formats',
    from: 'src-main/hosts/reader/a.ts',
    to: 'src-main/features/recipes.ts',
  },
  {
    rule: 'reading-loads-formats',
    from: 'src-main/features/import-formats.ts',
    to: 'src-main/features/registry.ts',
  },
  {
    rule: 'window-features-apart',
    from: 'src-renderer/views/catalog/b.ts',
    to: 'src-renderer/features/tiers/index.ts',
  },
  {
    rule: 'window-features-beside-views',
    from: 'src-renderer/features/tiers/a.ts',
    to: 'src-renderer/views/catalog/rows.ts',
  },
  {
    rule: 'window-without-node',
    from: 'src-main/features/tiers/shared/a.ts',
    to: 'node:fs',
  },
  { rule: 'layer-app', from: 'src-main/app/b.ts', to: 'test/fakes/llm.ts' },
  {
    rule: 'app-ground',
    from: 'src-main/app/context.ts',
    to: 'src-main/app/evaluation/actions.ts',
  },
  {
    rule: 'app-known-room',
    from: 'src-main/app/attic/a.ts',
    to: 'src-main/domain/tool/tool.ts',
  },
  ...APP_ORDER.map(([room, later]) => ({
    rule: `app-${room}`,
    from: `src-main/app/${room}/a.ts`,
    to: `src-main/app/${later}/actions.ts`,
  })),
  { rule: 'known-place', from: 'src-main/shared.ts', to: 'src-main/domain/tool/tool.ts' },
  {
    rule: 'stages-are-peers',
    from: 'src-main/pipeline/fusion/b.ts',
    to: 'src-main/pipeline/retrieval/dense.ts',
  },
  {
    rule: 'stages-are-peers',
    from: 'src-main/pipeline/graph/a.ts',
    to: 'src-main/pipeline/recipes/bm25.ts',
  },
  {
    rule: 'stages-are-peers',
    from: 'src-main/pipeline/graph/b.ts',
    to: 'src-main/pipeline/knowledge-base/document.ts',
  },
  {
    rule: 'stages-are-peers',
    from: 'src-main/pipeline/text/a.ts',
    to: 'src-main/pipeline/knowledge-base/document.ts',
  },
  {
    rule: 'stage-framework',
    from: 'src-main/pipeline/trace-step.ts',
    to: 'src-main/pipeline/retrieval/dense.ts',
  },
  {
    rule: 'importing-reading',
    from: 'src-main/importing/reading/a.ts',
    to: 'src-main/importing/catalog/report.ts',
  },
  {
    rule: 'importing-catalog',
    from: 'src-main/importing/catalog/a.ts',
    to: 'src-main/importing/golden/set-names.ts',
  },
  {
    rule: 'importing-logs',
    from: 'src-main/importing/logs/a.ts',
    to: 'src-main/importing/golden/set-names.ts',
  },
  {
    rule: 'importing-golden',
    from: 'src-main/importing/golden/a.ts',
    to: 'src-main/importing/formats/csv.ts',
  },
  {
    rule: 'importing-client-configs',
    from: 'src-main/importing/client-configs/a.ts',
    to: 'src-main/importing/catalog/unique-ids.ts',
  },
  {
    rule: 'importing-formats',
    from: 'src-main/importing/formats/a.ts',
    to: 'src-main/importing/formats.ts',
  },
  {
    rule: 'layer-importing',
    from: 'src-main/importing/formats/b.ts',
    to: 'src-main/features/tiers/formats/index.ts',
  },
  {
    rule: 'views-are-peers',
    from: 'src-renderer/views/catalog/a.ts',
    to: 'src-renderer/views/settings/rows.ts',
  },
  {
    rule: 'views-on-top',
    from: 'src-renderer/components/a.ts',
    to: 'src-renderer/views/settings/rows.ts',
  },
  {
    rule: 'views-on-top',
    from: 'src-renderer/tool/a.ts',
    to: 'src-renderer/views/settings/rows.ts',
  },
  {
    rule: 'tool-page-above-parts',
    from: 'src-renderer/composables/a.ts',
    to: 'src-renderer/tool/page.ts',
  },
  {
    rule: 'pictures-without-bridge',
    from: 'src-renderer/charts/a.ts',
    to: 'src-renderer/bridge/request.ts',
  },
  {
    rule: 'pictures-without-bridge',
    from: 'src-renderer/components/b.ts',
    to: 'src-renderer/composables/settings.ts',
  },
  {
    rule: 'words-and-files',
    from: 'src-renderer/words/a.ts',
    to: 'src-renderer/charts/picture.ts',
  },
  {
    rule: 'views-on-top',
    from: 'src-renderer/files/a.ts',
    to: 'src-renderer/views/settings/rows.ts',
  },
  {
    rule: 'no-desktop-elsewhere',
    from: 'src-main/hosts/browser/a.ts',
    to: 'src-main/hosts/desktop/main.ts',
  },
  { rule: 'vendor-lancedb', from: 'src-main/adapters/memory/a.ts', to: '@lancedb/lancedb' },
  { rule: 'vendor-lancedb', from: 'src-main/app/c.ts', to: 'apache-arrow' },
  { rule: 'vendor-ollama', from: 'src-main/pipeline/planning/a.ts', to: 'ollama' },
  { rule: 'vendor-electron', from: 'src-main/hosts/browser/b.ts', to: 'electron' },
  { rule: 'vendor-electron', from: 'src-renderer/bridge/a.ts', to: 'electron' },
  { rule: 'vendor-onnxruntime', from: 'src-main/app/f.ts', to: 'onnxruntime-web/wasm' },
  { rule: 'shipped-packages', from: 'src-main/app/d.ts', to: 'vitest' },
  { rule: 'window-without-node', from: 'src-main/domain/b.ts', to: 'node:fs' },
  { rule: 'window-without-node', from: 'src-renderer/bridge/b.ts', to: 'node:fs' },
  { rule: 'resolvable', from: 'src-main/app/e.ts', to: 'no-such-package' },
]

const allowed: Omit<Import, 'rule'>[] = [
  { from: 'src-main/ports/good.ts', to: 'src-main/domain/tool/tool.ts' },
  { from: 'src-main/pipeline/fusion/good.ts', to: 'src-main/pipeline/stage.ts' },
  { from: 'src-main/pipeline/graph/good.ts', to: 'src-main/pipeline/trace.ts' },
  { from: 'src-main/pipeline/graph/good-text.ts', to: 'src-main/pipeline/text/analyse.ts' },
  { from: 'src-main/pipeline/recipes/good.ts', to: 'src-main/pipeline/retrieval/dense.ts' },
  { from: 'src-main/evaluation/good.ts', to: 'src-main/pipeline/recipes/bm25.ts' },
  { from: 'src-main/app/good.ts', to: 'src-main/importing/formats.ts' },
  { from: 'src-main/app/query/good.ts', to: 'src-main/app/catalog/list.ts' },
  { from: 'src-main/app/decision/good.ts', to: 'src-main/app/evaluation/store.ts' },
  { from: 'src-main/features/formats.ts', to: 'src-main/features/tiers/formats/index.ts' },
  {
    from: 'src-main/features/tiers/formats/good.ts',
    to: 'src-main/importing/catalog/report.ts',
  },
  { from: 'src-main/hosts/reader/good.ts', to: 'src-main/features/import-formats.ts' },
  { from: 'src-main/importing/formats/good.ts', to: 'src-main/importing/import-format.ts' },
  { from: 'src-main/adapters/ollama/good.ts', to: 'ollama' },
  { from: 'src-main/adapters/lancedb/good.ts', to: 'apache-arrow' },
  { from: 'src-main/hosts/desktop/good.ts', to: 'electron' },
  { from: 'src-main/hosts/cli/good.ts', to: 'src-main/compose.ts' },
  { from: 'src-renderer/views/catalog/good.ts', to: 'src-renderer/bridge/request.ts' },
  { from: 'src-renderer/bridge/good.ts', to: 'src-main/contract/reply.ts' },
  { from: 'src-renderer/bridge/good-types.ts', to: 'src-main/features/actions.ts' },
  { from: 'src-main/features/registry.ts', to: 'src-main/features/publishing/index.ts' },
  { from: 'src-main/features/commands.ts', to: 'src-main/features/publishing/commands.ts' },
  { from: 'src-main/features/tiers/commands.ts', to: 'src-main/hosts/cli/command.ts' },
  { from: 'src-main/features/tiers/good.ts', to: 'src-main/features/tiers/shared/words.ts' },
  { from: 'src-main/features/tiers/test/b.ts', to: 'test/app/open-app.ts' },
  { from: 'src-main/features/tiers/test/b.ts', to: 'src-main/features/tiers/test/sample.ts' },
  { from: 'src-renderer/main.ts', to: 'src-renderer/features/registry.ts' },
  {
    from: 'src-renderer/features/tiers/good.ts',
    to: 'src-main/features/tiers/shared/words.ts',
  },
  { from: 'src-renderer/charts/good.ts', to: 'src-renderer/words/number.ts' },
]

const packages = {
  dependencies: ['@lancedb/lancedb', 'apache-arrow', 'ollama'],
  devDependencies: ['electron', 'vitest'],
}

let folder: string
let found: Set<string>

const key = (from: string, rule: string) => `${from}: ${rule}`

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Imports of types only, unless said: what has no trace in the output still couples. */
function writeImport({ from, to, isValue }: Omit<Import, 'rule'>) {
  const isPath = /^(src-main|src-renderer|test)\//.test(to)
  const steps = '../'.repeat(from.split('/').length - 1)
  const target = isPath ? `${steps || './'}${to.replace(/\.ts$/, '')}` : to
  const imported = isValue ? `export { A } from` : `import type { A } from`
  write(from, `${imported} '${target}'\nexport type B = string\n`)
}

async function cruiseFolder(): Promise<ICruiseResult> {
  const options: ICruiseOptions = {
    ...config.options,
    tsConfig: undefined,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  }
  const { output } = await cruise(['src-main', 'src-renderer', 'test'], options)
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text')
  return output
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pegboard-layers-')))
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const { dependencies, devDependencies } = packages
  const manifest = {
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  }
  write('package.json', JSON.stringify(manifest))
  for (const name of [...dependencies, ...devDependencies]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'exports.A = 1\n')
  }
  const imports = [...violating, ...allowed]
  for (const { to } of imports) if (to.endsWith('.ts')) write(to, 'export type A = string\n')
  for (const each of imports) writeImport(each)
  write('src-main/domain/egg.ts', "import type { A } from './hen'\nexport type B = A\n")
  write('src-main/domain/hen.ts', "import type { B } from './egg'\nexport type A = B | 1\n")
  const { summary } = await cruiseFolder()
  found = new Set(summary.violations.map(({ from, rule }) => key(from, rule.name)))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the layer check', () => {
  it.each(violating)('refuses $from → $to ($rule)', ({ rule, from }) => {
    expect(found).toContain(key(from, rule))
  })

  it.each(allowed)('accepts $from → $to', ({ from }) => {
    expect([...found].filter((violation) => violation.startsWith(`${from}:`))).toEqual([])
  })

  it('refuses a circle of imports, though of types only', () => {
    expect(found).toContain(key('src-main/domain/egg.ts', 'no-cycles'))
  })

  it('has a test for every rule', () => {
    const tested = new Set([...violating.map(({ rule }) => rule), 'no-cycles'])
    expect(config.forbidden.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
  })
})
