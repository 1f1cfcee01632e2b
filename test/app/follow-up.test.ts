import { describe, expect, it } from 'vitest'
import { answerQuery, type Prepared } from '../../src-main/app/query/answering'
import type { Query, QueryPlan, ToolSet } from '../../src-main/domain/query/query'
import { ToolId } from '../../src-main/domain/tool/tool'
import { pipe, stage } from '../../src-main/pipeline/stage'
import { planAsIs } from '../../src-main/pipeline/planning/as-is'
import { conceptEmbedder } from '../fakes/embedder'
import { fakeClock } from '../fakes/clock'
import { emptyFolder, openApp, openAppWith } from './open-app'

/** What the stages of a pipeline are given. */
async function queryGiven(question: Pick<Query, 'text' | 'turns' | 'held'>): Promise<Query> {
  const seen: Query[] = []
  const watching = stage<QueryPlan, ToolSet>({
    name: 'watch',
    gives: 'tool-set',
    settings: {},
    run({ query }) {
      seen.push(query)
      return { shape: 'tool-set', query, size: 'adaptive', tools: [] }
    },
  })
  const pipeline = pipe(planAsIs()).to(watching)
  const runWith = { clock: fakeClock(), k: 1 }
  const prepared = { pipeline, catalog: {}, runWith } as unknown as Prepared
  const signal = new AbortController().signal
  await answerQuery(prepared, { ...question, signal, record: 'nothing' })
  return seen[0] ?? { shape: 'query', text: '' }
}

describe('a follow-up', () => {
  it('reaches the stages with what was said before and what is held', async () => {
    const held = [ToolId.parse('send_email')]
    expect(await queryGiven({ text: 'and to Ann', turns: ['Mail Bob'], held })).toEqual({
      shape: 'query',
      text: 'and to Ann',
      turns: ['Mail Bob'],
      held,
    })
  })

  it('of nothing is the same query as one that was never talked about', async () => {
    expect(await queryGiven({ text: 'rain?', turns: [], held: [] })).toEqual({
      shape: 'query',
      text: 'rain?',
    })
  })

  it('leaves out held tools that are not in the catalog, and says so', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const held = ['send_email', 'gone', 'gone too'].map((id) => ToolId.parse(id))
    const question = { dir, text: 'email', recipe: 'bm25', k: 1, turns: ['hello'], held }
    const answer = await request('query.run', question)
    expect(answer).toMatchObject({ turns: ['hello'], held: ['send_email'] })
    expect(answer.remarks).toEqual(['2 of the tools held already are not in the catalog.'])
  })

  it('is bounded in what was said before', async () => {
    const { reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const turns = Array.from({ length: 21 }, () => 'more')
    expect(await reply('query.run', { dir, text: 'x', recipe: 'bm25', turns })).toMatchObject({
      error: { code: 'bad-input' },
    })
  })
})

it('two recipes asked at once embed the query and the documents once', async () => {
  const embedder = conceptEmbedder([['email', 'mailbox'], ['weather']])
  const queries: string[][] = []
  const counting: typeof embedder = {
    ...embedder,
    async embedQueries(texts, signal) {
      queries.push(texts)
      return embedder.embedQueries(texts, signal)
    },
  }
  const { request, smallWorkspace } = await openAppWith(counting, await emptyFolder())
  const dir = await smallWorkspace()
  const question = { dir, text: 'send an email', k: 2 }
  await Promise.all(
    ['dense', 'hybrid'].map((recipe) => request('query.run', { ...question, recipe })),
  )
  expect(embedder.embedded.flat()).toHaveLength(10)
  expect(queries.flat()).toEqual(['send an email'])
})
