import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { queryOf } from '../../src-main/domain/query/query'
import { Problem } from '../../src-main/domain/problem'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { flatSteps } from '../../src-main/pipeline/record'
import type { LeavingOut } from '../../src-main/pipeline/leaving-out'
import { remarksOf } from '../../src-main/pipeline/stage'
import type { Embedder } from '../../src-main/ports/embedder'
import { id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { recorded } from '../fakes/run-call'
import { CONCEPTS, KITCHEN } from './kitchen-catalog'

const logged = (query: string, tool: string, at: number): Bundle => ({
  id: `${at} ${query}`,
  query,
  tools: [id(tool)],
})

/** What people call two tools whose documents share no word with that. */
const HELPFUL = [
  'the usual sunday treat',
  'my usual treat',
  'usual treat please',
  'a sunday treat',
  'treat as usual',
  'sunday usual',
].flatMap((query, at) => [
  logged(query, 'timer/start_timer', at),
  logged(`quiet now ${query.length}`, 'timer/stop_timer', at),
])
/** Requests that their documents answer, logged with other tools each time. */
const MISLEADING = KITCHEN.flatMap(({ tool }, at) =>
  Array.from({ length: 3 }, (_, times) => {
    const other = KITCHEN[(at + times + 1) % KITCHEN.length]?.tool.id ?? ''
    return logged(`${tool.name} ${times}`, other, at * 10 + times)
  }),
)

async function ask(
  bundles: readonly Bundle[],
  text = 'the usual treat',
  embedder: Embedder = conceptEmbedder(CONCEPTS),
) {
  const kit = kitOf({ tools: KITCHEN, bundles, embedder })
  const pipeline = hybrid.build(kit, hybrid.options.parse({ history: true }))
  const run = () => recorded(pipeline, queryOf(text), { k: 10 })
  return { run, pipeline, kit }
}

describe('logged queries', () => {
  it('are learned from where those that are logged find each other’s tools', async () => {
    const { run, pipeline } = await ask(HELPFUL)
    const { output, steps } = await run()
    expect(output.tools[0]?.tool).toBe('timer/start_timer')
    expect(await remarksOf(pipeline)).toEqual([])
    const step = flatSteps(steps).find(({ path }) => path === 'logged queries that help')
    expect(step?.step.notes).toMatchObject({ 'logged queries asked': HELPFUL.length })
    expect(step?.step.notes['gain in nDCG']).toBeGreaterThan(0)
  })

  it('are not where they lead elsewhere, in one line, and the answer lacks nothing', async () => {
    const text = 'preheat the oven'
    const { run, pipeline } = await ask(MISLEADING, text)
    const { output, call } = await run()
    const plain = hybrid.build((await ask([])).kit, hybrid.options.parse({}))
    const without = await recorded(plain, queryOf(text), { k: 10 })
    expect(output.tools.map(({ tool, score }) => [tool, score])).toEqual(
      without.output.tools.map(({ tool, score }) => [tool, score]),
    )
    expect(call.tally.degraded).toEqual(without.call.tally.degraded)
    expect(await remarksOf(pipeline)).toEqual([
      expect.stringMatching(/^Logged queries were not used: of \d+ that were asked again/),
    ])
  })

  it.each([
    [0, /^There are no logged queries/],
    [9, /^Logged queries were not used: .* takes 10 that can be asked again, and there are 9\.$/],
  ])('are not where there are %d', async (count, why) => {
    const { run, pipeline } = await ask(HELPFUL.slice(0, count))
    const { output } = await run()
    expect(output.tools.map(({ tool }) => tool)).not.toContain('timer/start_timer')
    expect(await remarksOf(pipeline)).toEqual([expect.stringMatching(why)])
  })

  it('that are the same do not speak for each other', async () => {
    const same = Array.from({ length: 12 }, (_, at) => ({
      ...logged(at % 2 ? 'the usual treat' : ' The usual TREAT', 'timer/start_timer', at),
    }))
    const { run, pipeline } = await ask(same)
    await run()
    expect(await remarksOf(pipeline)).toEqual([expect.stringContaining('were not used')])
  })

  it('of which the embedder makes no vector are passed over', async () => {
    const bundles = [...HELPFUL, logged('odd one', 'fridge/list_food', 99)]
    const embedder = conceptEmbedder(CONCEPTS)
    const embedQueries: Embedder['embedQueries'] = async (texts, signal, onCut, onNone) => {
      const at = texts.indexOf('odd one')
      if (at >= 0) onNone?.(at, 'answers nothing')
      const vectors = await embedder.embedQueries(texts, signal, onCut)
      return vectors.map((vector, place) =>
        place === at ? new Float32Array(vector.length) : vector,
      )
    }
    const { run, pipeline } = await ask(bundles, undefined, { ...embedder, embedQueries })
    const { output } = await run()
    expect(output.tools[0]?.tool).toBe('timer/start_timer')
    expect(await remarksOf(pipeline)).toEqual([])
  })

  it('are asked once for the whole of a request and its clauses, and told of other filters apart', async () => {
    const { kit } = await ask(HELPFUL)
    const made: string[] = []
    const { once } = kit
    Object.assign(kit, {
      once: (key: string, make: () => Promise<unknown>) =>
        once(key, () => {
          if (key.startsWith('what logged')) made.push(key)
          return make()
        }),
    })
    const asking = async (options: object) => {
      const pipeline = hybrid.build(kit, hybrid.options.parse({ history: true, ...options }))
      await recorded(pipeline, queryOf('start the usual treat and list the food'), { k: 10 })
    }
    await asking({})
    await asking({ depth: 30 })
    expect(made).toHaveLength(1)
    await asking({ servers: ['fridge'] })
    await asking({ components: ['name'] })
    expect(made).toHaveLength(3)
  })

  it.each(['fails', 'was given up before'])(
    'are passed over where the embedder %s, and words still answer',
    async (how) => {
      const away = new Problem('unavailable', 'The embedder is away.')
      const embedder = {
        ...conceptEmbedder(CONCEPTS),
        embedQueries: () => Promise.reject(away),
      }
      const { pipeline } = await ask(HELPFUL, 'list food', embedder)
      const leavingOut: LeavingOut = { inTime: (work) => work() }
      if (how !== 'fails') leavingOut.problem = away
      const { output } = await recorded(pipeline, queryOf('list food'), { k: 10, leavingOut })
      expect(output.tools[0]?.tool).toBe('fridge/list_food')
    },
  )
})
