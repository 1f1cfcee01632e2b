import { describe, expect, it } from 'vitest'
import {
  contentHash,
  documentHash,
} from '../../../../src-main/pipeline/knowledge-base/weighed-text'
import {
  embedDocuments,
  storedUnder,
  type DocumentStore,
} from '../../../../src-main/pipeline/knowledge-base/embed-documents'
import { memoryDocumentStore } from '../../../fakes/document-store'
import { conceptEmbedder } from '../../../fakes/embedder'

const concepts = [['send'], ['find'], ['mail']]
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `send mail ${at}`)

function start() {
  return { store: memoryDocumentStore(), embedder: conceptEmbedder(concepts) }
}

/** Each text as its only part. */
const embedTexts = (
  ports: Parameters<typeof embedDocuments>[0],
  texts: readonly string[],
  call?: Parameters<typeof embedDocuments>[2],
) => {
  const parts = texts.map((text) => [{ text, weight: 1 }])
  return embedDocuments(
    ports,
    {
      hashes: parts.map(documentHash),
      parts: async (places) => places.map((at) => parts[at] ?? []),
    },
    call,
  )
}

/** The vectors that `texts` are stored with, in order. */
const vectorsOf = ({ store }: ReturnType<typeof start>, hashes: readonly string[]) => {
  const vectors = new Map(store.documents('concepts').map(({ hash, vector }) => [hash, vector]))
  return hashes.map((hash) => vectors.get(hash))
}

describe('embedding documents', () => {
  it('stores each text with its vector, and says under what', async () => {
    const ports = start()
    const texts = ['find', 'send', 'mail']
    const result = await embedTexts(ports, texts)
    expect(result).toEqual({
      hashes: texts.map(contentHash),
      unsaved: new Map(),
      embedded: 3,
      reused: 0,
      cut: [],
      none: [],
      newlyNone: [],
      newlyCut: [],
    })
    expect(vectorsOf(ports, result.hashes)).toEqual([
      Float32Array.of(0, 1, 0),
      Float32Array.of(1, 0, 0),
      Float32Array.of(0, 0, 1),
    ])
  })

  it('embeds only what changed since', async () => {
    const ports = start()
    await embedTexts(ports, ['send mail', 'find mail'])
    const { hashes, embedded, reused } = await embedTexts(ports, ['send mail', 'find'])
    expect(ports.embedder.embedded.flat()).toEqual(['send mail', 'find mail', 'find'])
    expect({ embedded, reused }).toEqual({ embedded: 1, reused: 1 })
    expect(vectorsOf(ports, hashes)[1]).toEqual(Float32Array.of(0, 1, 0))
  })

  it('asks the embedder nothing where nothing changed', async () => {
    const ports = start()
    const first = await embedTexts(ports, ['send', 'find'])
    const again = await embedTexts(ports, ['find', 'send'])
    expect(ports.embedder.embedded).toHaveLength(1)
    expect(again.hashes).toEqual(first.hashes.toReversed())
  })

  it('stores what was cut apart from what is whole, and knows it again', async () => {
    const { store, embedder } = start()
    const whole = { ...embedder, embedDocuments: embedder.embedDocuments.bind(embedder) }
    const cutting: typeof embedder = {
      ...embedder,
      async embedDocuments(texts, signal, onCut) {
        for (const [at, text] of texts.entries()) if (text.length > 9) onCut?.(at, 9)
        return embedder.embedDocuments(
          texts.map((text) => text.slice(0, 9)),
          signal,
        )
      },
    }
    const texts = ['send', 'find mail and send', 'find mail and send']
    const first = await embedTexts({ store, embedder: cutting }, texts)
    expect(first).toMatchObject({ embedded: 2, cut: [1, 2], newlyCut: [1, 2] })
    expect(store.documents('concepts').map(({ text }) => text)).toEqual(['send', 'find mail'])
    const again = await embedTexts({ store, embedder: whole }, [...texts, 'find mail'])
    expect(again).toMatchObject({ embedded: 1, reused: 2, cut: [1, 2], newlyCut: [] })
    expect(again.hashes.slice(0, 3)).toEqual(first.hashes)
    expect(new Set(again.hashes).size).toBe(3)
  })

  it('embeds a text that comes several times once', async () => {
    const ports = start()
    const { hashes, embedded } = await embedTexts(ports, ['send', 'find', 'send'])
    expect(ports.embedder.embedded).toEqual([['send', 'find']])
    expect(embedded).toBe(2)
    expect(hashes[2]).toBe(hashes[0])
  })

  it('gives back what cannot be stored, and embeds it again the next time', async () => {
    const ports = { store: memoryDocumentStore({ readOnly: true }), embedder: start().embedder }
    const { hashes, unsaved } = await embedTexts(ports, ['send', 'find'])
    expect(hashes.map((hash) => unsaved.get(hash))).toEqual([
      Float32Array.of(1, 0, 0),
      Float32Array.of(0, 1, 0),
    ])
    expect(await embedTexts(ports, ['send', 'find'])).toMatchObject({ embedded: 2, reused: 0 })
  })

  it('gives back only what could not be stored where some could', async () => {
    const { store, embedder } = start()
    await embedTexts({ store, embedder }, ['send'])
    const full = { ...store, saveDocuments: () => Promise.resolve(false) }
    const { hashes, unsaved } = await embedTexts({ store: full, embedder }, ['send', 'find'])
    expect([...unsaved.keys()]).toEqual([hashes[1]])
  })

  it('writes many documents in portions, each once', async () => {
    const { store, embedder } = start()
    const written: number[] = []
    const counting = {
      ...store,
      saveDocuments: (...given: Parameters<typeof store.saveDocuments>) => {
        written.push(given[1].length)
        return store.saveDocuments(...given)
      },
    }
    await embedTexts({ store: counting, embedder }, numbered(2500))
    expect(written.length).toBeGreaterThan(1)
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(2500)
    expect(store.documents('concepts')).toHaveLength(2500)
    expect(Math.max(...embedder.embedded.map((texts) => texts.length))).toBeLessThanOrEqual(64)
  })

  it('goes on embedding while it writes', async () => {
    const { store, embedder } = start()
    const texts = numbered(1_200)
    let goesOn: (() => void) | undefined
    const wentOn = new Promise<void>((resolve) => (goesOn = resolve))
    const watched: typeof embedder = {
      ...embedder,
      embedDocuments(given, ...call) {
        if (given.includes(texts[1_100] ?? '')) goesOn?.()
        return embedder.embedDocuments(given, ...call)
      },
    }
    const waiting: DocumentStore = {
      ...store,
      async saveDocuments(...given) {
        await wentOn
        return store.saveDocuments(...given)
      },
    }
    await embedTexts({ store: waiting, embedder: watched }, texts)
    expect(store.documents('concepts')).toHaveLength(1_200)
  })

  it('fails where writing fails, also while it embeds', async () => {
    const { store, embedder } = start()
    const broken: DocumentStore = {
      ...store,
      saveDocuments: () => Promise.reject(new Error('The disk is gone.')),
    }
    await expect(embedTexts({ store: broken, embedder }, numbered(3_000))).rejects.toThrow(
      'The disk is gone.',
    )
  })

  it('keeps the vectors of different embedders apart', async () => {
    const { store, embedder } = start()
    await embedTexts({ store, embedder }, ['send'])
    const other = conceptEmbedder(concepts, 'other')
    expect(await embedTexts({ store, embedder: other }, ['send'])).toMatchObject({
      embedded: 1,
      reused: 0,
    })
  })

  it('stores text and vector by content hash', async () => {
    const { store, embedder } = start()
    await embedTexts({ store, embedder }, ['send'])
    expect(store.documents('concepts')).toEqual([
      { hash: contentHash('send'), text: 'send', vector: Float32Array.of(1, 0, 0) },
    ])
  })

  it('tells its progress by what is left to embed', async () => {
    const ports = start()
    await embedTexts(ports, ['send'])
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => told.push([done, total])
    await embedTexts(ports, ['send', ...numbered(100)], { onProgress })
    expect(told.at(-1)).toEqual([100, 100])
    expect(told.length).toBeGreaterThan(1)
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b))
  })

  it('keeps what it embedded when it is stopped, and goes on from there', async () => {
    const ports = start()
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('Stopped by the user.'))
    const stopped = embedTexts(ports, numbered(200), { signal: stop.signal, onProgress })
    await expect(stopped).rejects.toThrow('Stopped by the user.')
    const kept = ports.store.documents('concepts').length
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(200)
    const { embedded, reused } = await embedTexts(ports, numbered(200))
    expect({ embedded, reused }).toEqual({ embedded: 200 - kept, reused: kept })
  })

  it('keeps what it embedded when the embedder fails', async () => {
    const { store, embedder } = start()
    const breaking = {
      ...embedder,
      embedDocuments: async (texts: string[], signal: AbortSignal) => {
        if (embedder.embedded.length > 0) throw new Error('Ollama is gone.')
        return embedder.embedDocuments(texts, signal)
      },
    }
    const failed = embedTexts({ store, embedder: breaking }, numbered(200))
    await expect(failed).rejects.toThrow('Ollama is gone.')
    expect(store.documents('concepts')).toHaveLength(embedder.embedded[0]?.length ?? 0)
  })

  it.each([
    ['fewer', (vectors: Float32Array[]) => vectors.slice(1), '1 vectors for 2 texts'],
    ['more', (vectors: Float32Array[]) => [...vectors, ...vectors], '4 vectors for 2 texts'],
  ])('refuses %s vectors than texts, and stores none of them', async (_, spoil, said) => {
    const { store, embedder } = start()
    const odd = {
      ...embedder,
      embedDocuments: async (texts: string[], signal: AbortSignal) =>
        spoil(await embedder.embedDocuments(texts, signal)),
    }
    await expect(embedTexts({ store, embedder: odd }, ['send', 'find'])).rejects.toThrow(said)
    expect(store.documents('concepts')).toEqual([])
  })

  describe('tells that all is embedded again', () => {
    const texts = ['send', 'find', 'mail']

    async function toldOf(before: string[], fingerprint: string, asked: string[]) {
      const { store, embedder } = start()
      await embedTexts({ store, embedder }, before)
      const next = conceptEmbedder(concepts, fingerprint)
      const told: [documents: number, embedder: string, embeddedSoFar: number][] = []
      await embedTexts({ store, embedder: next }, asked, {
        onRenewal: (documents, name) => told.push([documents, name, next.embedded.length]),
      })
      return told
    }

    it('once, before it begins, when the vectors there are are another embedder’s', async () => {
      expect(await toldOf(texts, 'another', texts)).toEqual([[3, 'concepts', 0]])
    })

    it.each([
      { when: 'the first time', before: [], fingerprint: 'concepts', asked: texts },
      { when: 'when some are missing', before: ['send'], fingerprint: 'concepts', asked: texts },
      { when: 'when none is missing', before: texts, fingerprint: 'concepts', asked: texts },
      { when: 'when there are no texts', before: texts, fingerprint: 'another', asked: [] },
    ])('but not $when', async ({ before, fingerprint, asked }) => {
      expect(await toldOf(before, fingerprint, asked)).toEqual([])
    })

    it('but not when its own vectors are of other texts', async () => {
      const { store, embedder } = start()
      const told: number[] = []
      const onRenewal = (documents: number) => told.push(documents)
      await embedTexts({ store, embedder: conceptEmbedder(concepts, 'earlier') }, texts)
      await embedTexts({ store, embedder }, texts, { onRenewal })
      await embedTexts({ store, embedder }, ['send mail', 'find mail'], { onRenewal })
      expect(told).toEqual([3])
    })
  })

  describe('in parts', () => {
    const inParts = (...texts: [string, number][][]) => {
      const parts = texts.map((text) => text.map(([part, weight]) => ({ text: part, weight })))
      return {
        hashes: parts.map(documentHash),
        parts: async (places: readonly number[]) => places.map((at) => parts[at] ?? []),
      }
    }
    const mails = inParts(
      [
        ['send', 1],
        ['mail', 0.5],
      ],
      [
        ['find', 1],
        ['mail', 0.5],
      ],
    )

    it('adds up the parts’ vectors by what they count, and embeds each part once', async () => {
      const ports = start()
      const { hashes, embedded } = await embedDocuments(ports, mails)
      expect(embedded).toBe(2)
      expect(ports.embedder.embedded).toEqual([['send', 'mail', 'find']])
      const long = 1 / Math.hypot(1, 0.5)
      const short = 0.5 / Math.hypot(1, 0.5)
      expect(vectorsOf(ports, hashes)).toEqual([
        Float32Array.of(long, 0, short),
        Float32Array.of(0, long, short),
      ])
    })

    it('are another text where a part counts otherwise, or is the only one', async () => {
      const ports = start()
      const [first] = (await embedDocuments(ports, mails)).hashes
      const other = inParts(
        [
          ['send', 1],
          ['mail', 0.3],
        ],
        [['send', 1]],
      )
      expect(await embedDocuments(ports, other)).toMatchObject({ embedded: 2, reused: 0 })
      expect(other.hashes).not.toContain(first)
      expect(other.hashes[1]).toBe(contentHash('send'))
    })

    it('are not kept by themselves where words are added up in no time', async () => {
      const ports = start()
      const { hashes } = await embedDocuments(ports, mails)
      expect(ports.store.documents('concepts').map(({ hash }) => hash)).toEqual(hashes)
    })

    it('are kept where sentences are read, so that texts made anew of them embed little', async () => {
      const { store, embedder } = start()
      const ports = { store, embedder: { ...embedder, reads: 'sentences' as const } }
      await embedDocuments(ports, mails)
      const { hashes } = await embedDocuments(
        ports,
        inParts([
          ['send', 1],
          ['mail', 0.5],
          ['find', 0.5],
          ['send mail', 1],
        ]),
      )
      expect(embedder.embedded).toEqual([['send', 'mail', 'find'], ['send mail']])
      expect(vectorsOf({ store, embedder }, hashes)[0]).toBeDefined()
    })

    it('are cut where one of them is, also where that is known from before', async () => {
      const { store, embedder } = start()
      const cutting: typeof embedder = {
        ...embedder,
        reads: 'sentences',
        async embedDocuments(texts, signal, onCut) {
          for (const [at, text] of texts.entries()) if (text.length > 4) onCut?.(at, 4)
          return embedder.embedDocuments(texts, signal)
        },
      }
      const long: [string, number] = ['find mail', 1]
      const before = inParts([['send', 1], long])
      const first = await embedDocuments({ store, embedder: cutting }, before)
      expect(first).toMatchObject({ cut: [0], newlyCut: [0] })
      const after = inParts([['mail', 1], long], [['mail', 1]])
      const then = await embedDocuments({ store, embedder: cutting }, after)
      expect(then).toMatchObject({ cut: [0], newlyCut: [0] })
      const again = await embedDocuments({ store, embedder: cutting }, before)
      expect(again).toMatchObject({ embedded: 0, cut: [0], newlyCut: [] })
      expect(again.hashes).toEqual(first.hashes)
    })
  })

  it('may be stored whole, cut or as having no vector', () => {
    expect([...storedUnder(['a', 'b'])]).toEqual(['a', 'a-cut', 'a-none', 'b', 'b-cut', 'b-none'])
  })

  it('does nothing for no texts', async () => {
    const ports = start()
    expect(await embedTexts(ports, [])).toEqual({
      hashes: [],
      unsaved: new Map(),
      embedded: 0,
      reused: 0,
      cut: [],
      none: [],
      newlyNone: [],
      newlyCut: [],
    })
    expect(ports.embedder.embedded).toEqual([])
  })
})

describe('a content hash', () => {
  it('tells texts apart and is always the same', () => {
    expect(contentHash('send')).toBe(contentHash('send'))
    expect(contentHash('send')).not.toBe(contentHash('Send'))
    expect(contentHash('')).toMatch(/^[0-9a-f]{32}$/)
  })
})
