import { describe, expect, it } from 'vitest'
import { dense } from '../../src-main/pipeline/recipes/dense'
import { sourcesOf } from '../../src-main/pipeline/stage'
import { addresses, ask, pipelineOf } from './kitchen-catalog'

const NAME_AND_DESCRIPTION = { components: ['name', 'description'] }

describe('the recipe dense', () => {
  it('finds by meaning what shares no word with the query', async () => {
    const set = await ask(dense, 'warm the stove', { options: NAME_AND_DESCRIPTION })
    expect(addresses(set)[0]).toBe('oven/preheatOven')
  })

  it('scores by the cosine', async () => {
    const set = await ask(dense, 'toast', { options: NAME_AND_DESCRIPTION })
    // “bake bread” and “Bakes a loaf of bread.”: all five on one concept
    expect(set.tools[0]).toMatchObject({
      tool: 'oven/bake_bread',
      witnesses: [{ kind: 'score', source: 'cosine', rank: 1 }],
    })
    expect(set.tools[0]?.score).toBeCloseTo(1, 6)
  })

  it('embeds the components asked for', async () => {
    const [first] = (await ask(dense, 'silence the alarm')).tools
    const [plain] = (await ask(dense, 'silence the alarm', { options: NAME_AND_DESCRIPTION })).tools
    expect(first?.tool).toBe('timer/stop_timer')
    // name and description: timer 2, stop 2; with its question: timer 2, stop 3
    expect(plain?.score).toBeCloseTo(1, 6)
    expect(first?.score).toBeCloseTo(5 / Math.sqrt(2 * 13), 6)
  })

  it('finds nothing for a query that means nothing', async () => {
    expect(addresses(await ask(dense, 'qwertz'))).toEqual([])
  })

  it('says that it compares vectors', () => {
    expect(sourcesOf(pipelineOf(dense)).some(({ embeds }) => embeds)).toBe(true)
  })
})
