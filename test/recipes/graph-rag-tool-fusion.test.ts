import { describe, expect, it } from 'vitest'
import { queryOf } from '../../src-main/domain/query/query'
import type { CatalogTool, Dependency, JsonObject } from '../../src-main/domain/tool/tool'
import { graphRagToolFusion } from '../../src-main/pipeline/recipes/graph-rag-tool-fusion'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { prepare, sweep } from '../../src-main/pipeline/runner'
import { catalogTool, id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { recorded, runCall } from '../fakes/run-call'
import { scriptedAnswers, type Answers } from '../fakes/scripted-answers'
import { kitchen } from './kitchen-catalog'

const CONCEPTS = [['mail', 'letter'], ['room', 'book'], ['session', 'log'], ['disk']]
const needs = (...on: string[]): Dependency[] =>
  on.map((tool) => ({ on: id(tool), kind: 'tool-direct', reason: 'it must be open' }))

const TOOLS: CatalogTool[] = [
  catalogTool('send_mail', { description: 'Sends a mail.', dependencies: needs('log_in') }),
  catalogTool('read_mail', { description: 'Reads mail.', dependencies: needs('log_in') }),
  catalogTool('book_room', { description: 'Books a room.', dependencies: needs('calendar') }),
  catalogTool('log_in', { description: 'Opens a session.', dependencies: needs('wifi') }),
  catalogTool('wifi', { description: 'Turns on.', dependencies: needs('send_mail') }),
  catalogTool('calendar', { description: 'Lists days.' }),
  catalogTool('wipe_disk', { description: 'Wipes mail off the disk.', visibility: 'hidden' }),
]
const QUERY = 'send a mail'

interface Asked {
  tools?: CatalogTool[]
  k?: number
  options?: JsonObject
  answers?: Answers
  kit?: ReturnType<typeof kitOf>
}

async function answer({ tools = TOOLS, k = 5, options = {}, answers = {}, ...of }: Asked = {}) {
  const kit = of.kit ?? kitOf({ tools, embedder: conceptEmbedder(CONCEPTS) })
  const parsed = graphRagToolFusion.options.parse(options)
  const pipeline = graphRagToolFusion.build(kit, parsed)
  await prepare(pipeline)
  const script = scriptedAnswers(answers)
  const admitted = kit.among({ tags: [], servers: [], visibilities: ['public', 'internal'] }).tools
  const query = queryOf(QUERY)
  const { output, steps, call } = await recorded(pipeline, query, { k, admitted, ask: script.ask })
  return { set: output, names: output.tools.map(({ tool }) => String(tool)), steps, call, script }
}

describe('Graph RAG-Tool Fusion with the paper’s settings', () => {
  const options = { preset: 'paper', seeds: 2 }

  it('gives the first tool with all it needs, then the second, and cuts at k', async () => {
    const { names, set } = await answer({ options })
    expect(names).toEqual(['send_mail', 'log_in', 'wifi', 'read_mail'])
    expect(set.seeds?.map(({ tool }) => tool)).toEqual(['send_mail', 'read_mail'])
    expect((await answer({ options, k: 2 })).names).toEqual(['send_mail', 'log_in'])
  })

  it('tells the edge that brought a tool', async () => {
    const { set } = await answer({ options })
    expect(set.tools[1]).toMatchObject({
      tool: 'log_in',
      witnesses: [
        {
          kind: 'edge',
          from: 'send_mail',
          edge: 'tool-direct',
          reason: 'it must be open',
          distance: 1,
          main: 'send_mail',
        },
        { main: 'read_mail' },
      ],
    })
  })

  it('lets a model order the seeds, and no more than these', async () => {
    const answers: Answers = {
      'rank-tools': ({ tools }: { tools: { name: string }[] }) => ({
        tools: tools.map(({ name }) => name).toReversed(),
      }),
    }
    const { names, script } = await answer({ options: { ...options, rerank: 'model' }, answers })
    expect(names[0]).toBe('read_mail')
    expect(script.asked[0]?.input).toMatchObject({
      tools: [{ name: 'send_mail' }, { name: 'read_mail' }],
    })
    expect(script.asked).toHaveLength(1)
  })
})

describe('Graph RAG-Tool Fusion by expected relevance', () => {
  it('gives the same tools, in the order in which they are likely needed, and then others found', async () => {
    const { names } = await answer({ options: { seeds: 2 }, k: 10 })
    expect(names.slice(0, 4).toSorted()).toEqual(['log_in', 'read_mail', 'send_mail', 'wifi'])
  })

  it('keeps the tools most likely meant where k is smaller than what they need', async () => {
    expect((await answer({ k: 1 })).names).toEqual(['send_mail'])
    expect((await answer({ k: 2 })).names).toContain('send_mail')
  })

  it('gives each k in a sweep what a run for it alone gives', async () => {
    const kit = kitOf({ tools: TOOLS, embedder: conceptEmbedder(CONCEPTS) })
    const pipeline = graphRagToolFusion.build(kit, graphRagToolFusion.options.parse({}))
    await prepare(pipeline)
    const ks = [1, 2, 3, 4, 10]
    const sets = await sweep(pipeline, queryOf(QUERY), runCallFor(ks))
    for (const [at, k] of ks.entries()) {
      const { set } = await answer({ k, kit })
      expect(sets[at]?.tools.map(({ tool }) => tool)).toEqual(set.tools.map(({ tool }) => tool))
    }
  })

  it('gives the same, with the same scores, where a model leaves the order as it was shown', async () => {
    const asShown: Answers = {
      'rank-tools': ({ tools }: { tools: { name: string }[] }) => ({
        tools: tools.map(({ name }) => name),
      }),
    }
    const reranked = await answer({ k: 6, options: { rerank: 'model' }, answers: asShown })
    const plain = await answer({ k: 6 })
    expect(reranked.script.asked).toHaveLength(1)
    expect(reranked.set.tools).toEqual(plain.set.tools)
  })

  it('drops tools that are hardly needed, and keeps the others, where a threshold is set', async () => {
    const all = await answer({ k: 10 })
    const some = await answer({ k: 10, options: { threshold: 0.25 } })
    expect(some.names).toEqual(
      all.set.tools.filter(({ score = 0 }) => score >= 0.25).map(({ tool }) => tool),
    )
    expect(some.names.length).toBeLessThan(all.names.length)
  })
})

const runCallFor = (ks: number[]) => ({ ...runCall(), ks })

describe.each(['paper', 'expected'])('Graph RAG-Tool Fusion (%s)', (preset) => {
  it('brings no hidden tool along, and tells in the trace whose edge led to it', async () => {
    const [sends, ...others] = TOOLS
    const tools = [
      catalogTool('send_mail', { ...sends?.tool, dependencies: needs('wipe_disk', 'log_in') }),
      ...others,
    ]
    const { names, steps } = await answer({ tools, options: { preset }, k: 10 })
    expect(names).toContain('log_in')
    expect(names).not.toContain('wipe_disk')
    const reasons = steps.flatMap(({ step }) => step.dropped.map(({ why }) => why))
    expect(reasons).toContain('needed, but kept back by the filters (send_mail → wipe_disk)')
  })

  it('gives what hybrid gives where no tool depends on another, and says so', async () => {
    const kit = kitchen()
    const text = 'heat the oven, list the food in the cold fridge and start a timer'
    const ask = async (recipe: typeof hybrid, options: JsonObject = {}) => {
      const pipeline = recipe.build(kit, recipe.options.parse(options))
      return recorded(pipeline, queryOf(text), { k: 4 })
    }
    const { output, call } = await ask(graphRagToolFusion, { preset })
    const documents: JsonObject = preset === 'paper' ? { documentForm: 'joined' } : {}
    expect(output.tools).toEqual((await ask(hybrid, documents)).output.tools)
    expect(output.seeds).toBeUndefined()
    expect(call.tally.degraded.join()).toContain('No tool of this catalog depends on another')
  })

  it('is none the worse for edges to deleted tools, self-edges and a hub with 3,000 dependants', async () => {
    const dependants = Array.from({ length: 3000 }, (_, at) =>
      catalogTool(`mail_${at}`, {
        description: 'Files a mail.',
        dependencies: needs('hub', `mail_${at}`, 'deleted', `mail_${(at + 1) % 3000}`),
      }),
    )
    const tools = [...dependants, catalogTool('hub', { description: 'Is needed.' })]
    const { names } = await answer({ tools, options: { preset }, k: 20 })
    expect(names).toHaveLength(20)
    expect(names).toContain('hub')
    expect(new Set(names).size).toBe(20)
  })
})
