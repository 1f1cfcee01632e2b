import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import { bm25 } from '../../src-main/pipeline/recipes/bm25'
import { sourcesOf } from '../../src-main/pipeline/stage'
import { addresses, ask, askRecorded, pipelineOf } from './kitchen-catalog'

describe('the recipe bm25', () => {
  it('ranks tools by the words they share with the query', async () => {
    expect(addresses(await ask(bm25, 'bake a bread'))).toEqual(['oven/bake_bread'])
    expect(addresses(await ask(bm25, 'what food is in the fridge?'))).toEqual([
      'fridge/list_food',
      'fridge/set_temperature',
      'oven/bake_bread',
    ])
  })

  it('finds nothing by words of the same meaning alone', async () => {
    expect(addresses(await ask(bm25, 'warm the stove'))).toEqual([])
  })

  it('matches forms of a word and parts of a name, unless the analyser is plain', async () => {
    expect(addresses(await ask(bm25, 'preheating ovens'))).toEqual([
      'oven/preheatOven',
      'oven/bake_bread',
    ])
    expect(addresses(await ask(bm25, 'preheating ovens', { options: { analyser: [] } }))).toEqual(
      [],
    )
  })

  it('matches what the author added, and only in the components asked for', async () => {
    const options = { components: ['name', 'description'] }
    expect(addresses(await ask(bm25, 'silence'))).toEqual(['timer/stop_timer'])
    expect(addresses(await ask(bm25, 'silence', { options }))).toEqual([])
  })

  it('needs no vectors', () => {
    expect(sourcesOf(pipelineOf(bm25)).filter(({ embeds }) => embeds)).toEqual([])
  })

  it('has a score that its terms add up to', async () => {
    const { set } = await askRecorded(bm25, 'food in the fridge')
    const [part] = scorePartsOf(set.tools[0]?.witnesses ?? [])
    const terms = Object.values(part?.terms ?? {})
    expect(terms).toHaveLength(2)
    expect(terms.reduce((sum, term) => sum + term, 0)).toBeCloseTo(set.tools[0]?.score ?? NaN, 5)
  })

  it('lets k1 = 0 and b = 0 take repetition and length out', async () => {
    const options = { k1: 0, b: 0, visibilities: ['public', 'internal', 'hidden'] }
    const { tools } = await ask(bm25, 'fridge', { options })
    expect(tools).toHaveLength(3)
    expect(new Set(tools.map(({ score }) => score)).size).toBe(1)
  })
})
