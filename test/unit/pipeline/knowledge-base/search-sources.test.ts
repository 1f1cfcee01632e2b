import { describe, expect, it } from 'vitest'
import { id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { openMemoryVectorIndex } from '../../../fakes/indexes'
import { bm25, call, notedKit, TOOLS } from './noted-kit'

describe('search by words', () => {
  it('is over the terms of every tool document, analysed as asked', async () => {
    const { kit, words } = notedKit()
    const steps = ['split-identifiers', 'stemming']
    const source = kit.lexical(kit.documents(['name']), steps)
    const [hits] = await source.search(['sending'], bm25)
    expect(words).toEqual([
      {
        texts: [
          { key: 'admin/wipe', text: 'wipe' },
          { key: 'mail/findMail', text: 'find mail' },
          { key: 'mail/sendMail', text: 'send mail' },
          { key: 'ping', text: 'ping' },
        ],
        pooling: 'best',
      },
    ])
    expect(hits?.map(({ key }) => key)).toEqual(['mail/sendMail'])
  })

  it('builds one index for the same documents and steps, also when asked at once', async () => {
    const { kit, words } = notedKit()
    const [one, same] = [1, 2].map(() => kit.lexical(kit.documents(['name']), []))
    await Promise.all([one?.prepare(), same?.search(['mail'], bm25), one?.search(['mail'], bm25)])
    expect(words).toHaveLength(1)
    await kit.lexical(kit.documents(['name']), ['stemming']).prepare()
    await kit.lexical(kit.documents(['name', 'description']), []).prepare()
    expect(words).toHaveLength(3)
  })

  it('gives a list for each text, in order', async () => {
    const { kit } = notedKit()
    const source = kit.lexical(kit.documents(['description']), [])
    const lists = await source.search(['hello', 'nothing', 'mail'], { ...bm25, depth: 1 })
    expect(lists.map((list) => list.map(({ key }) => key))).toEqual([
      ['ping'],
      [],
      ['mail/findMail'],
    ])
  })

  it('counts a repeated word as often as wanted', async () => {
    const { kit } = notedKit()
    const source = kit.lexical(kit.documents(['description']), [])
    const scoreOf = async (countRepeats: boolean) => {
      const [[first] = []] = await source.search(['hello hello'], { ...bm25, countRepeats })
      return first?.score ?? 0
    }
    expect(await scoreOf(true)).toBeCloseTo(2 * (await scoreOf(false)), 6)
  })

  it('is among the keys given, and explains itself where wanted', async () => {
    const { kit } = notedKit()
    const source = kit.lexical(kit.documents(['description']), [])
    const among = new Set([id('mail/findMail')])
    const [hits] = await source.search(['mail'], { ...bm25, among, explain: Infinity })
    expect(hits).toEqual([
      { key: 'mail/findMail', score: expect.any(Number), terms: { mail: expect.any(Number) } },
    ])
  })

  it('knows the words of texts as written, without building anything', async () => {
    const { kit, words } = notedKit()
    const source = kit.lexical(kit.documents(['name']), ['stemming'])
    expect(await source.wordsOf(['Notifying'])).toEqual(new Map([['notifi', 'Notifying']]))
    expect(words).toEqual([])
  })

  it('needs no embedder', async () => {
    const { kit, embedder } = notedKit({
      embedder: () => Promise.reject(new Error('None is there.')),
    })
    await kit.lexical(kit.documents(['name']), []).prepare()
    expect(embedder.embedded).toEqual([])
  })
})

describe('search by meaning', () => {
  it('is over the vectors of every tool document, its identifiers written as words', async () => {
    const { kit, embedder, meanings } = notedKit()
    await kit.dense(kit.documents(['name'])).prepare()
    const texts = ['wipe', 'find Mail', 'send Mail', 'ping']
    expect(embedder.embedded).toEqual([texts])
    expect(meanings[0]?.texts.map(({ key }) => key)).toEqual(TOOLS.map(({ tool }) => tool.id))
  })

  it('opens one index for the same documents', async () => {
    const { kit, embedder } = notedKit()
    const [one, same] = [1, 2].map(() => kit.dense(kit.documents(['name'])))
    await Promise.all([one?.prepare(), same?.search(['mail'], call)])
    expect(embedder.embedded).toHaveLength(1)
    await kit.dense(kit.documents(['description'])).prepare()
    expect(embedder.embedded).toHaveLength(2)
  })

  it('embeds all texts in one request and gives a list for each, none for one without meaning', async () => {
    const asked: string[][] = []
    const embedder = conceptEmbedder([['send'], ['find'], ['mail']])
    const { kit } = notedKit({
      embedder: () =>
        Promise.resolve({
          ...embedder,
          embedQueries: (texts: string[], signal: AbortSignal) => {
            asked.push(texts)
            return embedder.embedQueries(texts, signal)
          },
        }),
    })
    const source = kit.dense(kit.documents(['name']))
    const lists = await source.search(['find', 'qwertz', 'send'], { ...call, depth: 1 })
    expect(asked).toEqual([['find', 'qwertz', 'send']])
    expect(lists.map((list) => list?.map(({ key }) => key))).toEqual([
      ['mail/findMail'],
      undefined,
      ['mail/sendMail'],
    ])
  })

  it('is among the keys given', async () => {
    const { kit } = notedKit()
    const among = new Set([id('mail/findMail')])
    const [list] = await kit.dense(kit.documents(['name'])).search(['send'], { ...call, among })
    expect(list?.map(({ key }) => key)).toEqual(['mail/findMail'])
  })

  it('compares two documents by their index', async () => {
    const compared: string[][] = []
    const { kit } = notedKit({
      openVectorIndex: async (...given) => ({
        ...(await openMemoryVectorIndex(...given)),
        alike: async (one: string, other: string) => {
          compared.push([one, other])
          return 0.5
        },
      }),
    })
    const source = kit.dense(kit.documents(['name']))
    expect(await source.alike(id('mail/sendMail'), id('ping'))).toBe(0.5)
    expect(compared).toEqual([['mail/sendMail', 'ping']])
  })

  it('passes on how the first to prepare it is stopped and told, and no later one', async () => {
    const { kit, meanings } = notedKit()
    const source = kit.dense(kit.documents(['name']))
    const first = { onProgress: () => undefined }
    await source.prepare(first)
    await source.prepare({ onProgress: () => undefined })
    expect(meanings.map((built) => built.call)).toEqual([first])
    expect(meanings[0]?.call).toBe(first)
  })

  it('is tried again after a failure', async () => {
    let running = false
    const fake = conceptEmbedder([['send']])
    const { kit } = notedKit({
      embedder: async () => {
        if (!running) throw new Error('Ollama is not reachable.')
        return fake
      },
    })
    const source = kit.dense(kit.documents(['name']))
    await expect(source.prepare()).rejects.toThrow('Ollama is not reachable.')
    running = true
    expect(await source.search(['send'], call)).toEqual([
      [expect.objectContaining({ key: 'mail/sendMail' })],
    ])
  })

  it('is prepared by the next who waits where the first stops it', async () => {
    const stopper = new AbortController()
    let tries = 0
    const { kit } = notedKit({
      async openVectorIndex(embedder, documents, prepareCall) {
        tries++
        await new Promise(setImmediate)
        prepareCall?.signal?.throwIfAborted()
        return openMemoryVectorIndex(embedder, documents)
      },
    })
    const source = kit.dense(kit.documents(['description']))
    const first = source.prepare({ signal: stopper.signal })
    const others = [source.prepare(), source.prepare()]
    stopper.abort()
    await expect(first).rejects.toThrow('abort')
    const [second, third] = await Promise.all(others)
    expect(second).toBe(third)
    expect(tries).toBe(2)
  })

  it('fails for all who wait where it cannot be made', async () => {
    let tries = 0
    const { kit } = notedKit({
      async openVectorIndex() {
        tries++
        await new Promise(setImmediate)
        throw new Error('No vectors today')
      },
    })
    const source = kit.dense(kit.documents(['description']))
    for (const each of [source.prepare(), source.prepare()]) {
      await expect(each).rejects.toThrow('No vectors today')
    }
    expect(tries).toBe(1)
  })
})
