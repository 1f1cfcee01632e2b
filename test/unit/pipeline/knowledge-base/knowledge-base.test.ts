import { describe, expect, it } from 'vitest'
import { buildMemoryToolIndex } from '../../../../src-main/adapters/memory/memory-tool-index'
import type { CatalogTool } from '../../../../src-main/domain/tool'
import {
  embeddedTexts,
  openKnowledgeBase,
  type KnowledgeBaseParts,
} from '../../../../src-main/pipeline/knowledge-base/knowledge-base'
import type { IndexedDocument } from '../../../../src-main/ports/tool-index'
import { catalogTool } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'

const TOOLS: CatalogTool[] = [
  catalogTool('mail/sendMail', { description: 'Sends a mail', tags: ['write', 'mail'] }),
  catalogTool('mail/findMail', { description: 'Finds a mail', tags: ['read', 'mail'] }),
  catalogTool('admin/wipe', { description: 'Wipes it all', visibility: 'hidden', tags: ['write'] }),
  catalogTool('ping', { description: 'Says hello' }, { visibility: 'internal', tags: ['test'] }),
]
const EVERYTHING = { tags: [], servers: [], visibilities: [] }

/** A knowledge base that notes which indexes were built and which closed. */
function open(over: Partial<KnowledgeBaseParts> = {}) {
  const embedder = conceptEmbedder([['send'], ['find'], ['mail']])
  const built: IndexedDocument[][] = []
  const closed: number[] = []
  const knowledgeBase = openKnowledgeBase({
    tools: TOOLS,
    async buildIndex(documents) {
      const number = built.push(documents)
      const index = await buildMemoryToolIndex(documents)
      return { ...index, close: async () => void closed.push(number) }
    },
    embedder: async () => embedder,
    embed: (given, texts) => given.embedDocuments(texts, new AbortController().signal),
    ...over,
  })
  return { knowledgeBase, embedder, built, closed }
}

describe('a filter', () => {
  const passing = (
    filter: Partial<Parameters<ReturnType<typeof openKnowledgeBase>['among']>[0]>,
  ) => {
    const among = open().knowledgeBase.among({ ...EVERYTHING, ...filter })
    return among && [...among]
  }

  it('that lets all through is none', () => {
    expect(passing({})).toBeUndefined()
    expect(passing({ visibilities: ['public', 'internal', 'hidden'] })).toBeUndefined()
  })

  it('lets through tools with one of the tags, the author’s before the imported ones', () => {
    expect(passing({ tags: ['read'] })).toEqual(['mail/findMail'])
    expect(passing({ tags: ['read', 'test'] })).toEqual(['mail/findMail', 'ping'])
  })

  it('lets through tools of one of the servers; tools without have the empty one', () => {
    expect(passing({ servers: ['admin'] })).toEqual(['admin/wipe'])
    expect(passing({ servers: [''] })).toEqual(['ping'])
  })

  it('lets through tools of one of the visibilities, the author’s before the imported one', () => {
    expect(passing({ visibilities: ['public'] })).toEqual(['mail/sendMail', 'mail/findMail'])
    expect(passing({ visibilities: ['internal'] })).toEqual(['ping'])
  })

  it('asks for all of its conditions at once', () => {
    expect(passing({ tags: ['write'], visibilities: ['public'] })).toEqual(['mail/sendMail'])
    expect(passing({ tags: ['nothing has this'] })).toEqual([])
  })

  it('gives the same set for the same filter, so that its statistics are kept', () => {
    const { knowledgeBase } = open()
    const filter = { ...EVERYTHING, tags: ['mail'] }
    expect(knowledgeBase.among(filter)).toBe(knowledgeBase.among({ ...filter, tags: ['mail'] }))
    expect(knowledgeBase.among(filter)).not.toBe(knowledgeBase.among(EVERYTHING))
  })
})

describe('the lexical index', () => {
  it('holds the terms of every tool document, analysed as asked', async () => {
    const { knowledgeBase, built } = open()
    const { analyse } = await knowledgeBase.lexical(['name'], ['split-identifiers', 'stemming'])
    expect(built[0]?.map(({ tool, terms }) => [tool, ...terms])).toEqual([
      ['mail/sendMail', 'send', 'mail'],
      ['mail/findMail', 'find', 'mail'],
      ['admin/wipe', 'wipe'],
      ['ping', 'ping'],
    ])
    expect(analyse('sending')).toEqual(['send'])
  })

  it('is built once for the same components and steps, also when asked for at once', async () => {
    const { knowledgeBase, built } = open()
    const [one, other] = await Promise.all([
      knowledgeBase.lexical(['name'], []),
      knowledgeBase.lexical(['name'], []),
    ])
    expect(one.index).toBe(other.index)
    await knowledgeBase.lexical(['name'], ['stemming'])
    await knowledgeBase.lexical(['name', 'description'], [])
    expect(built).toHaveLength(3)
  })
})

describe('the dense index', () => {
  it('holds the vectors of every tool document, its identifiers written as words', async () => {
    const { knowledgeBase, embedder, built } = open()
    await knowledgeBase.dense(['name'])
    expect(embedder.embedded).toEqual([['send Mail', 'find Mail', 'wipe', 'ping']])
    expect(built[0]?.map(({ vector }) => vector?.length)).toEqual([3, 3, 3, 3])
    expect(embeddedTexts(TOOLS, ['name'])).toEqual(embedder.embedded[0])
  })

  it('is built once for the same components', async () => {
    const { knowledgeBase, embedder } = open()
    await Promise.all([knowledgeBase.dense(['name']), knowledgeBase.dense(['name'])])
    expect(embedder.embedded).toHaveLength(1)
    await knowledgeBase.dense(['description'])
    expect(embedder.embedded).toHaveLength(2)
  })

  it('hands signal and progress of the first to ask on', async () => {
    const calls: unknown[] = []
    const { knowledgeBase } = open({
      embed: async (given, texts, call) => {
        calls.push(call)
        return given.embedDocuments(texts, new AbortController().signal)
      },
    })
    const call = { onProgress: () => undefined }
    await knowledgeBase.dense(['name'], call)
    await knowledgeBase.dense(['name'])
    expect(calls).toEqual([call])
  })

  it('is tried again after a failure', async () => {
    let running = false
    const fake = conceptEmbedder([['send']])
    const { knowledgeBase } = open({
      embedder: async () => {
        if (!running) throw new Error('Ollama is not reachable.')
        return fake
      },
    })
    await expect(knowledgeBase.dense(['name'])).rejects.toThrow('Ollama is not reachable.')
    running = true
    expect((await knowledgeBase.dense(['name'])).index.size).toBe(4)
  })
})

describe('closing', () => {
  it('closes every index, also where another could not be built', async () => {
    const { knowledgeBase, closed } = open({
      embedder: () => Promise.reject(new Error('Ollama is not reachable.')),
    })
    await knowledgeBase.lexical(['name'], [])
    await knowledgeBase.lexical(['description'], [])
    const failing = knowledgeBase.dense(['name'])
    await knowledgeBase.close()
    await expect(failing).rejects.toThrow()
    expect(closed).toEqual([1, 2])
  })

  it('knows every tool by id until then', () => {
    const { tools } = open().knowledgeBase
    expect(tools.size).toBe(4)
    expect(tools.get(TOOLS[2]?.tool.id ?? ('' as never))).toBe(TOOLS[2])
  })
})

describe('an index that several wait for', () => {
  it('is taken up by the next where the first stops it', async () => {
    const stopper = new AbortController()
    let asked = 0
    const { knowledgeBase, built } = open({
      async embed(embedder, texts, call) {
        asked++
        await new Promise(setImmediate)
        call?.signal?.throwIfAborted()
        return embedder.embedDocuments(texts, new AbortController().signal)
      },
    })
    const first = knowledgeBase.dense(['description'], { signal: stopper.signal })
    const second = knowledgeBase.dense(['description'])
    const third = knowledgeBase.dense(['description'])
    stopper.abort()
    await expect(first).rejects.toThrow('abort')
    expect((await second).index).toBe((await third).index)
    expect({ asked, built: built.length }).toEqual({ asked: 2, built: 1 })
  })

  it('fails for all of them where it cannot be made', async () => {
    let asked = 0
    const { knowledgeBase } = open({
      async embed() {
        asked++
        await new Promise(setImmediate)
        throw new Error('No vectors today')
      },
    })
    const all = [knowledgeBase.dense(['description']), knowledgeBase.dense(['description'])]
    for (const one of all) await expect(one).rejects.toThrow('No vectors today')
    expect(asked).toBe(1)
  })
})
