import { describe, expect, it } from 'vitest'
import type { LabelledQuery } from '../../src-main/pipeline/kit'
import { lacking } from '../../src-main/pipeline/kit-subset'
import { openKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../fakes/indexes'
import { addresses, ask, askRecorded, CONCEPTS, KITCHEN } from './kitchen-catalog'

const OWN = { size: 'adaptive' }

const kitWith = (labelled: LabelledQuery[]) =>
  openKit({
    tools: KITCHEN,
    bundles: () => Promise.resolve([]),
    labelled: () => Promise.resolve(labelled),
    embedder: () => Promise.resolve(conceptEmbedder(CONCEPTS)),
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
  })

const GOLDEN: LabelledQuery[] = Array.from({ length: 40 }, (_, at) => ({
  text: `${['heat the oven', 'bake a loaf of bread', 'list the food'][at % 3]} ${at}`,
  tools: [id(['oven/preheatOven', 'oven/bake_bread', 'fridge/list_food'][at % 3] as string)],
}))

describe.each([hybrid, toolshed])('the recipe $id with adaptive k', (recipe) => {
  it('gives the first tools of its ranking, as many as are likely enough, whatever k is', async () => {
    const text = 'bake a loaf of bread'
    const all = addresses(await ask(recipe, text))
    const set = await ask(recipe, text, { options: OWN })
    expect(set.size).toBe('adaptive')
    expect(set.tools.length).toBeGreaterThanOrEqual(1)
    expect(addresses(set)).toEqual(all.slice(0, set.tools.length))
    expect(set.tools.length).toBeLessThan(all.length)
    expect(addresses(await ask(recipe, text, { options: OWN, k: 1 }))).toEqual(addresses(set))
    expect(set.grounds?.why).toMatch(/^(One tool|\d tools)/)
  })

  it('gives none for a request that nothing has to do with, and says why', async () => {
    const { set, steps } = await askRecorded(recipe, 'translate my poem', { options: OWN })
    expect(set.tools).toEqual([])
    expect(set.grounds).toMatchObject({ noneFits: true, uncovered: [] })
    expect(set.grounds?.why).toContain('No tool’s document holds “translate”, “poem”.')
    expect(steps.at(-1)?.step.notes).toMatchObject({ 'learned from': 'what ships' })
  })

  it('gives what a request names, and no other where none is needed or none fits', async () => {
    const named = await ask(recipe, 'start_timer', { options: OWN })
    expect(addresses(named)).toEqual(['timer/start_timer'])
    expect(named.grounds?.why).toBe('One tool that the request names; no other is needed.')
    const { set, steps } = await askRecorded(recipe, 'translate my poem by start_timer', {
      options: OWN,
    })
    expect(addresses(set)).toContain('timer/start_timer')
    expect(set.grounds?.noneFits).toBeUndefined()
    const dropped = steps.flatMap(({ step }) => step.dropped.flatMap(({ tools }) => tools))
    expect(dropped.map(({ tool }) => tool)).not.toContain('timer/start_timer')
  })

  it('gives what it gave where its size is fixed, and says nothing of it', async () => {
    const fixed = await ask(recipe, 'bake bread', { options: { size: 'k' }, k: 2 })
    expect(fixed).toEqual(await ask(recipe, 'bake bread', { k: 2 }))
    expect(fixed.tools).toHaveLength(2)
    expect(fixed).not.toHaveProperty('grounds')
  })

  it('gives none that the filters keep back', async () => {
    const options = { ...OWN, tags: ['cold'] }
    const set = await ask(recipe, 'set how cold the fridge is', { options })
    expect(addresses(set)).toEqual(['fridge/set_temperature'])
    expect((await ask(recipe, 'bake a loaf of bread', { options })).tools).toEqual([])
  })
})

describe('an adaptive set', () => {
  it('learns from golden queries how strongly a request must be matched', async () => {
    const kit = kitWith(GOLDEN)
    const { steps } = await askRecorded(hybrid, 'list the food', { options: OWN, kit })
    expect(steps.at(-1)?.step.notes).toMatchObject({ 'learned from': '40 golden queries' })
  })

  it('says by what it was told what no tool fits: everyday requests, until ten are labelled', async () => {
    const toldBy = async (labelled: LabelledQuery[]) => {
      const kit = kitWith(labelled)
      const { steps } = await askRecorded(hybrid, 'list the food', { options: OWN, kit })
      return steps.at(-1)?.step.notes['what fits no tool, by']
    }
    const none = Array.from({ length: 10 }, (_, at) => ({ text: `sing of ${at}`, tools: [] }))
    expect(await toldBy([])).toBe('the threshold that ships')
    expect(await toldBy(GOLDEN)).toBe('100 everyday requests that ship with Pegboard')
    expect(await toldBy([...GOLDEN, ...none.slice(1)])).not.toContain('without tools')
    expect(await toldBy([...GOLDEN, ...none])).toBe('10 golden queries without tools')
  })

  it('learns nothing of a golden query that is asked from that query', async () => {
    const odd: LabelledQuery = { text: 'translate my poem', tools: [id('timer/start_timer')] }
    const few = kitWith([...GOLDEN.slice(0, 29), odd])
    const asked = await askRecorded(hybrid, 'Translate  my poem', { options: OWN, kit: few })
    const other = await askRecorded(hybrid, 'list the food', { options: OWN, kit: few })
    expect(asked.steps.at(-1)?.step.notes).toMatchObject({ 'learned from': 'what ships' })
    expect(other.steps.at(-1)?.step.notes).toMatchObject({ 'learned from': '30 golden queries' })
  })

  it('is told how many false refusals it may make', async () => {
    const options = { ...OWN, falseRefusalRate: 0.2 }
    const { steps } = await askRecorded(hybrid, 'list the food', { options })
    expect(steps.at(-1)?.step.stage.settings).toMatchObject({ 'false refusals': 0.2 })
  })

  it('skips golden queries of tools that are not there', async () => {
    const gone = GOLDEN.map(({ text }) => ({ text, tools: [id('gone')] }))
    const { steps } = await askRecorded(hybrid, 'list food', { options: OWN, kit: kitWith(gone) })
    expect(steps.at(-1)?.step.notes).toMatchObject({ 'learned from': 'what ships' })
  })

  it('is not to be had where ranks alone are fused, nor where a model reranks', async () => {
    const ranks = await ask(hybrid, 'bake bread', { options: { ...OWN, fusion: 'rrf' }, k: 3 })
    expect(ranks).toMatchObject({ size: 'k' })
    expect(ranks.tools).toHaveLength(3)
    const options = { ...OWN, rerank: 'meaning' }
    expect(await ask(toolshed, 'bake bread', { options, k: 3 })).toMatchObject({ size: 'k' })
  })

  it('keeps to the score threshold', async () => {
    const options = { ...OWN, threshold: 1e6 }
    const set = await ask(hybrid, 'bake a loaf of bread', { options })
    expect(set.tools).toEqual([])
  })
})

describe('a catalog that lacks tools', () => {
  it('neither finds them nor counts their words, and golden queries are read as if it had them', async () => {
    const kit = kitWith(GOLDEN)
    const own = lacking(kit, [id('oven/bake_bread')])
    const set = await ask(hybrid, 'bake a loaf of bread', { options: OWN, kit: own as never })
    expect(addresses(set)).not.toContain('oven/bake_bread')
    const { steps } = await askRecorded(hybrid, 'list food', { options: OWN, kit: own as never })
    expect(steps.at(-1)?.step.notes).toMatchObject({ 'learned from': '40 golden queries' })
  })
})
