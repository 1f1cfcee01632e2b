import { describe, expect, it } from 'vitest'
import { queryOf } from '../../../../src-main/domain/query/query'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import type { Admitted } from '../../../../src-main/pipeline/kit'
import { openKit } from '../../../../src-main/pipeline/knowledge-base/open-kit'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { lexical, type LexicalOptions } from '../../../../src-main/pipeline/retrieval/lexical'
import { run } from '../../../../src-main/pipeline/runner'
import { pipe, sourcesOf } from '../../../../src-main/pipeline/stage'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { buildMemoryLexicalIndex } from '../../../fakes/indexes'
import { namesOf } from '../../../fakes/retrievers'
import { recorded, runCall } from '../../../fakes/run-call'

const DOCUMENTS = {
  send: 'send mail',
  find: 'find mail',
  event: 'add event',
  remove: 'remove event',
}
const kit = openKit({
  tools: Object.entries(DOCUMENTS).map(([name, description]) => catalogTool(name, { description })),
  bundles: () => Promise.resolve([]),
  embedder: () => Promise.reject(new Error('Words need no embedder.')),
  promptTokens: () => 1,
  buildLexicalIndex: buildMemoryLexicalIndex,
  openVectorIndex: () => Promise.reject(new Error('Words need no vectors.')),
})
const words = kit.lexical(kit.documents(['description']), [])
const common = kit.lexical(kit.documents(['description']), ['stop-words'])
const all = kit.among({ tags: [], servers: [], visibilities: [] })
const only = (...tools: string[]): Admitted => {
  const admitted = new Set(tools.map(id))
  return {
    key: tools.join(),
    tools: admitted,
    size: admitted.size,
    prepare: () => Promise.resolve(),
  }
}

const options: LexicalOptions = { depth: 10, k1: 1.2, b: 0.75, countRepeats: false, among: all }
const searching = (more: Partial<LexicalOptions> = {}, source = words) =>
  pipe(planAsIs()).to(lexical(source, { ...options, ...more }))
const search = async (text: string, more: Partial<LexicalOptions> = {}) =>
  (await run(searching(more), queryOf(text), runCall())).tools
const termsOf = ([first]: Awaited<ReturnType<typeof search>>) =>
  scorePartsOf(first?.witnesses ?? [])[0]?.terms

/** All documents are equally long, so a term that stands once in one gives its idf. */
const idf = (documents: number, holding: number) =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))

describe('lexical retrieval', () => {
  it('analyses the query like the documents', async () => {
    const [first] = await search('SEND, please!')
    expect(first?.tool).toBe('send')
    expect(first?.score).toBeCloseTo(idf(4, 1), 6)
  })

  it('counts a repeated word once, or each time where that is wanted', async () => {
    const [once] = await search('mail mail mail')
    const [thrice] = await search('mail mail mail', { countRepeats: true })
    expect(once?.score).toBeCloseTo(idf(4, 2), 6)
    expect(thrice?.score).toBeCloseTo(3 * idf(4, 2), 6)
  })

  it('searches among the given tools alone, with their statistics', async () => {
    const found = await search('mail', { among: only('send', 'event') })
    expect(namesOf({ tools: found })).toEqual(['send'])
    expect(found[0]?.score).toBeCloseTo(idf(2, 1), 6)
  })

  it('says what each term added when the run is recorded, and only then', async () => {
    const { output } = await recorded(searching(), queryOf('send mail'))
    const plain = await search('send mail')
    expect(termsOf(output.tools)?.['send']).toBeCloseTo(idf(4, 1), 6)
    expect(termsOf(output.tools)?.['mail']).toBeCloseTo(idf(4, 2), 6)
    expect(plain[0]?.witnesses[0]).not.toHaveProperty('terms')
    expect(plain[0]?.score).toBe(output.tools[0]?.score)
  })

  it('says which word, as written, each term stands for', async () => {
    const { steps } = await recorded(searching(), queryOf('Send the MAIL!'))
    expect(steps[1]?.step.words).toEqual(
      new Map([
        ['send', 'Send'],
        ['the', 'the'],
        ['mail', 'MAIL'],
      ]),
    )
  })

  it('fetches no more than depth', async () => {
    expect(await search('event mail', { depth: 3 })).toHaveLength(3)
  })

  it('finds nothing for a query of words that no document holds', async () => {
    const { output, call } = await recorded(searching(), queryOf('refund'))
    expect(output.tools).toEqual([])
    expect(call.tally.degraded).toEqual([])
  })

  it.each(['', '🙂', 'What is it?'])(
    'says so where a query has no word to match: “%s”',
    async (text) => {
      const call = runCall()
      expect((await run(searching({}, common), queryOf(text), call)).tools).toEqual([])
      expect(call.tally.degraded).toEqual([
        'This query has no word to match: found nothing by words (Search by words).',
      ])
    },
  )

  it('is told apart by everything that shapes what it finds', () => {
    const [, stage] = searching({ depth: 3, k1: 2, b: 0, countRepeats: true }).stages
    expect(stage?.settings).toEqual({ depth: 3, k1: 2, b: 0, 'count repeats': true })
    const sources = sourcesOf(searching({ among: only('send') })).map(({ key }) => key)
    expect(sources).toEqual([words.key, 'send'])
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const stopping = {
      ...words,
      search: (...given: Parameters<typeof words.search>) => {
        stop.abort(new Error('Stopped by the user.'))
        return words.search(...given)
      },
    }
    const pipeline = searching({}, stopping)
    await expect(run(pipeline, queryOf('mail'), runCall({ signal: stop.signal }))).rejects.toThrow(
      'Stopped by the user.',
    )
  })
})
