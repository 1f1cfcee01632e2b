import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { answerParts, type AnswerTool } from '../../../src-main/answers/answer-parts'
import { writeAnswer } from '../../../src-main/answers/write-answer'
import type { AnswerForm } from '../../../src-main/domain/agent/answer-form'
import { STANDARD_FORM } from '../../../src-main/domain/agent/form-words'
import type { JsonObject } from '../../../src-main/domain/tool/tool'
import { CLOUD_TOOLS } from './cloud-tools'

const tokensOf = (text: string): number => countTokens(text)

function written(tools: readonly AnswerTool[], asked: Partial<AnswerForm> = {}) {
  const form = { ...STANDARD_FORM, ...asked }
  const parts = tools.map((tool) => answerParts(tool, form, tokensOf))
  const { given, tokens, ...answer } = writeAnswer(parts, form, tokensOf)
  return { ...answer, given, tokens, counted: tokensOf(JSON.stringify(answer)) }
}

const tool = (name: string, properties: JsonObject = {}, more: JsonObject = {}): AnswerTool => ({
  name,
  description: 'Sends a mail. To anyone.',
  inputSchema: { type: 'object', properties, ...more },
})
const LONG = 'The region that the request goes to, by its short name.'
const FIVE = CLOUD_TOOLS.slice(0, 50).filter((_, at) => at % 10 === 3)

describe('an answer', () => {
  it('of tools that share parameters writes these once: five of them within 900 tokens', () => {
    const imported = written(FIVE, { compact: false })
    const full = written(FIVE)
    expect(imported.counted).toBeGreaterThan(1_800)
    expect(full.counted).toBeLessThanOrEqual(900)
    expect(Object.keys(full.sharedParameters ?? {})).toContain('region')
    expect(full.tools[0]).toMatchObject({ sharedParameters: 'all' })
    expect(full.tools.map(({ name }) => name)).toEqual(FIVE.map(({ name }) => name))
    const short = written(FIVE, { detail: 'purpose' })
    expect(short.counted).toBeLessThanOrEqual(400)
    expect(short.tools[0]).toEqual({
      name: 'list_instance',
      description: 'Lists a instance in the account.',
      requires: ['instance_id'],
    })
    expect(short.note).toBe('get_tools gives the parameters of the tools that you name.')
  })

  it('says as many tokens as it has, within three of a hundred', () => {
    for (let at = 0; at + 5 <= CLOUD_TOOLS.length; at++) {
      for (const compact of [true, false]) {
        const { tokens, counted } = written(CLOUD_TOOLS.slice(at, at + 5), { compact })
        expect(Math.abs(tokens - counted) / counted).toBeLessThan(0.03)
      }
    }
  })

  it('names what of the shared parameters a tool takes that does not take all', () => {
    const region = { type: 'string', description: LONG }
    const size = { type: 'string', description: `${LONG} Or its size.` }
    const { tools, sharedParameters } = written([
      tool('a', { region, size }),
      tool('b', { region, size }),
      tool('c', { region }),
      tool('d'),
    ])
    expect(sharedParameters).toEqual({ region, size })
    expect(tools.map(({ sharedParameters: taken }) => taken)).toEqual([
      'all',
      'all',
      ['region'],
      undefined,
    ])
  })

  it('shares no parameter that differs in a word, nor one that refers to its tool', () => {
    const named = (word: string) => ({ type: 'string', description: `${LONG} ${word}` })
    const own = { $ref: '#/$defs/Region', description: LONG }
    const $defs = { Region: { type: 'string' } }
    const { tools, sharedParameters } = written([
      tool('a', { region: named('one'), own }, { $defs }),
      tool('b', { region: named('two'), own }, { $defs }),
    ])
    expect(sharedParameters).toBeUndefined()
    expect(tools.map(({ inputSchema }) => Object.keys(inputSchema?.['properties'] ?? {}))).toEqual([
      ['region', 'own'],
      ['region', 'own'],
    ])
  })

  it('shares the one of two variants that saves most', () => {
    const region = { type: 'string', description: LONG }
    const other = { type: 'string', description: `${LONG} Another.` }
    const { tools, sharedParameters } = written([
      tool('a', { region: other }),
      tool('b', { region }),
      tool('c', { region }),
      tool('d', { region: other }),
      tool('e', { region }),
    ])
    expect(sharedParameters).toEqual({ region })
    expect(tools[0]?.inputSchema).toEqual({ type: 'object', properties: { region: other } })
  })

  it('gives the first tools in full where that is wanted', () => {
    const { tools } = written(FIVE, { detail: 'names', whole: 2 })
    expect(tools.map((each) => Object.keys(each).length > 1)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('stays within its budget: less detail first, then fewer tools, and says so', () => {
    for (const budget of [50, 100, 200, 400, 1_000]) {
      const { counted, given, tools, note } = written(CLOUD_TOOLS.slice(0, 20), { budget })
      expect(counted).toBeLessThanOrEqual(budget)
      expect(tools).toHaveLength(given)
      expect(tools.map(({ name }) => name)).toEqual(
        CLOUD_TOOLS.slice(0, given).map(({ name }) => name),
      )
      expect(note).toMatch(given < 20 ? /more tools? (is|are) left out/ : /get_tools gives/)
    }
    expect(written(CLOUD_TOOLS.slice(0, 20), { budget: 1_000 }).given).toBe(20)
  })

  it('gives one that is too large in short, and those beside it whole', () => {
    const large = tool(
      'large',
      Object.fromEntries(
        Array.from({ length: 400 }, (_, at) => [
          `p${at}`,
          { type: 'string', description: `${LONG} ${at}` },
        ]),
      ),
    )
    const { tools, note, counted } = written([large, tool('a', { to: { type: 'string' } })], {
      budget: 2_000,
    })
    expect(tools[0]).toEqual({ name: 'large', description: 'Sends a mail.' })
    expect(tools[1]?.inputSchema).toBeDefined()
    expect(note).toContain('to stay within 2000 tokens: large; get_tools gives each.')
    expect(counted).toBeLessThan(200)
  })

  it('of no tools is empty, and one name is given whatever the budget', () => {
    expect(written([])).toMatchObject({ tools: [], given: 0 })
    const long = written([tool('n'.repeat(300)), tool('b')], { budget: 50 })
    expect(long.given).toBe(1)
  })

  it('says which tools are shortened', () => {
    const values = Array.from({ length: 50 }, (_, at) => `value ${at}`)
    const { note } = written([tool('a', { which: { enum: values } }), tool('b')])
    expect(note).toBe('Shortened: a; get_tools gives all of it.')
  })
})
