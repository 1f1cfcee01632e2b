import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { openSentenceEmbedder } from '../../src-main/adapters/builtin/sentence-embedder'
import { systemClock } from '../../src-main/adapters/builtin/system-clock'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { queryOf } from '../../src-main/domain/query/query'
import type { CatalogTool, JsonObject, Tool } from '../../src-main/domain/tool/tool'
import { randomNumbers, sampleOf } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import type { Kit } from '../../src-main/pipeline/kit'
import { recipeOf } from '../../src-main/pipeline/recipes/recipe'
import { recipes } from '../../src-main/features/recipes'
import { emptyTally, prepare, run } from '../../src-main/pipeline/runner'
import type { Embedder } from '../../src-main/ports/embedder'
import { distractors } from '../fixtures/distractors'
import { catalogTool } from '../fakes/catalog-tool'
import { kitOf } from '../fakes/kit'
import type { AskedCatalog } from './asked-catalog'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { EMBEDDER_FOLDER } from './embedder'
import { githubApi } from './github-api'
import { estimatedBy, points, share } from './measured-rows'
import { printFigure } from './print'

const K = 5

/**
 * Documents joined to one text, without server and tags.
 */
const JOINED = {
  components: ['name', 'description', 'whenToUse', 'parameters', 'questions', 'topics'],
  embeddedComponents: ['name', 'description', 'whenToUse', 'questions', 'topics'],
  documentForm: 'joined',
}

/**
 * What weighing the sections of documents gives `hybrid`, on development sets and on what spoils
 * them; `BENCH_SETS` names some of these. What the embedder of sentences gives as well, and, where
 * `PEGBOARD_OLLAMA` is the address of an Ollama, its all-minilm.
 */
export async function documents(datasets: string): Promise<void> {
  const embedder = await openStaticEmbedder({
    folder: EMBEDDER_FOLDER,
    splitIdentifiers: splitIdentifier,
  })
  const only = process.env['BENCH_SETS']?.split(',')
  const ollama = process.env['PEGBOARD_OLLAMA']
  const { signal } = new AbortController()
  const others = [await openSentenceEmbedder(SENTENCE_EMBEDDER)]
  if (ollama) others.push(await ollamaEmbedders(() => ollama).open('ollama:all-minilm', signal))
  for (const catalog of await developmentSets(datasets)) {
    if (only && !only.some((name) => catalog.name.startsWith(name))) continue
    const kit = kitOf({ tools: catalog.tools, embedder })
    await printSet(kit, catalog)
    for (const other of others) await printOther(catalog, kit, other)
  }
}

async function printSet(kit: Kit, catalog: AskedCatalog): Promise<void> {
  const of = (recipe: string, options: JsonObject = {}) =>
    recallOf(kit, catalog, { recipe, options })
  const before = await of('hybrid', JOINED)
  const now = await of('hybrid')
  const words = await of('bm25')
  const meaning = await of('dense')
  const { mean, ci95 } = await estimatedBy(now, before)
  printFigure(
    `${catalog.name} (${catalog.queries.length} of ${catalog.tools.length} tools): hybrid, joined → weighed`,
    `${share(meanOf(before))} → ${share(meanOf(now))}, ${points(mean)} [${points(ci95[0])}, ${points(ci95[1])}]`,
  )
  printFigure('  bm25 · dense', `${share(meanOf(words))} · ${share(meanOf(meaning))}`)
}

/** `hybrid` and `dense` with another embedder, and what that gives `hybrid`. */
async function printOther(catalog: AskedCatalog, kit: Kit, embedder: Embedder): Promise<void> {
  const other = kitOf({ tools: catalog.tools, embedder })
  const of = (recipe: string, kit: Kit) => recallOf(kit, catalog, { recipe, options: {} })
  const now = await of('hybrid', other)
  const dense = await of('dense', other)
  const { mean, ci95 } = await estimatedBy(now, await of('hybrid', kit))
  printFigure(
    `  hybrid · dense with ${embedder.name}, gain of hybrid`,
    `${share(meanOf(now))} · ${share(meanOf(dense))}, ${points(mean)} [${points(ci95[0])}, ${points(ci95[1])}]`,
  )
}

const meanOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, value) => sum + value, 0) / values.size

/** Recall@5 by query; of one that any of its tools answers, whether one is there. */
export async function recallOf(
  kit: Kit,
  { queries }: AskedCatalog,
  { recipe: id, options }: { recipe: string; options: JsonObject },
): Promise<Map<string, number>> {
  const recipe = recipeOf(recipes, id)
  const pipeline = recipe.build(kit, recipe.options.parse(options))
  await prepare(pipeline)
  const recall = new Map<string, number>()
  const { signal } = new AbortController()
  for (const [at, { text, tools, any }] of queries.entries()) {
    const call = { signal, clock: systemClock, k: K, tally: emptyTally() }
    const found = new Set<string>(
      (await run(pipeline, queryOf(text), call)).tools.map(({ tool }) => tool),
    )
    const hits = tools.filter((tool) => found.has(tool)).length
    recall.set(String(at), any ? Math.min(1, hits) : hits / tools.length)
  }
  return recall
}

export async function developmentSets(datasets: string): Promise<AskedCatalog[]> {
  const single = await imported(datasets, ['toole', 'single'], (rows) =>
    sampleOf(sampleOf(rows, 4123, 7), 1000, 3),
  )
  const multi = await imported(datasets, ['toole', 'multi'], (rows) => sampleOf(rows, 149, 11))
  const seal = await imported(datasets, ['seal-tools', 'dev'], (rows) => sampleOf(rows, 500, 7))
  const recTools = await imported(datasets, ['rectools', 'rectools'], (rows) =>
    sampleOf(rows, 200, 7),
  )
  const linked = await imported(datasets, ['toollinkos', 'main'], (rows) => sampleOf(rows, 314, 7))
  const bank = await imported(datasets, ['apibank', 'queries'], (rows) => rows)
  const demo = await demoCatalog()
  const github = await githubApi()
  const named = { single, multi, seal, recTools, linked, bank, demo }
  const asTheyAre = Object.entries(named).map(([name, set]) => ({ ...set, name }))
  return [
    ...asTheyAre,
    ...github,
    ...Object.entries({ single, multi, bank, linked }).map(([name, set]) => appended(name, set)),
    ...Object.entries({ single, multi }).map(([name, set]) => putFirst(name, set)),
    ...github.map((set) => putFirst(set.name, set)),
    ...Object.entries({ single, multi }).map(([name, set]) => opaque(name, set)),
    ...[4_000, 20_000].flatMap((count) =>
      Object.entries({ single: { ...single, queries: single.queries.slice(0, 300) }, multi }).map(
        ([name, set]) => grown(name, set, count),
      ),
    ),
  ]
}

async function imported(
  datasets: string,
  [folder, goldenSet]: [string, string],
  choose: (rows: AskedCatalog['queries']) => AskedCatalog['queries'],
): Promise<AskedCatalog> {
  const files = await localFiles().read(join(datasets, folder))
  const { tools, goldenSets } = importCatalog(
    files.map(({ path, bytes }) => sourceFile(path, bytes)),
  )
  const set = goldenSets.find(({ name }) => name === goldenSet)
  if (!set) throw new Error(`${folder} has no golden set ${goldenSet}.`)
  return {
    name: folder,
    tools: tools.map((tool) => ({ tool, layer: {} })).sort(byId),
    queries: choose([...set.queries]),
  }
}

const byId = (a: CatalogTool, b: CatalogTool): number => (a.tool.id < b.tool.id ? -1 : 1)

async function demoCatalog(): Promise<AskedCatalog> {
  const files = await localFiles().read(join('resources', 'demo', 'servers'))
  const { tools } = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const layers = JSON.parse(await readFile('resources/demo/layers.json', 'utf8')) as Record<
    string,
    CatalogTool['layer']
  >
  const golden = JSON.parse(await readFile('resources/demo/golden.json', 'utf8')) as {
    queries?: AskedCatalog['queries']
  } & AskedCatalog['queries']
  return {
    name: 'demo',
    tools: tools.map((tool) => ({ tool, layer: layers[tool.id] ?? {} })).sort(byId),
    queries: golden.queries ?? golden,
  }
}

const BOILERPLATE = [
  'This endpoint requires authentication with a valid access token.',
  'Requests are limited to 100 calls per minute for each account.',
  'Returns an error object with a code and a message when the request fails.',
  'Results are returned in pages of up to fifty items, newest first.',
  'Use this tool only when the user has given their explicit consent.',
  'All times are given in UTC and follow the ISO 8601 format.',
  'Data may be cached for up to five minutes before it is refreshed.',
  'Contact support if you run into problems while using this service.',
  'The response is encoded in JSON and compressed where the client allows it.',
  'Deprecated parameters are ignored and will be removed in a later version.',
  'Personal information is processed according to our privacy policy.',
  'Please read the documentation carefully before calling this function.',
  'The operation is idempotent and may be repeated without side effects.',
  'Large requests are processed in the background and may take some time.',
  'Access depends on the plan and on the permissions of the current user.',
]

const described = (entry: CatalogTool, description: string): CatalogTool => ({
  ...entry,
  tool: { ...entry.tool, description },
})

/** 0 to 15 sentences that other tools share behind every description. */
function appended(name: string, set: AskedCatalog): AskedCatalog {
  const random = randomNumbers(5)
  const tools = set.tools.map((entry) => {
    const some = sampleOf(
      BOILERPLATE,
      Math.floor(random() * (BOILERPLATE.length + 1)),
      Math.floor(random() * 1e9),
    )
    return described(entry, [entry.tool.description, ...some].join(' '))
  })
  return { ...set, name: `${name}, boilerplate appended`, tools }
}

/** One of four such sentences before every description. */
function putFirst(name: string, set: AskedCatalog): AskedCatalog {
  const random = randomNumbers(6)
  const tools = set.tools.map((entry) =>
    described(entry, `${BOILERPLATE[Math.floor(random() * 4)] ?? ''} ${entry.tool.description}`),
  )
  return { ...set, name: `${name}, boilerplate first`, tools }
}

/** Names that say nothing. */
function opaque(name: string, set: AskedCatalog): AskedCatalog {
  const tools = set.tools.map((entry, at) => {
    const tool: Tool = { ...entry.tool, name: `api_${at}` }
    delete tool.title
    return { ...entry, tool }
  })
  return { ...set, name: `${name}, opaque names`, tools }
}

function grown(name: string, set: AskedCatalog, count: number): AskedCatalog {
  const made = distractors('splices', set.tools, { count, seed: 21 })
  const others = made.map(({ name: of, description, parameters }) =>
    catalogTool(of, { description, parameters }),
  )
  return { ...set, name: `${name} + ${count}`, tools: [...set.tools, ...others].sort(byId) }
}
