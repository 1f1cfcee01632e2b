import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { queryOf, type PlacedTool, type ToolSet } from '../../src-main/domain/query/query'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import type { Kit } from '../../src-main/pipeline/kit'
import { planAsIs } from '../../src-main/pipeline/planning/as-is'
import { recipeOf } from '../../src-main/pipeline/recipes/recipe'
import { recipes } from '../../src-main/pipeline/recipes/registry'
import { searchOptions, searchWithPast } from '../../src-main/pipeline/recipes/words-and-meaning'
import { run } from '../../src-main/pipeline/runner'
import { topK } from '../../src-main/pipeline/selection/top-k'
import { pipe } from '../../src-main/pipeline/stage'
import { id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { runCall } from '../fakes/run-call'
import { CONCEPTS, KITCHEN } from './kitchen-catalog'

const logged = (query: string, ...tools: string[]): Bundle => ({
  id: query,
  query,
  tools: tools.map(id),
})

interface Ways {
  bundles?: Bundle[]
  options?: object
  /** Ids of past queries, which are their texts here. */
  without?: string[]
  tools?: typeof KITCHEN
  recipe?: string
  /** Whether past queries are learned from whether they help or not. */
  isLearning?: boolean
}

/** `hybrid`, its search with past queries whether they help or not. */
function learning(kit: Kit, options: object) {
  const parsed = z.object(searchOptions).parse(options)
  return pipe(planAsIs()).to(searchWithPast(kit, parsed)).to(topK())
}

/** What a recipe, `hybrid` unless said, gives of the kitchen. */
async function ask(text: string, ways: Ways = {}): Promise<ToolSet> {
  const {
    bundles = [],
    options = {},
    without = [],
    tools = KITCHEN,
    recipe: name = 'hybrid',
  } = ways
  const isPlain = name !== 'hybrid' || Object.keys(options).length > 0
  const { isLearning = !isPlain } = ways
  const recipe = recipeOf(recipes, name)
  const kit = kitOf({ tools, bundles, embedder: conceptEmbedder(CONCEPTS) })
  const chosen = { history: true, ...options }
  const pipeline = isLearning
    ? learning(kit, chosen)
    : recipe.build(kit, recipe.options.parse(chosen))
  return run(pipeline, queryOf(text, without), runCall({ k: 10 }))
}
const order = ({ tools }: ToolSet) => tools.map(({ tool }) => tool)
const partOf = (placed: PlacedTool | undefined, source: string) =>
  scorePartsOf(placed?.witnesses ?? []).find((part) => part.source === source)?.score

describe('hybrid with past queries', () => {
  const usual = logged('prepare the usual sunday treat', 'timer/start_timer')

  it('matches words that only a past query of a tool has', async () => {
    const plain = await ask('the usual treat', { options: { history: false }, bundles: [usual] })
    expect(order(plain)).not.toContain('timer/start_timer')
    const learned = await ask('the usual treat', { bundles: [usual] })
    expect(order(learned)[0]).toBe('timer/start_timer')
  })

  it('raises the tool whose past query is near in meaning, though no word is the same', async () => {
    const bundles = [
      logged('toast a loaf in the stove', 'fridge/list_food'),
      logged('stop the alarm', 'timer/stop_timer'),
      logged('cool the freezer', 'fridge/set_temperature'),
    ]
    const plain = await ask('bake bread', { options: { history: false }, bundles })
    const learned = await ask('bake bread', { bundles })
    const scoreIn = ({ tools }: ToolSet) =>
      tools.find(({ tool }) => tool === id('fridge/list_food'))?.score ?? 0
    expect(scoreIn(learned)).toBeGreaterThan(scoreIn(plain))
    const placed = learned.tools.find(({ tool }) => tool === id('fridge/list_food'))
    expect(partOf(placed, 'calibrated past queries')).toBeGreaterThan(0)
  })

  it('learns nothing from a past query that is held out, and all from the others', async () => {
    const others = [logged('stop the alarm', 'timer/stop_timer')]
    const bundles = [usual, ...others]
    const text = 'prepare the usual sunday treat'
    const heldOut = await ask(text, { bundles, without: [usual.id] })
    const never = await ask(text, { bundles: others })
    expect(order(heldOut)).not.toContain('timer/start_timer')
    expect(order(heldOut)).toEqual(order(never))
    expect(order(await ask(text, { bundles }))[0]).toBe('timer/start_timer')
  })

  it('keeps the other past queries of a tool of which one is held out', async () => {
    const bundles = [usual, logged('my usual breakfast treat', 'timer/start_timer')]
    const set = await ask('the usual treat', { bundles, without: [usual.id] })
    expect(order(set)[0]).toBe('timer/start_timer')
  })

  it('lets a tool without past queries keep its place against those with many', async () => {
    const bundles = ['warm the stove', 'heat it up hot', 'preheat', 'warm my stove hot'].flatMap(
      (query) => [logged(query, 'oven/preheatOven'), logged(`${query} now`, 'fridge/list_food')],
    )
    const set = await ask('stop the countdown', { bundles })
    expect(order(set)[0]).toBe('timer/stop_timer')
  })

  it('brings no tool that the filters hold back', async () => {
    const bundles = [logged('end it all', 'oven/self_destruct')]
    expect(order(await ask('end it all', { bundles }))).not.toContain('oven/self_destruct')
  })

  it('passes over tools that are gone', async () => {
    const bundles = [logged('fly to the moon', 'rocket/start'), usual]
    expect(order(await ask('fly to the moon', { bundles }))).not.toContain('rocket/start')
    expect(order(await ask('the usual treat', { bundles }))[0]).toBe('timer/start_timer')
  })

  it('is left alone by a past query of many tools where words are matched', async () => {
    const many = KITCHEN.slice(0, 4).map(({ tool }) => tool.id as string)
    const set = await ask('zzz sunday', { bundles: [logged('zzz sunday', ...many)] })
    expect(
      set.tools.flatMap(({ witnesses }) => scorePartsOf(witnesses)).some(({ terms }) => terms),
    ).toBe(false)
  })

  it('looks at no past query unless it fuses scores', async () => {
    const options = { fusion: 'rrf' }
    const plain = await ask('the usual treat', {
      options: { ...options, history: false },
      bundles: [usual],
    })
    expect(await ask('the usual treat', { options, bundles: [usual] })).toEqual(plain)
  })
})

describe('toolshed with past queries', () => {
  const recipe = 'toolshed'
  const usual = ['prepare', 'make', 'start', 'begin', 'time', 'ready'].flatMap((word) => [
    logged(`${word} the usual sunday treat`, 'timer/start_timer'),
    logged(`${word} my usual treat`, 'timer/start_timer'),
  ])

  it('learns from them, and nothing from those that are held out', async () => {
    const text = 'the usual treat'
    const learned = order(await ask(text, { recipe, bundles: usual }))
    const plain = order(await ask(text, { recipe, bundles: usual, options: { history: false } }))
    const without = usual.map(({ id }) => id)
    const heldOut = order(await ask(text, { recipe, bundles: usual, without }))
    expect(learned.slice(0, 1)).toContain('timer/start_timer')
    expect(plain.slice(0, 1)).not.toContain('timer/start_timer')
    expect(heldOut.slice(0, 1)).not.toContain('timer/start_timer')
  })
})
