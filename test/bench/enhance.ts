import { join } from 'node:path'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import type { Component } from '../../src-main/domain/tool/document'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { sameText } from '../../src-main/domain/value/same-text'
import { benchApp, type BenchApp } from './bench-app'
import { estimated, K, measure, points, share, type Measurement, type Rows } from './measured-rows'
import { printFigure } from './print'
import {
  atMost,
  bundlesApart,
  devSingle,
  heldOutMulti,
  shuffled,
  testedSingle,
  without,
  type SplitRows,
} from './split-rows'

/** Questions of each tool: people's own words, from rows that are not reported. */
const QUESTIONS_EACH = 3
const RECIPES = ['bm25', 'dense', 'hybrid'] as const

type Queries = ReadonlyMap<string, readonly GoldenQuery[]>

/** Published data of which some rows stand with the tools as questions, and others are measured. */
interface Case {
  name: string
  folder: string
  split(sets: Queries): SplitRows
  /** Of hybrid, in points. */
  asked?: string
  /** Documents of these components alone. */
  alone?: readonly (readonly Component[])[]
}

const setOf = (sets: Queries, name: string): GoldenQuery[] => [...(sets.get(name) ?? [])]
const ofOneTool = (rows: readonly GoldenQuery[]): GoldenQuery[] =>
  rows.filter(({ tools }) => tools.length === 1)

const BASE = ['name', 'description'] as const

const CASES: readonly Case[] = [
  {
    name: 'ToolE single',
    folder: 'toole',
    split(sets) {
      const all = setOf(sets, 'single')
      return { tested: testedSingle(all), others: shuffled(devSingle(all), 5) }
    },
    asked: 'at least 5',
    alone: [['questions'], BASE, [...BASE, 'questions']],
  },
  {
    name: 'ToolE multi, questions of single',
    folder: 'toole',
    split: (sets) => ({
      tested: heldOutMulti(setOf(sets, 'multi')),
      others: shuffled(devSingle(setOf(sets, 'single')), 5),
    }),
  },
  {
    name: 'ToolLinkOS main, of three rows a tool one asks',
    folder: 'toollinkos',
    split(sets) {
      const others = atMost(1, shuffled(setOf(sets, 'main'), 7))
      return { tested: without(setOf(sets, 'main'), others), others }
    },
    alone: [['tags'], BASE, [...BASE, 'tags'], [...BASE, 'questions']],
  },
  {
    name: 'Seal-Tools in domain, questions of dev',
    folder: 'seal-tools',
    split: (sets) => ({
      tested: setOf(sets, 'test-in-domain'),
      others: shuffled(ofOneTool(setOf(sets, 'dev')), 5),
    }),
    alone: [['tags'], BASE, [...BASE, 'tags'], [...BASE, 'questions']],
  },
  {
    name: 'RecTools, questions of one tool',
    folder: 'rectools',
    split(sets) {
      const others = shuffled(ofOneTool(setOf(sets, 'rectools')), 3)
      return { tested: without(setOf(sets, 'rectools'), others), others }
    },
  },
  // Why logged queries that took several tools are not taken for questions of each.
  {
    name: 'RecTools, bundles apart, questions of several tools',
    folder: 'rectools',
    split: (sets) => bundlesApart(setOf(sets, 'rectools')),
  },
]

/**
 * Recipes with and without questions, a tool's own dev queries, so that no model is needed; and
 * components alone.
 */
export async function enhance(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const each of CASES) await printCase(app, each)
  await app.close()
}

async function printCase(app: BenchApp, { name, folder, split, asked, alone }: Case) {
  const { dir } = await app.request('workspace.create', { name })
  await app.request('import.commit', { dir, path: join(app.datasets, folder) })
  const store = await workspaceLibrary(app.folder).open(dir)
  const { goldenSets } = await store.read('goldenSets')
  const sets = new Map<string, GoldenQuery[]>()
  for (const set of goldenSets) sets.set(set.name, await store.members('goldenSets', set.name))
  const { tested, others } = split(sets)
  const questions = questionsOf(others)
  const asking = new Set([...questions.values()].flat().map(sameText))
  const queries = tested.filter(({ text }) => !asking.has(sameText(text)))
  await store.commit({ goldenSets: { put: [{ name: 'tested', queries }] } })
  const layers = [...questions].map(([tool, own]) => ({ tool, layer: { questions: own } }))
  const written = layers.reduce((sum, { layer }) => sum + layer.questions.length, 0)
  printFigure(
    `${name}: ${queries.length} rows (${tested.length - queries.length} that repeat a question left out)`,
    `${written} questions of ${layers.length} tools`,
  )
  const recipes = RECIPES.map((recipe) => ({ recipe }))
  const rows: Rows = { name, folder, goldenSet: 'tested', asked: '' }
  const before = await measure(app, rows, { recipes, dir })
  await store.commit({ layers: { put: layers } })
  const after = await measure(app, rows, { recipes, dir })
  for (const [at, recipe] of RECIPES.entries()) {
    const one = before[at]
    const other = after[at]
    if (one && other) await printGain(recipe, { one, other, asked })
  }
  for (const components of alone ?? []) {
    const options = { components: [...components], embeddedComponents: [...components] }
    const [hybrid] = await measure(app, rows, { recipes: [{ recipe: 'hybrid', options }], dir })
    if (!hybrid) continue
    const { mean, ci95 } = await estimated(hybrid)
    printFigure(
      `  hybrid, ${components.join(' + ')} alone: Recall@${K}`,
      `${share(mean)} [${share(ci95[0])}, ${share(ci95[1])}]`,
    )
  }
  await store.close()
}

async function printGain(
  recipe: (typeof RECIPES)[number],
  { one, other, asked }: { one: Measurement; other: Measurement; asked: string | undefined },
): Promise<void> {
  const before = await estimated(one)
  const after = await estimated(other)
  const { mean, ci95 } = await estimated(other, one)
  printFigure(
    `  ${recipe}: Recall@${K} without → with, in points by query`,
    `${share(before.mean)} → ${share(after.mean)} ${points(mean)} [${points(ci95[0])}, ${points(ci95[1])}]`,
    recipe === 'hybrid' ? asked : undefined,
  )
}

function questionsOf(rows: readonly GoldenQuery[]): ReadonlyMap<ToolId, string[]> {
  const found = new Map<ToolId, string[]>()
  for (const { tools, text } of rows) {
    for (const tool of tools) {
      const own = found.get(tool) ?? []
      if (own.length < QUESTIONS_EACH) found.set(tool, [...own, text])
    }
  }
  return found
}
