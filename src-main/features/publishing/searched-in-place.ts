import { PLACES_COMPARED, type RecallInPlace } from '../../domain/workspace/published'
import { Problem } from '../../domain/problem'
import type { WorksWith } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/recipe'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import type { IndexesInPlace, PublishedDocuments } from '../../ports/in-place'
import type { SearchedInPlace } from '../../ports/publishing'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import { answerQuery, prepareRecipe } from '../../app/query/answering'
import { idOf } from '../../domain/tool/stored-tool'
import { parseOptions } from '../../app/recipes/recipe-options'
import type { PromptOverrides } from '../../pipeline/ask'
import type { Session } from '../../app/workspaces/session'

/** How a catalog is searched by whoever serves it. */
export const SEARCHES = ['held', 'in-place'] as const

interface Searching {
  context: AppContext
  session: Session
  catalog: Catalog
  dir: string
  worksWith: WorksWith
  embedder: string
  promptOverrides: () => Promise<PromptOverrides>
}

/**
 * What is published of a catalog for it to be searched where it lies: where that is wanted, or its
 * vectors are more than memory is to hold. Nothing where it is to be held.
 * @throws Problem `bad-input` where that is wanted of a recipe of which nothing can be searched so.
 */
export async function searchedInPlace(
  searching: Searching,
  wanted: (typeof SEARCHES)[number] | undefined,
  call: Call,
): Promise<SearchedInPlace | undefined> {
  const { context, catalog, worksWith } = searching
  if (wanted === 'held') return undefined
  const sources = sourcesOf(pipelineOf(searching, worksWith))
  const documents = await Promise.all(sources.flatMap((source) => source.published?.() ?? []))
  if (documents.length === 0 && wanted === 'in-place') throw cannotBe(worksWith.recipe)
  const bytes = bytesOf(documents) * catalog.tools.length
  if (wanted === undefined && bytes <= context.mostVectorBytesInMemory) return undefined
  if (documents.length === 0 || catalog.tools.length === 0) return undefined
  return {
    tools: catalog.tools.map(idOf),
    documents,
    measure: (indexes) => recallIn(searching, indexes, call),
  }
}

/** Of the vectors of one tool. */
const bytesOf = (documents: readonly PublishedDocuments[]): number =>
  documents.reduce(
    (sum, each) =>
      sum + (each.kind === 'meaning' ? each.dimensions * Float32Array.BYTES_PER_ELEMENT : 0),
    0,
  )

const cannotBe = (recipe: string): Problem =>
  new Problem(
    'bad-input',
    `What ${recipe} searches cannot be searched where it lies.`,
    'Work with another recipe, or publish the workspace to be held in memory.',
  )

/** Asked of each recipe, twice. */
const MOST_QUERIES = 50

/**
 * How much of what memory finds is found in place: by the recipe that is published, and by those
 * that search no more than it does. Of those that ask a model nothing is told: it answers otherwise
 * each time.
 */
async function recallIn(
  searching: Searching,
  indexes: IndexesInPlace,
  call: Call,
): Promise<RecallInPlace[]> {
  const texts = await sampleOf(searching)
  const there = { ...searching, catalog: searching.catalog.searchedIn(indexes) }
  const recalls: RecallInPlace[] = []
  for (const choice of comparedChoices(searching)) {
    const inMemory = await asking(searching, choice, call)
    const inPlace = await asking(there, choice, call)
    const shares: number[] = []
    for (const text of texts) {
      // An embedder may be away by now: then no more is asked of it, and what is written is as it
      // should be.
      const own = await inMemory(text).catch(() => 'failed' as const)
      call.signal.throwIfAborted()
      if (own === 'failed') break
      const found = own && own.length > 0 ? await inPlace(text) : undefined
      if (found === 'failed') break
      if (!own || !found) continue
      shares.push(own.filter((tool) => found.includes(tool)).length / own.length)
    }
    if (shares.length === 0) continue
    const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length
    recalls.push({ recipe: choice.recipe, queries: shares.length, recall })
  }
  return recalls
}

type Choice = Pick<WorksWith, 'recipe' | 'options'>

const pipelineOf = ({ context, catalog, embedder }: Searching, { recipe, options }: Choice) => {
  const found = recipeOf(context.recipes, recipe)
  return found.build(catalog.kit(embedder), parseOptions(found, options))
}

/**
 * Of the recipe that is published and those whose sources are all among its own, all that ask no
 * model.
 */
function comparedChoices(searching: Searching): Choice[] {
  const { worksWith } = searching
  const keysOf = (choice: Choice) => sourcesOf(pipelineOf(searching, choice)).map(({ key }) => key)
  const own = new Set(keysOf(worksWith))
  const others = searching.context.recipes.all
    .filter(({ id }) => id !== worksWith.recipe)
    .map(({ id }): Choice => ({ recipe: id, options: {} }))
    .filter((choice) => keysOf(choice).every((key) => own.has(key)))
  return [worksWith, ...others].filter(
    (choice) => promptsOf(pipelineOf(searching, choice)).length === 0,
  )
}

/** Golden queries, else logged ones, else what tools say of themselves. */
async function sampleOf({ session, catalog, embedder }: Searching): Promise<string[]> {
  const { goldenSets } = await session.store.read('goldenSets')
  const golden = await Promise.all(goldenSets.map(({ name }) => session.goldenQueries(name)))
  const logged = async () => (await catalog.history()).map(({ query }) => query)
  const texts = golden.flat().map(({ text }) => text)
  const asked = texts.length > 0 ? texts : await logged()
  if (asked.length > 0) return spread(asked)
  const kit = catalog.kit(embedder)
  return spread(catalog.tools).map((entry) => kit.text(idOf(entry)).slice(0, MOST_CHARACTERS))
}

const MOST_CHARACTERS = 200

/** Some, spread evenly over all. */
function spread<Item>(items: readonly Item[]): Item[] {
  const stride = Math.ceil(items.length / MOST_QUERIES)
  return items.filter((_, at) => at % stride === 0)
}

/**
 * Gives the first tools for a text; nothing where a stage did not do its work, or that it failed.
 */
async function asking(
  { context, catalog, dir, embedder, promptOverrides }: Searching,
  choice: Choice,
  call: Call,
): Promise<(text: string) => Promise<string[] | 'failed' | undefined>> {
  const asked = { ...choice, dir, catalog, embedder, promptOverrides, k: PLACES_COMPARED }
  const prepared = await prepareRecipe(context, asked, call)
  return async (text) => {
    const { signal } = call
    const question = { text, signal, record: 'nothing' } as const
    const { set, degraded, failed } = await answerQuery(prepared, question)
    if (failed.length > 0) return 'failed'
    return degraded.length > 0 ? undefined : set.tools.map(({ tool }) => tool)
  }
}
