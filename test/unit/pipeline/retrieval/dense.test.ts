import { describe, expect, it } from 'vitest'
import { queryOf, type QueryPlan } from '../../../../src-main/domain/query/query'
import type { Admitted } from '../../../../src-main/pipeline/kit'
import { openKit } from '../../../../src-main/pipeline/knowledge-base/open-kit'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { dense, type DenseOptions } from '../../../../src-main/pipeline/retrieval/dense'
import { prepare, run } from '../../../../src-main/pipeline/runner'
import { pipe } from '../../../../src-main/pipeline/stage'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../../../fakes/indexes'
import { namesOf } from '../../../fakes/retrievers'
import { recorded, runCall } from '../../../fakes/run-call'

const DOCUMENTS = { both: 'send mail', event: 'event', mail: 'mail', odd: 'qwertz' }

function start(onQuery: () => void = () => undefined) {
  const embedder = conceptEmbedder([['send', 'write'], ['mail', 'letter'], ['event']])
  const asked: string[][] = []
  const kit = openKit({
    tools: Object.entries(DOCUMENTS).map(([name, description]) =>
      catalogTool(name, { description }),
    ),
    bundles: () => Promise.resolve([]),
    embedder: () =>
      Promise.resolve({
        ...embedder,
        embedQueries: (texts: string[], signal: AbortSignal) => {
          asked.push(texts)
          onQuery()
          return embedder.embedQueries(texts, signal)
        },
      }),
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
  })
  const source = kit.dense(kit.documents(['description']))
  const all = kit.among({ tags: [], servers: [], visibilities: [] })
  const searching = (more: Partial<DenseOptions> = {}) =>
    dense(source, { depth: 10, among: all, ...more })
  return { asked, embedder, searching }
}

async function search(text: string, more: Partial<DenseOptions> = {}) {
  const pipeline = pipe(planAsIs()).to(start().searching(more))
  return (await run(pipeline, queryOf(text), runCall())).tools
}

const planOf = (...variations: string[]): QueryPlan => ({
  shape: 'plan',
  query: queryOf('q'),
  steps: variations.length > 0 ? [{ text: 'q', variations }] : [],
  kept: [],
})

describe('dense retrieval', () => {
  it('ranks by the cosine of query and document', async () => {
    const [first, second] = await search('letter')
    expect(first).toMatchObject({
      tool: 'mail',
      witnesses: [{ kind: 'score', source: 'cosine', rank: 1 }],
    })
    expect(first?.score).toBeCloseTo(1, 6)
    expect(second?.tool).toBe('both')
    expect(second?.score).toBeCloseTo(Math.SQRT1_2, 6)
  })

  it('searches among the given tools alone, to the given depth', async () => {
    const tools = new Set(['both', 'event'].map(id))
    const among: Admitted = { key: 'two', tools, size: 2, prepare: () => Promise.resolve() }
    expect((await search('mail', { among }))[0]?.tool).toBe('both')
    expect(await search('write a letter', { depth: 1 })).toHaveLength(1)
  })

  it('leaves out tools whose document means nothing to the embedder', async () => {
    expect(namesOf({ tools: await search('mail') })).not.toContain('odd')
  })

  it('embeds all texts of a plan in one request, and keeps each tool’s best', async () => {
    const { asked, searching } = start()
    const plan = planOf('letter', 'event', 'zzz')
    const { tools } = await run(pipe(searching()), plan, runCall())
    expect(asked).toEqual([['letter', 'event', 'zzz']])
    expect(namesOf({ tools })).toEqual(['event', 'mail', 'both'])
  })

  it('finds nothing for a query that means nothing to the embedder, and says so', async () => {
    const pipeline = pipe(planAsIs()).to(start().searching())
    const { output, call } = await recorded(pipeline, queryOf('zzz'))
    expect(output.tools).toEqual([])
    expect(call.tally.degraded).toEqual([
      'The embedder knows no word of this query: found nothing by meaning (Search by meaning).',
    ])
  })

  it('does not say so of a plan where the embedder knows one of the texts', async () => {
    const call = runCall()
    await run(pipe(start().searching()), planOf('zzz', 'event'), call)
    expect(call.tally.degraded).toEqual([])
  })

  it('asks the embedder nothing for a plan without steps', async () => {
    const { asked, searching } = start()
    const call = runCall()
    expect((await run(pipe(searching()), planOf(), call)).tools).toEqual([])
    expect({ asked, degraded: call.tally.degraded }).toEqual({ asked: [], degraded: [] })
  })

  it('is prepared by embedding the documents once, before any query', async () => {
    const { embedder, searching } = start()
    const pipeline = pipe(planAsIs()).to(searching())
    await prepare(pipeline)
    expect(embedder.embedded).toEqual([Object.values(DOCUMENTS)])
    await run(pipeline, queryOf('mail'), runCall())
    expect(embedder.embedded).toHaveLength(1)
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const { searching } = start(() => stop.abort(new Error('Stopped by the user.')))
    const answer = run(pipe(searching()), planOf('mail'), runCall({ signal: stop.signal }))
    await expect(answer).rejects.toThrow('Stopped by the user.')
  })
})
