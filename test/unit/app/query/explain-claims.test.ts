import { describe, expect, it } from 'vitest'
import { explanationsOf } from '../../../../src-main/app/query/explain'
import type { Explanation, Standing } from '../../../../src-main/contract/query'
import { toolsIn, type QueryPlan } from '../../../../src-main/domain/query/query'
import type { CatalogTool, JsonObject, ToolId } from '../../../../src-main/domain/tool/tool'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../../../src-main/domain/tool/document'
import { fuse } from '../../../../src-main/pipeline/combine'
import { reciprocalRank } from '../../../../src-main/pipeline/fusion/fusion-methods'
import {
  analyser,
  ANALYSER_STEPS,
  writtenWords,
  splitIdentifier,
} from '../../../../src-main/pipeline/text/analyse'
import { documentText } from '../../../../src-main/pipeline/knowledge-base/tool-document'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { recipes } from '../../../../src-main/features/recipes'
import type { Recipe } from '../../../../src-main/pipeline/recipes/recipe'
import { flatSteps } from '../../../../src-main/pipeline/record'
import { topK } from '../../../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../../../src-main/pipeline/stage'
import { conceptEmbedder } from '../../../fakes/embedder'
import {
  addresses,
  ask,
  askRecorded,
  CONCEPTS,
  KITCHEN,
  kitchen,
} from '../../../recipes/kitchen-catalog'
import { explain, meaning, selecting, words } from './explained-run'

describe('the words of the query', () => {
  const wordsOf = async (...given: Parameters<typeof explain>) =>
    (await explain(...given)).map(({ matchedWords, missingWords }) => [matchedWords, missingWords])

  it('are told as written, by whether the document holds them', async () => {
    const text = 'Notifying teams about the new mails'
    expect(await wordsOf(selecting(words()), ['mail/send', 'mail/find'], { text })).toEqual([
      [
        ['Notifying', 'teams', 'mails'],
        ['about', 'new'],
      ],
      [['mails'], ['Notifying', 'teams', 'about', 'new']],
    ])
  })

  it('are told of a tool beyond the depth too', async () => {
    const search = words({ depth: 1 })
    expect(await wordsOf(selecting(search), ['mail/archive'])).toEqual([[['mail'], ['send']]])
  })

  it('are those of all texts that were searched', async () => {
    const planning = stage<QueryPlan, QueryPlan>({
      name: 'expand',
      gives: 'plan',
      settings: {},
      run: (plan) => ({ ...plan, steps: [{ text: 'q', variations: ['mail mail', 'send old'] }] }),
    })
    const pipeline = pipe(planAsIs()).to(planning).to(words()).to(topK())
    expect(await wordsOf(pipeline, ['mail/send', 'mail/archive'])).toEqual([
      [['mail', 'send'], ['old']],
      [['mail', 'old'], ['send']],
    ])
  })

  it('are never both there and missing, where two searches read them differently', async () => {
    const both = fuse(reciprocalRank(), { stems: words(), plain: words({}, []) })
    const text = 'notifying'
    expect(await wordsOf(selecting(both), ['mail/send'], { text })).toEqual([[['notifying'], []]])
  })

  it('are not told where no step matches words', async () => {
    expect(await wordsOf(selecting(meaning()), ['mail/send'])).toEqual([[[], []]])
  })
})

const QUERIES = ['heat the oven, list the food in the cold fridge', 'silence', 'qwertz', 'Is it?']
const LIMITS: { k: number; options: JsonObject }[] = [
  { k: 1, options: { depth: 1 } },
  { k: 10, options: { depth: 2 } },
  { k: 2, options: { depth: 100 } },
  { k: 10, options: { depth: 100, threshold: 0.4 } },
]
const analyse = analyser(ANALYSER_STEPS)
const embedder = conceptEmbedder(CONCEPTS)
const filter = { tags: [], servers: [], visibilities: ['public', 'internal'] as const }

/** Of these options those that the recipe has. */
const takenBy = ({ options }: Recipe, given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in options.shape))

/** What one explaining run says of every tool of the kitchen. */
async function explainKitchen(recipe: Recipe, text: string, limits: (typeof LIMITS)[0]) {
  const kit = kitchen()
  const admitted = kit.among(filter).tools
  const call = { k: limits.k, options: takenBy(recipe, limits.options), kit, admitted }
  const { steps } = await askRecorded(recipe, text, { ...call, explaining: true })
  const catalog = { tool: (tool: ToolId) => kit.tools.get(tool) as CatalogTool }
  const tools = KITCHEN.map(({ tool }) => tool.id)
  const told = explanationsOf({ catalog, filter, runWith: { admitted } }, steps, tools)
  return { told, picked: addresses(await ask(recipe, text, call)) }
}

/** The place of every tool in every search, where nothing is cut. */
async function uncutPlaces(recipe: Recipe, text: string) {
  const options = takenBy(recipe, { depth: 10_000, limit: 10_000 })
  const { steps } = await askRecorded(recipe, text, { options, k: 10_000 })
  return (path: string, tool: ToolId): number => {
    const found = flatSteps(steps).find((each) => each.path === path)
    return found ? toolsIn(found.step.output).findIndex((placed) => placed.tool === tool) + 1 : 0
  }
}

describe.each(recipes.all)('what is said of every tool by a run of $id', (recipe) => {
  const cases = QUERIES.flatMap((text) => LIMITS.map((limits) => ({ text, limits })))

  it.each(cases)('is what its set shows: $text $limits', async ({ text, limits }) => {
    const { told, picked } = await explainKitchen(recipe, text, limits)
    for (const { tool, verdict, filtered } of told) {
      const place = picked.indexOf(tool) + 1
      expect(filtered).toBe(tool === 'oven/self_destruct')
      if (filtered) expect(verdict).toBe('Left out before ranking: visibility is hidden.')
      else if (place > 0) expect(verdict).toBe(`Picked, at place ${place} of ${picked.length}.`)
      else expect(verdict).toMatch(/^Not picked: .+ \([A-Z][\w ,]+\)\.$/)
    }
  })

  it.each(cases)('is what its searches found: $text $limits', async ({ text, limits }) => {
    const placeOf = await uncutPlaces(recipe, text)
    const { told } = await explainKitchen(recipe, text, limits)
    for (const { tool, standings } of told) {
      for (const standing of standings) {
        if (standing.stage === 'bm25' || standing.stage === 'dense') {
          expect(placeSaid(standing)).toBe(placeOf(standing.path, tool))
        }
      }
    }
  })

  // What stands for a provider searches documents of its own.
  it.skipIf(recipe.simulates).each(QUERIES)('is what its document holds: %s', async (text) => {
    const { told } = await explainKitchen(recipe, text, { k: 1, options: { depth: 1 } })
    for (const each of told.filter(({ filtered }) => !filtered))
      await expectTrueOfDocument(each, text)
  })
})

/**
 * The place that a standing tells, there or beyond the depth; 0 where it says that there is none.
 */
function placeSaid({ rank, why }: Standing): number {
  return rank ?? Number(/^place (\d+), beyond the first \d+$/.exec(why ?? '')?.[1] ?? 0)
}

async function expectTrueOfDocument(
  { tool, standings, matchedWords, missingWords }: Explanation,
  text: string,
): Promise<void> {
  const entry = KITCHEN.find((each) => each.tool.id === tool) as CatalogTool
  const held = new Set(analyse(documentText(entry, MATCHED_COMPONENTS)))
  const said = [...writtenWords([text], ANALYSER_STEPS)]
  const reasons = standings.map(({ why }) => why)
  if (standings.some(({ stage: name }) => name === 'bm25')) {
    expect(matchedWords).toEqual(said.flatMap(([term, word]) => (held.has(term) ? [word] : [])))
    expect(missingWords).toEqual(said.flatMap(([term, word]) => (held.has(term) ? [] : [word])))
  }
  if (reasons.includes('its document holds no word of the query')) {
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter(([term]) => held.has(term))).toEqual([])
  }
  if (reasons.includes('the embedder knows no word of its document')) {
    const { signal } = new AbortController()
    const [vector] = await embedder.embedDocuments(
      [splitIdentifier(documentText(entry, EMBEDDED_COMPONENTS))],
      signal,
    )
    expect(vector?.every((value) => value === 0)).toBe(true)
  }
}
