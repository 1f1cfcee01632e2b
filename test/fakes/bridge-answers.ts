import type { CatalogRow } from '../../src-main/contract/catalog'
import type { ActionInput } from '../../src-main/features/actions'
import { MATCH, matchRank } from '../../src-main/domain/value/match-rank'
import { DEFAULT_OLLAMA_URL } from '../../src-main/domain/model/ollama-address'
import type { OwnRecipe, WorksWith } from '../../src-main/domain/recipe/choice'
import type { AuthorLayer, CatalogTool } from '../../src-main/domain/tool/tool'
import type { WorkspaceInfo } from '../../src-main/domain/workspace/workspace'
import {
  dependenciesOf,
  isEdited,
  tagsOf,
  visibilityOf,
} from '../../src-main/domain/tool/catalog-tool'
import type { FailureReport } from '../../src-main/domain/run/failure'
import { measureInfos } from '../../src-main/evaluation/measures'
import { settingsWith } from '../fixtures/settings-in-use'
import { adviceAnswers } from './advice-answers'
import { enhanceAnswers } from './enhance-answers'
import { fieldAnswers } from './field-answers'
import { editingAnswers } from './editing-answers'
import { graphAnswers } from './graph-answers'
import { historyAnswers } from './history-answers'
import { confusableAnswers, lintAnswers } from './lint-answers'
import { failure, type Answers } from './bridge-script'
import { importAnswers } from './import-answers'
import { priceAnswers } from './price-answers'
import { promptAnswers } from './prompt-answers'
import { sourceAnswers } from './source-answers'
import { reviewAnswers } from './review-answers'
import { changesKept, type ChangesKept } from './undo-answers'

const rowOf = (entry: CatalogTool): CatalogRow => ({
  id: entry.tool.id,
  name: entry.tool.name,
  server: entry.tool.server,
  description: entry.tool.description,
  tags: tagsOf(entry),
  visibility: visibilityOf(entry),
  parameters: Object.keys(entry.tool.parameters.properties ?? {}).length,
  questions: entry.layer.questions?.length ?? 0,
  dependencies: entry.tool.dependencies.length,
  promptTokens: 60 + entry.tool.description.length,
  edited: isEdited(entry.layer),
})

const facet = (values: string[]): { value: string; count: number }[] =>
  [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }))

const tokensOf = (entries: readonly CatalogTool[]): number =>
  entries.reduce((sum, entry) => sum + rowOf(entry).promptTokens, 0)

function everythingIn(catalog: readonly CatalogTool[]): { tools: number; promptTokens: number } {
  const given = catalog.filter((entry) => visibilityOf(entry) !== 'hidden')
  return { tools: given.length, promptTokens: tokensOf(given) }
}

type Order = Omit<ActionInput<'catalog.list'>, 'dir' | 'offset' | 'limit'>

function listedRows(
  catalog: CatalogTool[],
  { filter, sort = 'id', descending }: Order,
): CatalogRow[] {
  const words = (filter?.search ?? '').toLowerCase().split(/\s+/)
  const rank = matchRank(filter?.search ?? '')
  const rankOf = ({ name }: CatalogRow) => rank(name) ?? MATCH.elsewhere
  const rows = catalog
    .map(rowOf)
    .filter(({ name, description, tags }) =>
      words.every((word) =>
        `${name} ${description} ${tags.join(' ')}`.toLowerCase().includes(word),
      ),
    )
    .filter(({ server }) => !filter?.servers?.length || filter.servers.includes(server ?? ''))
    .filter(({ tags }) => !filter?.tags?.length || tags.some((tag) => filter.tags?.includes(tag)))
    .filter(({ edited }) => filter?.edited === undefined || edited === filter.edited)
    .sort((a, b) =>
      sort === 'match'
        ? rankOf(a) - rankOf(b)
        : String(a[sort] ?? '').localeCompare(String(b[sort] ?? ''), 'en', { numeric: true }),
    )
  return descending ? rows.reverse() : rows
}

function catalogAnswers(catalog: CatalogTool[], changes: ChangesKept): Answers {
  const find = (id: string) => catalog.find(({ tool }) => tool.id === id)
  return {
    'catalog.list': ({ offset = 0, limit = 200, ...order }) => {
      const rows = listedRows(catalog, order)
      return { total: rows.length, rows: rows.slice(offset, offset + limit) }
    },
    'catalog.ids': ({ offset = 0, limit = 10_000, ...order }) => {
      const ids = listedRows(catalog, order).map(({ id }) => id)
      return { total: ids.length, ids: ids.slice(offset, offset + limit) }
    },
    'catalog.place': ({ id, ...order }) => {
      const rows = listedRows(catalog, order)
      const index = rows.findIndex((row) => row.id === id)
      return { total: rows.length, isThere: !!find(id), ...(index >= 0 && { index }) }
    },
    'catalog.facets': () => ({
      tools: catalog.length,
      edited: catalog.filter(({ layer }) => isEdited(layer)).length,
      promptTokens: tokensOf(catalog),
      everything: everythingIn(catalog),
      servers: facet(catalog.map(({ tool }) => tool.server ?? '')),
      tags: facet(catalog.flatMap(tagsOf)),
      visibilities: facet(catalog.map(visibilityOf)),
    }),
    'catalog.tool': ({ id }) => {
      const entry = find(id)
      if (!entry) return failure({ code: 'not-found', message: `There is no tool ${id}.` })
      const { name, description, parameters } = entry.tool
      const dependents = catalog.flatMap((other) =>
        dependenciesOf(other)
          .filter(({ on }) => on === id)
          .map((edge) => ({ ...edge, from: other.tool.id })),
      )
      return {
        entry,
        definition: JSON.stringify({
          type: 'function',
          function: { name, description, parameters },
        }),
        promptTokens: rowOf(entry).promptTokens,
        dependents,
        goldenQueries: [
          { set: 'demo', id: 'q1', text: 'Mail the minutes to everyone who was there' },
        ],
        missing: dependenciesOf(entry)
          .map(({ on }) => on)
          .filter((on) => !find(on)),
      }
    },
    'catalog.document': ({ id, layer }) => {
      const entry = find(id)
      if (!entry) return failure({ code: 'not-found', message: `There is no tool ${id}.` })
      const { tool } = entry
      const written = layer ?? entry.layer
      const sections = [
        { section: 'name' as const, text: tool.name.replaceAll('_', ' ') },
        { section: 'purpose' as const, text: written.description ?? tool.description },
        { section: 'details' as const, text: (written.topics ?? []).join(', ') },
        { section: 'questions' as const, text: (written.questions ?? []).join('\n') },
      ]
        .filter(({ text }) => text)
        .map((part) => ({ ...part, inWords: 1, inMeaning: 1 }))
      const text = sections.map((part) => part.text).join('\n')
      const terms = text.toLowerCase().match(/[a-z]+/g) ?? []
      const tokens = Math.ceil(text.length / 4)
      return { text, sections, passedOver: [], otherParts: [], notices: [], tokens, terms }
    },
    'evaluation.trySettings': ({ goldenSet, recipe }) => ({
      goldenSet,
      recipe,
      k: 5,
      queries: 120,
      of: 120,
      recall: 0.6,
      remarks: [],
      tried: [{ label: 'Without searching each clause', options: { clauses: false }, recall: 0.5 }],
    }),
    'effect.measure': ({ id }) => {
      const tokens = { before: 20, after: 20 }
      if (find(id)) return { tokens: { retrieval: tokens, agent: tokens } }
      return failure({ code: 'not-found', message: `There is no tool ${id}.` })
    },
    'catalog.saveLayer': ({ id, layer }) => {
      const entry = find(id)
      if (!entry) return failure({ code: 'not-found', message: `There is no tool ${id}.` })
      return { ...entry, layer: layer as AuthorLayer }
    },
    ...editingAnswers(catalog, changes),
    'catalog.checkExport': () => ({
      switches: [],
      tools: 0,
      total: 0,
      refused: 0,
      lost: 0,
      findings: [],
      names: [],
    }),
    'catalog.export': ({ format }) => ({ file: 'x', name: `catalog.${format}.json`, size: 1200 }),
  }
}

/** The mark of a revision's commit, where each has but one. */
export const commitOf = (revision: number): string => `commit ${revision}`

const info = (name: string, tools: number): WorkspaceInfo => ({
  dir: `/home/ada/Pegboard/${name.toLowerCase()}`,
  name,
  createdAt: '2026-11-02T08:00:00Z',
  revision: 4,
  commit: commitOf(4),
  tools,
  goldenSets: 1,
  bundles: 60,
  runs: 3,
  worksWith: standardWorks,
})

/** What a workspace works with until it chooses. */
export const standardWorks: WorksWith = { recipe: 'hybrid', options: {}, k: 5 }

function workspaceAnswers(tools: number, revisions: ReadonlyMap<string, number>): Answers {
  const demo = info('Demo', tools)
  let worksWith: WorksWith | undefined
  const entries = [
    { dir: demo.dir, name: demo.name, info: demo },
    { dir: info('Shop', 412).dir, name: 'Shop', info: info('Shop', 412) },
    {
      dir: '/mnt/old/archive',
      name: 'archive',
      problem: {
        message: 'The folder is not there any more.',
        fix: 'Connect the drive, or remove the entry.',
      },
    },
  ]
  return {
    'workspace.list': () => entries,
    'workspace.first': () => demo,
    'workspace.open': ({ dir }) =>
      entries.find((entry) => entry.dir === dir)?.info ??
      failure({
        code: 'not-found',
        message: `There is no workspace in ${dir}.`,
        fix: 'Check the path, or create a workspace there.',
      }),
    'workspace.read': ({ dir }) => {
      const found = entries.find((entry) => entry.dir === dir)?.info
      if (!found) return failure({ code: 'not-found', message: `There is no workspace in ${dir}.` })
      const revision = revisions.get(dir) ?? found.revision
      const own = dir === demo.dir && worksWith
      return {
        ...found,
        revision,
        commit: commitOf(revision),
        ...(own && { worksWith: own, hasChosen: true as const }),
      }
    },
    'workspace.restsOn': () => ({}),
    'workspace.workWith': ({ recipe, options, k, judgedOn, clear }) => {
      const before = worksWith
      const base = before ?? standardWorks
      const now = clear
        ? undefined
        : {
            recipe: recipe ?? base.recipe,
            options: options ?? base.options,
            k: k ?? base.k,
            ...(judgedOn && { judgedOn }),
          }
      worksWith = now
      return { ...(before && { before }), now: now ?? standardWorks }
    },
    'workspace.create': ({ name }) => info(name, 0),
    'workspace.createDemo': ({ name }) => info(name ?? 'Demo 2', 104),
    'workspace.rename': ({ name }) => ({ ...demo, name }),
    'workspace.duplicate': ({ name }) => info(name, tools),
    'workspace.delete': ({ dir }) => ({ deleted: dir }),
    'workspace.export': () => ({ file: 'x', name: 'demo.pegboard', size: 90_000 }),
    'workspace.import': () => info('Imported', 12),
  }
}

function settingsAnswers(): Answers {
  let settings = settingsWith()
  let own: OwnRecipe[] = []
  return {
    'app.about': () => ({
      version: '0.1.0',
      dataFolder: '/home/ada/.local/share/pegboard',
      tokenizer: 'o200k_base',
      node: '24.21.0',
      platform: 'linux',
    }),
    'settings.read': () => settings,
    'settings.write': (changes) => (settings = settingsWith({ ...settings, ...changes })),
    'answers.size': () => ({ answers: 0, bytes: 0, most: { answers: 50_000, bytes: 256e6 } }),
    'answers.list': () => [],
    'answers.clear': () => ({ removed: 0 }),
    'models.list': () => ({
      ollama: { address: settings.ollamaUrl ?? DEFAULT_OLLAMA_URL, from: 'default' },
      models: [{ name: 'builtin', title: 'Instant', capabilities: ['embedding'], isRemote: false }],
      problem: { code: 'unavailable', message: 'Ollama is not reachable.', fix: 'Start it.' },
    }),
    'models.unfit': () => [],
    'recipes.list': () =>
      ['bm25', 'dense', 'hybrid'].map((id) => ({
        id,
        title: { bm25: 'BM25', dense: 'Dense', hybrid: 'Hybrid' }[id] ?? id,
        summary: 'Ranks tool documents.',
        source: 'ours',
        options: {},
        defaults: {},
        size: 'k' as const,
        asksModel: false,
        readsTurns: false,
        embeds: id !== 'bm25',
        diagram: ['plan', 'retrieve', 'select'].map((stage) => ({ stage, inside: [] })),
        own: own.filter(({ recipe }) => recipe === id),
      })),
    'recipes.save': ({ name, recipe, options = {}, replace }) => {
      if (own.some((each) => each.name === name) && !replace)
        return failure({
          code: 'conflict',
          message: `This workspace has a recipe “${name}” already.`,
        })
      const saved = { name, recipe, options, savedAt: '2026-08-01T10:00:00Z' }
      own = [...own.filter((each) => each.name !== name), saved]
      return saved
    },
    'recipes.delete': ({ names }) => {
      const before = own.length
      own = own.filter(({ name }) => !names.includes(name))
      return { deleted: before - own.length }
    },
    'golden.list': () => [],
    'proposals.list': () => ({
      total: 0,
      rows: [],
      counts: { open: 0, accepted: 0, rejected: 0, skipped: 0 },
    }),
    'query.known': () => ({ sets: [], tools: [] }),
    'evaluation.runs': () => [],
    'evaluation.measures': measureInfos,
    'evaluation.keptRobustness': () => ({}),
    'evaluation.plainEveryday': () => [],
    'evaluation.confidence': ({ runs }) =>
      runs.map((run) => ({ run, fitting: { queries: 120, wrong: 0 } })),
    'evaluation.failures': ({ run, k }) => noFailures(run, k),
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) => ({
        baseline,
        run,
        queries: 120,
        few: false,
        measures: {},
        onlyBaseline: [],
        onlyRun: [],
      })),
  }
}

/** What a small, healthy workspace answers. `revisions`: by folder, once one has changed. */
export function sampleAnswers(
  catalog: CatalogTool[],
  revisions: ReadonlyMap<string, number>,
): Answers {
  const changes = changesKept()
  return {
    ...workspaceAnswers(catalog.length, revisions),
    ...catalogAnswers(catalog, changes),
    ...historyAnswers([], changes),
    ...graphAnswers(catalog),
    ...fieldAnswers(catalog),
    ...enhanceAnswers(catalog),
    ...lintAnswers(catalog, changes),
    ...reviewAnswers([], changes),
    ...confusableAnswers(catalog),
    ...importAnswers,
    ...sourceAnswers(),
    ...settingsAnswers(),
    ...promptAnswers(),
    ...priceAnswers(),
    ...adviceAnswers,
    'knowledge.status': ({ embedder }) => ({
      embedder: embedder ?? 'builtin',
      documents: catalog.length,
      embedded: Math.max(0, catalog.length - 3),
      cut: 0,
      cutTools: [],
      dimensions: 2048,
    }),
    'knowledge.move': () => ({}),
    'knowledge.wantMove': ({ wanted }) => ({ wanted, to: 'sentences', documents: 5, embedded: 0 }),
    'knowledge.index': ({ embedder }) => ({
      embedder: embedder ?? 'builtin',
      documents: catalog.length,
      embedded: 3,
      reused: catalog.length - 3,
      cut: 0,
      cutTools: [],
      answers: false,
      elapsedMs: 420,
    }),
  }
}

/** Where a run fails that misses nothing. */
export const noFailures = (run: string, k?: number): FailureReport => ({
  run,
  ...(k !== undefined && { k }),
  queries: 120,
  failed: 0,
  missing: 0,
  left: 0,
  classes: [],
  askedAgain: 0,
  differing: 0,
  sameCatalog: true,
  asksModel: false,
  tools: [],
  tags: [],
  servers: [],
  queryTags: [],
  inAll: { tools: 0, tags: 0, servers: 0, queryTags: 0 },
})
