import { describe, expect, it } from 'vitest'
import { buildMemoryToolIndex } from '../../../../src-main/adapters/memory/memory-tool-index'
import { analyser } from '../../../../src-main/pipeline/knowledge-base/analyse'
import { lexical, type LexicalOptions } from '../../../../src-main/pipeline/retrieval/lexical'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { queryOf } from '../../../../src-main/domain/query'
import { id } from '../../../fakes/catalog-tool'
import { stageContext } from '../../../fakes/stage-context'

const analyse = analyser([])
const DOCUMENTS = {
  send: 'send mail',
  find: 'find mail',
  event: 'add event',
  remove: 'remove event',
}
const index = buildMemoryToolIndex(
  Object.entries(DOCUMENTS).map(([tool, text]) => ({ tool: id(tool), terms: analyse(text) })),
)
const options: LexicalOptions = { depth: 10, k1: 1.2, b: 0.75, countRepeats: false }

async function search(text: string, more: Partial<LexicalOptions> = {}, trace?: []) {
  const source = async () => ({ index: await index, analyse })
  const pipeline = planAsIs().to(lexical(source, { ...options, ...more }))
  return (await pipeline.run(queryOf(text), stageContext({ trace }))).tools
}

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
    const among = new Set(['send', 'event'].map(id))
    const found = await search('mail', { among })
    expect(found.map(({ tool }) => tool)).toEqual(['send'])
    expect(found[0]?.score).toBeCloseTo(idf(2, 1), 6)
  })

  it('says what each term added when the trace is on, and only then', async () => {
    const [explained] = await search('send mail', {}, [])
    const [plain] = await search('send mail')
    expect(explained?.parts[0]?.terms?.['send']).toBeCloseTo(idf(4, 1), 6)
    expect(explained?.parts[0]?.terms?.['mail']).toBeCloseTo(idf(4, 2), 6)
    expect(plain?.parts[0]).not.toHaveProperty('terms')
    expect(plain?.score).toBe(explained?.score)
  })

  it('fetches no more than depth', async () => {
    expect(await search('event mail', { depth: 3 })).toHaveLength(3)
  })

  it('finds nothing for a query of no known words', async () => {
    expect(await search('')).toEqual([])
    expect(await search('refund')).toEqual([])
  })
})
