import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../../../src-main/domain/query/bundle'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import type { Documents, ToolFilter } from '../../../../src-main/pipeline/kit'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { bm25, call, EVERYTHING, notedKit, TOOLS } from './noted-kit'

describe('a filter', () => {
  const passing = (filter: Partial<ToolFilter>) => {
    const { tools, size } = notedKit().kit.among({ ...EVERYTHING, ...filter })
    expect(size).toBe(tools?.size ?? TOOLS.length)
    return tools && [...tools]
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
    expect(passing({ visibilities: ['public'] })).toEqual(['mail/findMail', 'mail/sendMail'])
    expect(passing({ visibilities: ['internal'] })).toEqual(['ping'])
  })

  it('asks for all of its conditions at once', () => {
    expect(passing({ tags: ['write'], visibilities: ['public'] })).toEqual(['mail/sendMail'])
    expect(passing({ tags: ['nothing has this'] })).toEqual([])
  })

  it('gives the same set for the same filter, so that its statistics are kept', () => {
    const { kit } = notedKit()
    const filter = { ...EVERYTHING, tags: ['mail'] }
    const same = kit.among({ ...filter, tags: ['mail'] })
    expect(kit.among(filter).tools).toBe(same.tools)
    expect(kit.among(filter).key).toBe(same.key)
    expect(kit.among(EVERYTHING)).not.toBe(same)
  })

  it('has a key of its own, whichever list a value stands in', () => {
    const { kit } = notedKit()
    const filters = [
      EVERYTHING,
      { ...EVERYTHING, tags: ['mail'] },
      { ...EVERYTHING, servers: ['mail'] },
      { ...EVERYTHING, tags: ['mail', 'read'] },
      { ...EVERYTHING, tags: ['mail,read'] },
    ]
    expect(new Set(filters.map((filter) => kit.among(filter).key)).size).toBe(filters.length)
  })
})

describe('making a source', () => {
  it('computes nothing', () => {
    const fail = () => {
      throw new Error('Too early.')
    }
    const { kit } = notedKit({
      bundles: fail,
      embedder: fail,
      buildLexicalIndex: fail,
      openVectorIndex: fail,
    })
    const documents: Documents<ToolId> = { key: 'none', pooling: 'best', texts: fail }
    const keys = [kit.lexical(documents, []), kit.dense(documents), kit.history].map(
      ({ key }) => key,
    )
    expect(new Set(keys).size).toBe(3)
  })

  it('gives it a key that tells documents, pooling, analyser and kind of search apart', () => {
    const { kit } = notedKit()
    const name = kit.documents(['name'])
    const sources = [
      kit.lexical(name, []),
      kit.lexical(name, ['stemming']),
      kit.lexical(kit.documents(['description']), []),
      kit.lexical({ ...name, pooling: 'mean' }, []),
      kit.dense(name),
      kit.dense(kit.documents(['name', 'description'])),
      kit.dense(kit.field('description')),
    ]
    expect(new Set(sources.map(({ key }) => key)).size).toBe(sources.length)
    expect(kit.lexical(kit.documents(['name']), []).key).toBe(sources[0]?.key)
  })

  it('says which sources compare vectors', () => {
    const { kit } = notedKit()
    const name = kit.documents(['name'])
    expect([kit.dense(name), kit.lexical(name, [])].map(({ embeds }) => embeds)).toEqual([
      true,
      undefined,
    ])
  })
})

describe('documents', () => {
  it('of tools are their sections, of the components asked for', async () => {
    const documents = notedKit().kit.documents(['description', 'name'])
    expect(documents.pooling).toBe('best')
    expect(await documents.texts()).toContainEqual({
      key: 'mail/sendMail',
      sections: [
        { section: 'name', text: 'sendMail' },
        { section: 'purpose', text: 'Sends a mail' },
      ],
    })
  })

  it('are joined to one text a tool where that is asked for, in the order given', async () => {
    const joined = { documentForm: 'joined' } as const
    const documents = notedKit().kit.documents(['description', 'name'], joined)
    expect(documents.pooling).toBe('best')
    expect(await documents.texts()).toEqual([
      { key: 'admin/wipe', text: 'Wipes it all\nwipe' },
      { key: 'mail/findMail', text: 'Finds a mail\nfindMail' },
      { key: 'mail/sendMail', text: 'Sends a mail\nsendMail' },
      { key: 'ping', text: 'Says hello to a server\nping' },
    ])
  })

  it('of a standardised field may be several texts a tool, or none', async () => {
    const { kit } = notedKit()
    expect(await kit.field('parameters').texts()).toEqual([
      { key: 'mail/sendMail', text: 'to: {"type":"string"}' },
      { key: 'mail/sendMail', text: 'text: {"type":"string"}' },
    ])
    expect(await kit.field('examples').texts()).toEqual([
      { key: 'mail/sendMail', text: 'Mail the minutes' },
    ])
  })

  it('of parameters count as their mean, of every other field as the best', () => {
    const { kit } = notedKit()
    const fields = ['description', 'parameters', 'response', 'examples'] as const
    expect(fields.map((name) => kit.field(name).pooling)).toEqual(['best', 'mean', 'best', 'best'])
  })

  it('hand their pooling on to both kinds of index', async () => {
    const { kit, words, meanings } = notedKit()
    const texts = [{ key: 'monday', text: 'send mail' }]
    const mean: Documents<string> = { key: 'days', pooling: 'mean', texts: async () => texts }
    await kit.lexical(mean, []).prepare()
    await kit.dense(mean).prepare()
    expect([words[0]?.pooling, meanings[0]?.pooling]).toEqual(['mean', 'mean'])
  })

  it('may stand for anything that has a key', async () => {
    const { kit } = notedKit()
    const days: Documents<'monday' | 'tuesday'> = {
      key: 'days',
      pooling: 'best',
      texts: () => [
        { key: 'monday', text: 'Sent a mail to the team' },
        { key: 'tuesday', text: 'Found it' },
      ],
    }
    const [byWords] = await kit.lexical(days, []).search(['found'], bm25)
    const [byMeaning] = await kit.dense(days).search(['mail'], call)
    expect(byWords?.map(({ key }) => key)).toEqual(['tuesday'])
    expect(byMeaning?.map(({ key }) => key)).toEqual(['monday'])
  })
})

describe('the history', () => {
  const bundle: Bundle = {
    id: 'minutes',
    query: 'Mail the minutes',
    tools: [id('mail/sendMail')],
  }

  it('is read once, when it is prepared', async () => {
    let reads = 0
    const { kit } = notedKit({
      bundles: async () => {
        reads++
        return [bundle]
      },
    })
    expect(reads).toBe(0)
    expect(await kit.history.prepare()).toEqual([bundle])
    expect(await kit.history.prepare()).toEqual([bundle])
    expect(reads).toBe(1)
  })
})

describe('a tool of the kit', () => {
  it('is known by id', () => {
    const { tools } = notedKit().kit
    expect(tools.size).toBe(4)
    expect(tools.get(id('admin/wipe'))).toBe(TOOLS[0])
  })

  it('is told to models by name and description, the author’s before the imported one', () => {
    const { kit } = notedKit()
    expect(kit.text(id('mail/sendMail'))).toBe('sendMail: Sends a mail')
    expect(kit.text(id('ping'))).toBe('ping: Says hello to a server')
    expect(kit.text(id('gone'))).toBe('')
  })

  it('has the dependencies that its author wrote, else the imported ones', () => {
    const imported = { on: id('mail/findMail'), kind: 'tool-direct' } as const
    const written = { on: id('ping'), kind: 'tool-indirect' } as const
    const { kit } = notedKit({
      tools: [
        catalogTool('one', { dependencies: [imported] }),
        catalogTool('two', { dependencies: [imported] }, { dependencies: [written] }),
      ],
    })
    expect(['one', 'two', 'gone'].map((name) => kit.dependencies(id(name)))).toEqual([
      [imported],
      [written],
      [],
    ])
  })
})
