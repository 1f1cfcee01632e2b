import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import { fixedTools } from '../../../../src-main/app/serving/fixed-tools'
import { servingOffer } from '../../../../src-main/app/serving/offer'
import { SERVED_TEXTS } from '../../../../src-main/app/serving/served-texts'
import { NO_PROMPT_OVERRIDES, type PromptOverrides } from '../../../../src-main/pipeline/ask'

const own = (...texts: [string, string][]): PromptOverrides => new Map(texts)
const names = (calls: boolean) =>
  fixedTools(calls, NO_PROMPT_OVERRIDES).tools.map(({ name }) => name)

describe('the tools that every agent is given', () => {
  it('call others only where calls are on', () => {
    expect(names(false)).toEqual(['search_tools', 'get_tools'])
    expect(names(true)).toEqual(['search_tools', 'get_tools', 'call_tool'])
  })

  it('have the standard texts, of which nothing is said', () => {
    const { tools, ...said } = fixedTools(true, NO_PROMPT_OVERRIDES)
    expect(tools.map(({ description }) => description)).toEqual(
      tools.map(({ name }) => SERVED_TEXTS[name].wording),
    )
    expect(said).toEqual({})
  })

  it('have a workspace’s own texts, by which these are told apart', () => {
    const { tools, wording } = fixedTools(false, own(['get-tools', 'Mine.']))
    expect(tools.map(({ description }) => description)).toEqual([
      SERVED_TEXTS.search_tools.wording,
      'Mine.',
    ])
    expect(wording).toMatch(/^get-tools@1\+[0-9a-f]{12}$/)
    expect(fixedTools(false, own(['get-tools', 'Ours.'])).wording).not.toBe(wording)
  })

  it('say nothing of texts that they do not have', () => {
    const unread = own(['call-tool', 'Mine.'], ['decompose', 'Mine.'])
    expect(fixedTools(false, unread)).not.toHaveProperty('wording')
    const standard = own(['get-tools', SERVED_TEXTS.get_tools.wording])
    expect(fixedTools(false, standard)).not.toHaveProperty('wording')
  })
})

describe('what is offered', () => {
  const offer = (calls: boolean, home?: string) =>
    servingOffer(
      {
        about: { program: ['node', 'pegboard.mjs'] },
        sessions: { of: async () => ({ promptOverrides: async () => NO_PROMPT_OVERRIDES }) },
        tokenCounter: {
          tokenizer: 'characters',
          count: (text: string) => ({ tokens: text.length, isEstimate: false }),
        },
        variable: (name: string) => (name === 'PEGBOARD_HOME' ? home : undefined),
      } as unknown as AppContext,
      { dir: '/tools', calls },
    )

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

  it('costs what all its tools come to in a prompt', async () => {
    const { tools, promptTokens } = await offer(true)
    const sent = tools.map(({ name, description, inputSchema: parameters }) =>
      JSON.stringify({ type: 'function', function: { name, description, parameters } }),
    )
    expect(promptTokens).toBe(sent.join('').length)
  })
})
