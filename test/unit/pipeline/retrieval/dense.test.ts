import { describe, expect, it } from 'vitest'
import { buildMemoryToolIndex } from '../../../../src-main/adapters/memory/memory-tool-index'
import { queryOf } from '../../../../src-main/domain/query'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { dense, type DenseOptions } from '../../../../src-main/pipeline/retrieval/dense'
import { id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { stageContext } from '../../../fakes/stage-context'

const embedder = conceptEmbedder([['send', 'write'], ['mail', 'letter'], ['event']])
const DOCUMENTS = { both: 'send mail', mail: 'mail', event: 'event' }

async function source() {
  const texts = Object.values(DOCUMENTS)
  const vectors = await embedder.embedDocuments(texts, new AbortController().signal)
  const tools = Object.keys(DOCUMENTS)
  return {
    embedder,
    index: await buildMemoryToolIndex(
      tools.map((tool, at) => ({ tool: id(tool), terms: [], vector: vectors[at] })),
    ),
  }
}

async function search(text: string, more: Partial<DenseOptions> = {}) {
  const pipeline = planAsIs().to(dense(source, { depth: 10, ...more }))
  return (await pipeline.run(queryOf(text), stageContext())).tools
}

describe('dense retrieval', () => {
  it('ranks by the cosine of query and document', async () => {
    const [first, second] = await search('letter')
    expect(first).toMatchObject({ tool: 'mail', parts: [{ source: 'cosine', rank: 1 }] })
    expect(first?.score).toBeCloseTo(1, 6)
    expect(second?.tool).toBe('both')
    expect(second?.score).toBeCloseTo(Math.SQRT1_2, 6)
  })

  it('searches among the given tools alone, to the given depth', async () => {
    const among = new Set(['both', 'event'].map(id))
    expect((await search('mail', { among }))[0]?.tool).toBe('both')
    expect(await search('write a letter', { depth: 1 })).toHaveLength(1)
  })

  it('finds nothing for a query that means nothing to the embedder', async () => {
    expect(await search('zzz')).toEqual([])
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const stopping = async () => {
      stop.abort(new Error('Stopped by the user.'))
      return source()
    }
    const pipeline = planAsIs().to(dense(stopping, { depth: 1 }))
    const run = pipeline.run(queryOf('mail'), stageContext({ signal: stop.signal }))
    await expect(run).rejects.toThrow('Stopped by the user.')
  })
})
