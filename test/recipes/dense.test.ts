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
    // name and first sentence: timer 2, stop 2 of unit length; its question, stop 1, and its
    // server, timer 1, by what they count
    expect(plain?.score).toBeCloseTo(1, 6)
    const timer = Math.SQRT2 + 0.3
    const stop = Math.SQRT2 + 0.5
    const likeness = (timer + stop) / (Math.hypot(timer, stop) * Math.SQRT2)
    expect(first?.score).toBeCloseTo(likeness, 6)
  })

  it('finds nothing for a query that means nothing', async () => {
    expect(addresses(await ask(dense, 'qwertz'))).toEqual([])
  })

  it('says that it compares vectors', () => {
    expect(sourcesOf(pipelineOf(dense)).some(({ embeds }) => embeds)).toBe(true)
  })
})
