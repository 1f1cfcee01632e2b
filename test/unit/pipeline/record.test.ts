import { describe, expect, it } from 'vitest'
import {
  queryOf,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
  type ScorePart,
} from '../../../src-main/domain/query/query'
import { eachStep, fuse, repeat, type FusionMethod } from '../../../src-main/pipeline/combine'
import { openKit } from '../../../src-main/pipeline/knowledge-base/open-kit'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { hybrid } from '../../../src-main/pipeline/recipes/hybrid'
import { flatSteps, MOST_TOOLS_TRACED, traceOf, withPaths } from '../../../src-main/pipeline/record'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../../src-main/pipeline/stage'
import { catalogTool, id } from '../../fakes/catalog-tool'
import { conceptEmbedder } from '../../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../../fakes/indexes'
import { firstOnly, retriever } from '../../fakes/retrievers'
import { recorded } from '../../fakes/run-call'

const query = queryOf('mail the report and book a room')
const plan: QueryPlan = {
  shape: 'plan',
  query,
  steps: ['mail the report', 'book a room'].map((text) => ({ text, variations: [text] })),
  kept: [],
}
const inTurns = {
  name: 'in turns',
  settings: {},
  join: (rankings: Ranking[]) => ({ tools: rankings.flatMap(({ tools }) => tools) }),
}
const rerank = stage<Ranking, Ranking>({
  name: 'rerank',
  gives: 'ranking',
  settings: {},
  run: (ranking) => ({ ...ranking, order: 'given', tools: ranking.tools.toReversed() }),
})
const both = fuse(firstOnly, {
  words: pipe(retriever('search', ['a', 'b'])).to(rerank),
  meaning: retriever('search', ['b']),
})
const nested = pipe(eachStep(both, inTurns)).to(rerank).to(rerank).to(topK())

describe('paths', () => {
  it('name every step by stage, branch and number, down through all pipelines inside', async () => {
    const { steps } = await recorded(nested, plan)
    expect(flatSteps(steps).map(({ path }) => path)).toEqual([
      'in turns/steps[0]/first only/words/search',
      'in turns/steps[0]/first only/words/rerank',
      'in turns/steps[0]/first only/meaning/search',
      'in turns/steps[0]/first only',
      'in turns/steps[1]/first only/words/search',
      'in turns/steps[1]/first only/words/rerank',
      'in turns/steps[1]/first only/meaning/search',
      'in turns/steps[1]/first only',
      'in turns',
      'rerank',
      'rerank#2',
      'select',
    ])
  })

  it('are all different, and the same in every run', async () => {
    const paths = await Promise.all(
      [1, 2].map(async () =>
        flatSteps((await recorded(nested, plan)).steps).map(({ path }) => path),
      ),
    )
    expect(paths[0]).toEqual(paths[1])
    expect(new Set(paths[0]).size).toBe(paths[0]?.length)
  })

  it('tell branches of one label apart', async () => {
    const twice = stage<Ranking, Ranking>({
      ...rerank,
      async run(ranking, step) {
        const inner = { label: 'again', pipeline: pipe(rerank) }
        return step.branch(inner, await step.branch(inner, ranking))
      },
    })
    const { steps } = await recorded(pipe(retriever('search', [])).to(twice), plan)
    expect(steps[1]?.branches.map(({ label }) => label)).toEqual(['again', 'again#2'])
    expect(flatSteps(steps.slice(1)).map(({ path }) => path)).toEqual([
      'rerank/again/rerank',
      'rerank/again#2/rerank',
      'rerank',
    ])
  })

  it('of a run without steps are none', () => {
    expect(withPaths([])).toEqual([])
    expect(flatSteps([])).toEqual([])
  })
})

describe('what is shown of a run', () => {
  it('comes through JSON as it was, however deep it is', async () => {
    const again = { name: 'twice', test: () => true }
    const deep = pipe(planAsIs())
      .to(eachStep(both, inTurns))
      .to(repeat<Ranking>({ name: 'repeat', gives: 'ranking', most: 2, again }, rerank))
      .to(topK())
    const { steps } = await recorded(deep, query)
    const trace = traceOf(steps)
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace)
  })

  it('holds no input: that is what the step before gave', async () => {
    const { steps } = await recorded(nested, plan)
    expect(JSON.stringify(traceOf(steps))).not.toContain('"input"')
  })

  it('holds each witness once, however many steps pass it on', async () => {
    const part = (source: string): ScorePart => ({ kind: 'score', source, score: 1 })
    const search = (source: string) =>
      stage<QueryPlan, Ranking>({
        ...retriever(source, []),
        run: (given) => ({
          shape: 'ranking',
          plan: given,
          order: 'score',
          tools: [{ tool: id('a'), score: 1, witnesses: [part(source)] }],
        }),
      })
    const join: FusionMethod = {
      name: 'join',
      settings: {},
      fuse: (rankings) => {
        const witnesses = rankings.flatMap(({ tools }) => tools.flatMap((tool) => tool.witnesses))
        return { tools: [{ tool: id('a'), score: 2, witnesses: [...witnesses, part('joined')] }] }
      },
    }
    const pipeline = pipe(
      fuse(join, { words: pipe(search('bm25')).to(rerank), meaning: search('cosine') }),
    )
      .to(rerank)
      .to(topK())
    const { steps, output } = await recorded(pipeline, plan)
    const told = JSON.stringify(traceOf(steps))
    for (const source of ['bm25', 'cosine', 'joined']) {
      expect(told.split(`"source":"${source}"`)).toHaveLength(2)
    }
    expect(output.tools[0]?.witnesses).toHaveLength(3)
  })

  it('counts what was dropped instead of listing it', async () => {
    const pipeline = pipe(retriever('search', ['a', 'b', 'c'])).to(topK({ threshold: 0.9 }))
    const { steps } = await recorded(pipeline, plan, { k: 2 })
    expect(traceOf(steps)[1]?.dropped).toEqual([
      { why: 'below the cut at k = 2', count: 1 },
      { why: 'below the score threshold 0.9', count: 1 },
    ])
  })

  it('shows the first tools of each list, as many as are asked for, and counts them all', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `tool-${at}`)
    const pipeline = pipe(fuse(firstOnly, { one: retriever('search', names) })).to(topK())
    const { steps } = await recorded(pipeline, plan, { k: 400 })
    const shownWith = (most?: number) => {
      const [fused, select] = traceOf(steps, most)
      const outputs = [fused?.branches[0]?.steps[0], fused, select].map((step) => step?.output)
      return outputs.map((output) =>
        output?.shape === 'ranking' || output?.shape === 'tool-set'
          ? [output.tools.length, output.count]
          : output,
      )
    }
    expect(shownWith(3)).toEqual([
      [3, 500],
      [3, 500],
      [3, 400],
    ])
    expect(shownWith()).toEqual([
      [MOST_TOOLS_TRACED, 500],
      [MOST_TOOLS_TRACED, 500],
      [MOST_TOOLS_TRACED, 400],
    ])
  })

  it('tells what a plan keeps and how the query was rewritten', async () => {
    const kept: PlacedTool[] = [
      { tool: id('x'), witnesses: [{ kind: 'bundle', bundle: 'minutes' }] },
    ]
    const rewritten = { toolNeeds: [], extractedArguments: { room: 'a place to meet' } }
    const planning = stage<QueryPlan, QueryPlan>({
      name: 'cover',
      gives: 'plan',
      settings: {},
      run: (given) => ({ ...given, steps: given.steps.slice(1), kept, rewritten }),
    })
    const { steps } = await recorded(pipe(planning), plan)
    expect(traceOf(steps)[0]?.output).toEqual({
      shape: 'plan',
      steps: plan.steps.slice(1),
      kept,
      rewritten,
    })
  })

  it('names the words of the query only where a step matched words', async () => {
    const words = stage<QueryPlan, Ranking>({
      ...retriever('words', []),
      run(given, step) {
        step.words(new Map([['notifi', 'notifying']]))
        return { shape: 'ranking', plan: given, order: 'score', tools: [] }
      },
    })
    const { steps } = await recorded(pipe(words).to(rerank), plan)
    const [searched, reranked] = traceOf(steps)
    expect(searched?.words).toEqual({ notifi: 'notifying' })
    expect(reranked).not.toHaveProperty('words')
  })
})

describe('a trace of ten thousand tools', () => {
  const topics = ['mail', 'room', 'report', 'invoice', 'flight', 'weather', 'music', 'photo']
  const tools = Array.from({ length: 10_000 }, (_, at) =>
    catalogTool(`server-${at % 50}/tool_${at}`, {
      description: `Handles ${topics[at % 8]} and ${topics[(at >> 3) % 8]} number ${at}.`,
    }),
  )
  const embedder = conceptEmbedder(topics.map((topic) => [topic]))
  const kit = openKit({
    tools,
    bundles: () => Promise.resolve([]),
    embedder: () => Promise.resolve(embedder),
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
  })

  it('stays small, whatever depth and k are', async () => {
    const options = hybrid.options.parse({ depth: 10_000 })
    const every = queryOf(`${topics.join(' ')} handles`)
    const { steps, output } = await recorded(hybrid.build(kit, options), every, { k: 10_000 })
    expect(output.tools).toHaveLength(10_000)
    const trace = traceOf(steps)
    const counts = flatSteps(steps).map(({ step }) =>
      step.output.shape === 'ranking' || step.output.shape === 'tool-set'
        ? step.output.tools.length
        : 0,
    )
    expect(counts).toEqual([0, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(JSON.stringify(trace).length).toBeLessThan(100_000)
  })
})
