import { describe, expect, it } from 'vitest'
import { queryVectors } from '../../../../src-main/pipeline/knowledge-base/query-vectors'
import type { Embedder } from '../../../../src-main/ports/embedder'
import { manualClock } from '../../../fakes/clock'

const signal = new AbortController().signal
const floats = (values: number[]) => Float32Array.from(values)

/** An embedder that notes what it is asked, one list a call, and takes in four characters. */
function noted(fingerprint = 'noted') {
  const asked: string[][] = []
  const embedQueries: Embedder['embedQueries'] = async (texts, _, onCut) => {
    asked.push([...texts])
    texts.forEach((text, at) => text.length > 4 && onCut?.(at, 4))
    return texts.map((text) => Float32Array.of(text.length))
  }
  const embedder = {
    name: 'noted',
    fingerprint,
    dimensions: 1,
    reads: 'words' as const,
    embedQueries,
    embedDocuments: async () => [],
  }
  return { asked, embedder }
}

function open(mostRecent?: number) {
  const { asked, embedder } = noted()
  return { asked, embedder, vectors: queryVectors(async () => embedder, mostRecent) }
}

it('embeds each text once, in one call, and gives vectors in the order of the texts', async () => {
  const { asked, embedder, vectors } = open()
  const of = (texts: string[]) => vectors.of(embedder, texts, { signal })
  expect(await of(['one', 'four', 'one'])).toEqual([[3], [4], [3]].map(floats))
  expect(await of(['five', 'four'])).toEqual([[4], [4]].map(floats))
  expect(await of(['one', 'four'])).toEqual([[3], [4]].map(floats))
  expect(asked).toEqual([['one', 'four'], ['five']])
})

it('tells of texts that were sent, not of those that were known or that another had sent with the same call', async () => {
  const { asked, embedder, vectors } = open()
  const told: number[] = []
  const onEmbedded = ({ texts }: { texts: number }) => told.push(texts)
  const of = (...texts: string[]) => vectors.of(embedder, texts, { signal, onEmbedded })
  await Promise.all([of('one', 'two', 'one'), of('two', 'three'), of('one')])
  expect(asked).toEqual([['one', 'two', 'three']])
  expect(told).toEqual([2, 1, 0])
  await of('one', 'two')
  expect(told).toHaveLength(3)
})

it('says each time which texts were cut, also where their vectors are known', async () => {
  const { asked, embedder, vectors } = open()
  for (let time = 0; time < 2; time++) {
    const cut: [number, number][] = []
    const onCut = (at: number, characters: number) => cut.push([at, characters])
    await vectors.of(embedder, ['one', 'longer'], { signal, onCut })
    expect(cut).toEqual([[1, 4]])
  }
  expect(asked).toHaveLength(1)
})

it('forgets the texts that were asked for longest ago', async () => {
  const { asked, embedder, vectors } = open(100)
  const of = (...texts: string[]) => vectors.of(embedder, texts, { signal })
  await of('first', 'second')
  await of('first')
  for (let at = 0; at < 99; at++) await of(`other ${at}`)
  asked.length = 0
  await of('first')
  expect(asked).toEqual([])
  await of('second')
  expect(asked).toEqual([['second']])
})

it('takes the vectors of one embedder for no other', async () => {
  const { embedder, vectors } = open()
  const other = noted('other')
  await vectors.of(embedder, ['one'], { signal })
  await vectors.of(other.embedder, ['one'], { signal })
  expect(other.asked).toEqual([['one']])
})

it('remembers nothing of a call that failed', async () => {
  const { embedder, vectors } = open()
  const away = { ...embedder, embedQueries: () => Promise.reject(new Error('away')) }
  await expect(vectors.of(away, ['one'], { signal })).rejects.toThrow('away')
  expect(await vectors.of(embedder, ['one'], { signal })).toEqual([floats([3])])
})

describe('texts wanted in the same turn', () => {
  it('are embedded in one call, each once', async () => {
    const { asked, embedder, vectors } = open()
    const of = (...texts: string[]) => vectors.of(embedder, texts, { signal })
    const given = await Promise.all([of('one', 'four'), of('four', 'five!'), of('one')])
    expect(given).toEqual([[floats([3]), floats([4])], [floats([4]), floats([5])], [floats([3])]])
    expect(asked).toEqual([['one', 'four', 'five!']])
  })

  it('go on for one who waits where another is stopped', async () => {
    const { embedder, vectors } = open()
    const stop = new AbortController()
    const stopped = vectors.of(embedder, ['one'], { signal: stop.signal })
    const other = vectors.of(embedder, ['four'], { signal })
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    expect(await other).toEqual([floats([4])])
  })

  it('are given up once all who wait are stopped', async () => {
    const { embedder, vectors } = open()
    const seen = Promise.withResolvers<AbortSignal>()
    const waiting = {
      ...embedder,
      embedQueries: async (_: string[], given: AbortSignal) => {
        seen.resolve(given)
        return new Promise<never>(() => undefined)
      },
    }
    const stops = [new AbortController(), new AbortController()]
    const both = stops.map((stop) => vectors.of(waiting, ['one'], { signal: stop.signal }))
    const settled = Promise.allSettled(both)
    const given = await seen.promise
    stops[0]?.abort()
    expect(given.aborted).toBe(false)
    stops[1]?.abort()
    expect(given.aborted).toBe(true)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('what a text takes alone', () => {
  /**
   * An embedder that takes a second to start, 10 ms a text that is asked alone, and in a batch 40
   * ms for each.
   */
  function slow(remembered: readonly string[] = []) {
    const clock = manualClock()
    const { asked, embedder } = noted()
    let isStarted = false
    const compute: Embedder['embedQueries'] = async (texts, ...call) => {
      if (!isStarted) clock.moveOn(1000)
      isStarted = true
      clock.moveOn(texts.length * (texts.length > 2 ? 40 : 10))
      return embedder.embedQueries(texts, ...call)
    }
    const embedQueries: Embedder['embedQueries'] = (texts, ...call) =>
      compute(
        texts.filter((text) => !remembered.includes(text)),
        ...call,
      )
    const all = { ...embedder, embedQueries, embedNewQueries: compute }
    return { clock, asked, held: queryVectors(async () => all).hold() }
  }
  const many = Array.from({ length: 50 }, (_, at) => [`q${at}`])

  it('is neither the start of the embedder nor a share of a batch', async () => {
    const { clock, held } = slow()
    expect(await held.textAloneMs(many, { clock, signal })).toBe(10)
  })

  it('is measured on whole queries, and on few', async () => {
    const { clock, asked, held } = slow()
    const twoEach = many.map(([text = '']) => [text, `${text} clause`])
    expect(await held.textAloneMs(twoEach, { clock, signal })).toBe(10)
    expect(asked).toHaveLength(8)
    expect(asked[0]).toEqual(['q0', 'q0 clause'])
  })

  it('is the same for queries that the embedder remembers', async () => {
    const { clock, held } = slow(many.flat())
    expect(await held.textAloneMs(many, { clock, signal })).toBe(10)
  })

  it.each([1, 2, 3])('is told by %i queries too', async (queries) => {
    const { clock, held } = slow()
    expect(await held.textAloneMs(many.slice(0, queries), { clock, signal })).toBe(10)
  })

  it('is nothing where there is no query', async () => {
    const { clock, asked, held } = slow()
    expect(await held.textAloneMs([], { clock, signal })).toBe(0)
    expect(asked).toEqual([])
  })

  it('embeds no text a second time with the others, which counts it as done', async () => {
    const { clock, asked, held } = slow()
    await held.textAloneMs(many, { clock, signal })
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => told.push([done, total])
    await held.embed(many.flat(), { signal, onProgress })
    expect(asked.flat().toSorted()).toEqual(many.flat().toSorted())
    expect(told).toEqual([[50, 50]])
  })
})
