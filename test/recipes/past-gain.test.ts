import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { queryOf } from '../../src-main/domain/query/query'
import { Problem } from '../../src-main/domain/problem'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { flatSteps } from '../../src-main/pipeline/record'
import { sourcesOf } from '../../src-main/pipeline/stage'
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

async function ask(bundles: readonly Bundle[], text = 'the usual treat', { isAway = false } = {}) {
  const embedder = conceptEmbedder(CONCEPTS)
  const away = () => Promise.reject(new Problem('unavailable', 'The embedder is away.'))
  const kit = kitOf({
    tools: KITCHEN,
    bundles,
    embedder: isAway ? { ...embedder, embedQueries: away } : embedder,
  })
  const pipeline = hybrid.build(kit, hybrid.options.parse({ history: true }))
  const run = () => recorded(pipeline, queryOf(text), { k: 10 })
  return { run, pipeline, kit }
}

/** What an answer says of logged queries. */
const aboutLogged = ({ tally }: { tally: { degraded: readonly string[] } }) =>
  tally.degraded.filter((line) => /logged/i.test(line))

describe('logged queries', () => {
  it('are learned from where those that are logged find each other’s tools', async () => {
    const { run } = await ask(HELPFUL)
    const { output, steps, call } = await run()
    expect(output.tools[0]?.tool).toBe('timer/start_timer')
    expect(aboutLogged(call)).toEqual([])
    const step = flatSteps(steps).find(({ path }) => path === 'logged queries that help')
    expect(step?.step.notes).toMatchObject({ 'logged queries asked': HELPFUL.length })
    expect(step?.step.notes['gain in nDCG']).toBeGreaterThan(0)
  })

  it('are not where they lead elsewhere, in one line', async () => {
    const { run } = await ask(MISLEADING, 'preheat the oven')
    const { output, call } = await run()
    const plain = hybrid.build((await ask([])).kit, hybrid.options.parse({}))
    const without = await recorded(plain, queryOf('preheat the oven'), { k: 10 })
    expect(output.tools.map(({ tool, score }) => [tool, score])).toEqual(
      without.output.tools.map(({ tool, score }) => [tool, score]),
    )
    expect(aboutLogged(call)).toEqual([
      expect.stringMatching(/^Logged queries do not help to find the tools of \d+ of them/),
    ])
  })

  it.each([
    [0, /^No logged queries/],
    [9, /^9 logged queries are too few to tell whether they help \(10\)/],
  ])('are not where there are %d', async (count, why) => {
    const { run } = await ask(HELPFUL.slice(0, count))
    const { output, call } = await run()
    expect(output.tools.map(({ tool }) => tool)).not.toContain('timer/start_timer')
    expect(aboutLogged(call)).toEqual([expect.stringMatching(why)])
  })

  it('are asked each other once for all requests of a catalog', async () => {
    const { run, kit } = await ask(HELPFUL)
    await run()
    let made = 0
    const { once } = kit
    Object.assign(kit, {
      once: (key: string, make: () => Promise<unknown>) =>
        once(key, () => {
          made++
          return make()
        }),
    })
    await run()
    expect(made).toBe(0)
  })

  it('are passed over where the embedder is away, and words still answer', async () => {
    const { pipeline } = await ask(HELPFUL, 'list food', { isAway: true })
    expect(
      sourcesOf(pipeline)
        .map(({ key }) => key)
        .join(),
    ).toContain('logged queries gain')
    const leavingOut = { inTime: <Value>(work: () => Promise<Value>) => work() }
    const { output } = await recorded(pipeline, queryOf('list food'), { k: 10, leavingOut })
    expect(output.tools[0]?.tool).toBe('fridge/list_food')
  })
})
