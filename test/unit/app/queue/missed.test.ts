import { describe, expect, it } from 'vitest'
import { countedAt, missedByTool } from '../../../../src-main/app/queue/missed'
import type { QueryOutcome } from '../../../../src-main/domain/run/run'
import type { ToolId } from '../../../../src-main/domain/tool/tool'

const ids = (...names: string[]) => names as ToolId[]

const outcome = (
  id: string,
  golden: string[],
  tools: string[],
  more: Partial<QueryOutcome> = {},
): QueryOutcome => ({
  id,
  text: `ask ${id}`,
  golden: ids(...golden),
  tools: ids(...tools),
  promptTokens: 0,
  latencyMs: 0,
  ...more,
})

const missed = async (outcomes: QueryOutcome[], k?: number) =>
  Object.fromEntries(await missedByTool(outcomes, k, async () => undefined))

describe('the k at which misses are counted', () => {
  it.each([
    ['none where the recipe decides how many tools there are', [], 5, undefined],
    ['the wanted one where it was measured', [1, 5], 5, 5],
    ['the wanted one below the largest', [1, 5], 3, 3],
    ['the largest where more are wanted', [1, 5], 6, 5],
  ])('is %s', (_, k, wanted, at) => {
    expect(countedAt({ k }, wanted)).toBe(at)
  })

  it('is the largest where the run holds no sets for the wanted one', () => {
    const curve = { k: [1, 5], recall: [0, 0], all: [0, 0], promptTokens: [0, 0] }
    expect(countedAt({ k: [1, 5], curve }, 3)).toBe(5)
    expect(countedAt({ k: [1, 5], curve }, 1)).toBe(1)
  })
})

describe('what a run misses', () => {
  it('is a golden tool after the cut at k, with its place', async () => {
    const asked = [outcome('q', ['c'], ['a', 'b', 'c'])]
    expect(await missed(asked, 2)).toEqual({
      c: { asked: 1, queries: [{ id: 'q', text: 'ask q', place: 3, kept: 3 }] },
    })
    expect(await missed(asked, 3)).toEqual({ c: { asked: 1, queries: [] } })
  })

  it('is nothing of a set that is given whole', async () => {
    const { c } = await missed([outcome('q', ['c'], ['a', 'b', 'c'])])
    expect(c?.queries).toEqual([])
  })

  it('has no place where the run kept none of the tool', async () => {
    const { x } = await missed([outcome('q', ['x'], ['a', 'b'])], 1)
    expect(x?.queries).toEqual([{ id: 'q', text: 'ask q', kept: 2 }])
  })

  it('goes by the set that the recipe gave at k, where that is not just the first tools', async () => {
    const sets = { 1: ids('b') }
    const { a, b } = await missed([outcome('q', ['a', 'b'], ['a', 'b'], { sets })], 1)
    expect([a?.queries.length, b?.queries.length]).toEqual([1, 0])
  })

  it('is no query that was answered without a part of the recipe', async () => {
    const degraded = 'No model answered.'
    const asked = [outcome('bad', ['x'], [], { degraded }), outcome('good', ['x'], ['x'])]
    expect(await missed(asked, 1)).toEqual({ x: { asked: 1, queries: [] } })
  })

  it('is counted by each golden tool of all queries', async () => {
    const asked = [outcome('1', ['a', 'x'], ['a']), outcome('2', ['x'], ['a'])]
    const { a, x } = await missed(asked, 1)
    expect([a?.asked, a?.queries]).toEqual([1, []])
    expect([x?.asked, x?.queries.map(({ id }) => id)]).toEqual([2, ['1', '2']])
  })

  it('lets others work in between', async () => {
    let pauses = 0
    await missedByTool([outcome('1', [], []), outcome('2', [], [])], 1, async () => ++pauses)
    expect(pauses).toBe(2)
  })
})
