import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import { briefServed } from '../../../../src-main/app/serving/brief-served'
import { servingOffer } from '../../../../src-main/app/serving/offer'
import { MOST_SERVED, SERVED_TEXTS } from '../../../../src-main/app/serving/served-texts'
import { KEPT_OF_REQUEST } from '../../../../src-main/domain/served/request'
import type { PromptOverrides } from '../../../../src-main/pipeline/ask'
import { briefing } from '../../../fakes/briefing'
import { catalogTool } from '../../../fakes/catalog-tool'
import { asked, servedPlace } from './served-place'

const own = (...texts: [string, string][]): PromptOverrides => new Map(texts)
const briefed = (wordings?: PromptOverrides, calls = false) =>
  briefing({ calls, ...(wordings && { wordings }) })()
const TOOLS = [
  catalogTool('chat/list_channels'),
  catalogTool('chat/send_message'),
  catalogTool('mail/search_messages'),
]
const withTools = (wordings: PromptOverrides) => briefing({ tools: TOOLS, wordings })()

describe('the tools that every agent is given', () => {
  const names = async (calls: boolean) =>
    (await briefed(undefined, calls)).tools.map(({ name }) => name)

  it('call others only where calls are on', async () => {
    expect(await names(false)).toEqual(['search_tools', 'get_tools'])
    expect(await names(true)).toEqual(['search_tools', 'get_tools', 'call_tool'])
  })

  it('have the standard texts, of which nothing is said', async () => {
    const { tools, instructions: _, ...said } = await briefed(undefined, true)
    expect(tools.map(({ description }) => description)).toEqual(
      tools.map(({ name }) => SERVED_TEXTS[name].wording),
    )
    expect(said).toEqual({})
  })

  it('have a workspace’s own texts, by which these are told apart', async () => {
    const { tools, wording } = await briefed(own(['get-tools', 'Mine.']))
    expect(tools.map(({ description }) => description)).toEqual([
      SERVED_TEXTS.search_tools.wording,
      'Mine.',
    ])
    expect(wording).toMatch(/^get-tools@1\+[0-9a-f]{12}$/)
    expect((await briefed(own(['get-tools', 'Ours.']))).wording).not.toBe(wording)
  })

  it('are called by all their own texts, as a request is kept with', async () => {
    const all = Object.values(SERVED_TEXTS).map(({ id }): [string, string] => [id, 'Mine.'])
    const { wording = '' } = await briefed(own(...all), true)
    expect(wording.split(' ')).toHaveLength(all.length)
    expect(wording.length).toBeLessThanOrEqual(KEPT_OF_REQUEST.wording)
  })

  it('say nothing of texts that they do not have', async () => {
    const unread = own(['call-tool', 'Mine.'], ['decompose', 'Mine.'])
    expect(await briefed(unread)).not.toHaveProperty('wording')
    const standard = own(['get-tools', SERVED_TEXTS.get_tools.wording])
    expect(await briefed(standard)).not.toHaveProperty('wording')
  })

  it('say which services are searched, behind any wording, and no more than clients show', async () => {
    const searched = ' It searches 3 tools of chat and mail.'
    const described = async (wording: string) =>
      (await withTools(own(['search-tools', wording]))).tools[0]?.description ?? ''
    expect(await described('Search here.')).toBe(`Search here.${searched}`)
    expect(await described(SERVED_TEXTS.search_tools.wording)).toBe(
      `${SERVED_TEXTS.search_tools.wording}${searched}`,
    )
    const long = await described('It finds all. '.repeat(500).trim())
    expect(long.length).toBeLessThanOrEqual(MOST_SERVED['search-tools'])
    expect(long).toMatch(/^(It finds all\. ?)+$/)
  })
})

describe('instructions', () => {
  it('are worded by the workspace where it does, with what the catalog holds behind that', async () => {
    const { instructions, wording } = await withTools(own(['instructions', 'Ask here first.']))
    expect(wording).toMatch(/^instructions@1\+[0-9a-f]{12}$/)
    expect(instructions).toMatch(
      /^Ask here first\. Good searches here: “.+”\.\nHere are 3 tools of 2 services: chat and mail\.\n/,
    )
  })

  it('end with a whole sentence where a wording is too long', async () => {
    const sentence = 'Search before you say that you cannot do something. '
    const { instructions } = await withTools(own(['instructions', sentence.repeat(100)]))
    expect(instructions.length).toBeLessThanOrEqual(MOST_SERVED.instructions)
    expect(instructions.startsWith(sentence.repeat(39).trim())).toBe(true)
    expect(instructions.slice(39 * sentence.length - 1)).not.toContain('Search before')
    const endless = await withTools(own(['instructions', 'word '.repeat(1000)]))
    expect(endless.instructions).toMatch(/^(word )+word…/)
    expect(endless.instructions.length).toBeLessThanOrEqual(MOST_SERVED.instructions)
  })

  it('tell of those tools alone that the recipe may find', async () => {
    const tools = [...TOOLS, catalogTool('bank/send_money', { visibility: 'hidden' })]
    const place = servedPlace(tools)
    expect((await briefServed(place, asked())).instructions).toContain(
      'Here are 3 tools of 2 services: chat and mail.',
    )
    const options = { servers: ['mail'] }
    const ofMail = await briefServed(place, asked({ options }))
    expect(ofMail.instructions).toContain('Here is 1 tool of mail')
    expect(ofMail.instructions).not.toContain('chat')
  })
})

describe('what is offered', () => {
  const offer = (calls: boolean, home?: string) => {
    const changed = {
      about: { program: ['node', 'pegboard.mjs'] },
      tokenCounter: {
        tokenizer: 'characters',
        count: (text: string) => ({ tokens: text.length, isEstimate: false }),
      },
      variable: (name: string) => (name === 'PEGBOARD_HOME' ? home : undefined),
    } as unknown as Partial<AppContext>
    return servingOffer(servedPlace(TOOLS, { changed }), { ...asked(), calls })
  }

  it('is the command that serves the workspace, with calls only where they are on', async () => {
    expect(await offer(false)).toMatchObject({
      command: 'node',
      args: ['pegboard.mjs', 'mcp', '--workspace', '/tools'],
      tokenizer: 'characters',
    })
    expect((await offer(true)).args.slice(-3)).toEqual(['--workspace', '/tools', '--call'])
  })

  it('names the folder of this program where a variable sets it', async () => {
    expect(await offer(false)).not.toHaveProperty('env')
    expect((await offer(false, '/home/pegboard')).env).toEqual({ PEGBOARD_HOME: '/home/pegboard' })
  })

  it('costs what its instructions and all its tools come to in a prompt', async () => {
    const { tools, instructions, promptTokens, instructionTokens } = await offer(true)
    const sent = tools.map(({ name, description, inputSchema: parameters }) =>
      JSON.stringify({ type: 'function', function: { name, description, parameters } }),
    )
    expect(instructionTokens).toBe(instructions.length)
    expect(promptTokens).toBe(instructions.length + sent.join('').length)
  })
})
