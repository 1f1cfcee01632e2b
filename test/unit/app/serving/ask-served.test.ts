import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import { askServed } from '../../../../src-main/app/serving/ask-served'
import type { ServedRequest } from '../../../../src-main/domain/served/request'
import { Settings } from '../../../../src-main/domain/workspace/settings'
import { catalogTool } from '../../../fakes/catalog-tool'
import { asked, call, servedPlace } from './served-place'

const tools = [
  catalogTool('mail/send', { description: 'Sends a mail.' }),
  catalogTool('mail/list', { description: 'Lists mails.' }),
]

/** Served agents, and what is kept of their requests. */
function served({ keeps = true } = {}) {
  const kept: ServedRequest[] = []
  const { context } = servedPlace(tools, {
    changed: {
      settings: { read: async () => Settings.parse({ keepsRequests: keeps }) },
      requestLog: { add: async (_: string, request: ServedRequest) => void kept.push(request) },
    } as unknown as Partial<AppContext>,
  })
  const by = { session: 's' }
  const ask = (tool: string, sent?: unknown, calls = false) =>
    askServed(context, { ...asked(), by, tool, sent, calls }, call)
  const askByMeaning = (sent: unknown) =>
    askServed(
      context,
      { ...asked({ recipe: 'dense' }), by, tool: 'search_tools', sent, calls: false },
      call,
    )
  return { ask, askByMeaning, kept }
}

describe('a served agent', () => {
  it('is answered by the tool that it calls, and the request is kept', async () => {
    const { ask, kept } = served()
    expect(await ask('search_tools', { query: 'sends', k: 1 })).toMatchObject({
      tools: [{ name: 'send' }],
    })
    expect(await ask('get_tools', { names: ['list'] })).toMatchObject({ tools: [{ name: 'list' }] })
    expect(kept).toMatchObject([
      { did: 'search', query: 'sends', tools: ['mail/send'], k: 1, session: 's' },
      { did: 'get', tools: ['mail/list'] },
    ])
  })

  it('is told how a request was read, before what else is said', async () => {
    const { ask, kept } = served()
    const sent = { names: 'list, gone', of: 'mail' }
    const note = /^“names” was text, and was read as a list of names\. Passed over: “of”/
    expect(await ask('get_tools', sent)).toMatchObject({
      unknown: ['gone'],
      note: expect.stringMatching(note) as string,
    })
    expect(kept[0]?.note).toMatch(note)
  })

  it('is told what was lacking, after how the request was read', async () => {
    const { askByMeaning, kept } = served()
    const note = /^“k” was text, and was read as the number 1\. Only words were searched/
    const answer = await askByMeaning({ query: 'sends', k: '1' })
    expect(answer['note']).toMatch(note)
    expect(kept[0]?.note).toMatch(note)
  })

  it.each([
    ['call_tool', false, 'search_tools, get_tools'],
    ['send', true, 'search_tools, get_tools, call_tool'],
    ['toString', true, 'search_tools, get_tools, call_tool'],
  ])('has no tool %s (calls on: %s), and is told which', async (tool, calls, known) => {
    const { ask, kept } = served()
    await expect(ask(tool, { name: 'send' }, calls)).rejects.toMatchObject({
      code: 'not-found',
      message: `There is no tool “${tool}” here, only ${known}.`,
    })
    expect(kept).toMatchObject([
      { did: 'call', tools: [], unknown: [tool], fault: expect.any(String) as string },
    ])
  })

  it('is refused what cannot be read, which is kept with what it asked', async () => {
    const { ask, kept } = served()
    const refused = ask('search_tools', { query: 'sends', k: 1_000 })
    await expect(refused).rejects.toMatchObject({ code: 'bad-input' })
    expect(kept).toMatchObject([
      { did: 'search', query: 'sends', tools: [], fault: expect.stringContaining('k') as string },
    ])
  })

  it('is answered all the same where nothing is kept', async () => {
    const { ask, kept } = served({ keeps: false })
    expect(await ask('get_tools', { names: ['list'] })).toMatchObject({ tools: [{ name: 'list' }] })
    expect(kept).toEqual([])
  })
})
