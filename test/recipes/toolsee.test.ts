import { describe, expect, it } from 'vitest'
import { queryOf, type Query } from '../../src-main/domain/query/query'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import { dense } from '../../src-main/pipeline/recipes/dense'
import { toolsee } from '../../src-main/pipeline/recipes/toolsee'
import { flatSteps } from '../../src-main/pipeline/record'
import { promptsOf } from '../../src-main/pipeline/stage'
import { id } from '../fakes/catalog-tool'
import { recorded } from '../fakes/run-call'
import { addresses, ask, askRecorded, kitchen, pipelineOf, scoresOf } from './kitchen-catalog'

const QUERY = 'list the food in the fridge and start a timer'
const PAPER = { preset: 'paper' }

/** What an agent finds that searches again. */
async function searchAgain(query: Query, options: JsonObject = {}) {
  const pipeline = toolsee.expand?.(kitchen(), toolsee.options.parse(options))
  if (!pipeline) throw new Error('ToolSEE searches again.')
  const { output } = await recorded(pipeline, query, { k: 10 })
  return addresses(output)
}

describe('the recipe toolsee', () => {
  it('with the paper’s settings ranks by meaning alone, with the cosine as score', async () => {
    const set = await ask(toolsee, QUERY, { options: PAPER })
    expect(scoresOf(set)).toEqual(
      scoresOf(await ask(dense, QUERY, { options: { documentForm: 'joined' } })),
    )
  })

  it('with the paper’s settings does so whatever is chosen besides', async () => {
    const options = { ...PAPER, signals: 'words-and-tags', clauses: true, diversity: 0.9 }
    expect(await ask(toolsee, QUERY, { options })).toEqual(
      await ask(toolsee, QUERY, { options: PAPER }),
    )
  })

  it('searches each clause of a request for several things', async () => {
    const { steps } = await askRecorded(toolsee, QUERY)
    const parts = flatSteps(steps).filter(({ path }) => /part \d\/calibrated scores$/.test(path))
    expect(parts).toHaveLength(2)
  })

  it('mixes tags in where they are asked for, and says what they added', async () => {
    const query = 'something for food'
    const sourcesWith = async (signals: string) => {
      const components = ['name', 'description']
      const { tools } = await ask(toolsee, query, { options: { signals, components } })
      const bread = tools.find(({ tool }) => tool === id('oven/bake_bread'))
      return scorePartsOf(bread?.witnesses ?? []).map(({ source }) => source)
    }
    expect(await sourcesWith('words')).not.toContain('bm25')
    expect(await sourcesWith('words-and-tags')).toContain('bm25')
  })

  it('leaves a place to the next tool where one is below the threshold', async () => {
    const options = { ...PAPER, diversity: 0 }
    const { tools } = await ask(toolsee, QUERY, { options })
    const least = tools[1]?.score ?? 0
    const set = await ask(toolsee, QUERY, { options: { ...options, threshold: least }, k: 2 })
    expect(set.tools).toHaveLength(2)
  })

  it('asks no model, whatever its options', () => {
    const all: JsonObject[] = [{}, PAPER, { diversity: 0.5, signals: 'words-and-tags' }]
    for (const options of all) {
      expect(promptsOf(pipelineOf(toolsee, { options }))).toEqual([])
    }
  })
})

describe('searching again in mid-run', () => {
  it('finds only what the agent does not hold', async () => {
    const all = await searchAgain(queryOf(QUERY))
    const held = all.slice(0, 1).map((tool) => id(tool))
    const found = await searchAgain({ ...queryOf(QUERY), held })
    expect(all.length).toBeGreaterThan(1)
    expect(found).toEqual(expect.arrayContaining(all.slice(1)))
    expect(found).not.toContain(all[0])
  })

  it('finds nothing where all is held', async () => {
    const held = [...kitchen().tools.keys()]
    expect(await searchAgain({ ...queryOf(QUERY), held })).toEqual([])
  })

  it('keeps to the filters and the threshold as the first search does', async () => {
    const timers = await searchAgain(queryOf(QUERY), { servers: ['timer'] })
    expect(timers.toSorted()).toEqual(['timer/start_timer', 'timer/stop_timer'])
    expect(await searchAgain(queryOf(QUERY), { threshold: 1000 })).toEqual([])
  })
})
