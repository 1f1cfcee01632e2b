import { describe, expect, it } from 'vitest'
import { catalogTool } from '../../../../test/fakes/catalog-tool'
import { lintedBy, quarters } from '../../../../test/fakes/linted'
import { rulesSuite, type RuleCase } from '../../../../test/fakes/rules-suite'
import { definitionOf } from '../../../domain/tool/catalog-tool'
import type { CatalogTool, JsonObject, Tool } from '../../../domain/tool/tool'
import { tokenLint } from '..'

const RULES = tokenLint.lintRules
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
const region: JsonObject = { type: 'string', description: `The region. ${words(40)}` }
const own = (name: string): JsonObject => ({ [name]: { type: 'string' } })
const withParameters = (address: string, properties: JsonObject, more: Partial<Tool> = {}) =>
  catalogTool(address, { parameters: { type: 'object', properties }, ...more })

/** Tools of a server, of which so many have the same parameter. */
const sharing = (tools: number, having: number, server = 'cloud') =>
  Array.from({ length: tools }, (_, at) =>
    withParameters(`${server}/tool_${at}`, {
      ...own(`own_${at}`),
      ...(at < having && { region }),
    }),
  )

const returning = (count: number, format = 'mcp') =>
  Array.from({ length: count }, (_, at) =>
    catalogTool(`notes/note_${at}`, {
      source: {
        format,
        entry: { outputSchema: { type: 'object', description: words(60), at } },
      },
    }),
  )

const numbered = (count: number, server = 'many') =>
  Array.from({ length: count }, (_, at) => catalogTool(`${server}/tool_${at}`))

const CASES: Record<string, RuleCase> = {
  'parameters-shared': { trips: sharing(10, 6), passes: sharing(10, 5) },
  'definition-large': {
    trips: [catalogTool('a', { description: words(1_200) })],
    passes: [catalogTool('a', { description: words(900) })],
  },
  'tools-too-many': { trips: numbered(51), passes: [...numbered(50), ...numbered(50, 'others')] },
  'description-cut': {
    trips: [catalogTool('a', { description: 'x'.repeat(2_049) })],
    passes: [
      catalogTool('a', { description: 'x'.repeat(2_048) }),
      catalogTool('b', { description: 'x'.repeat(9_000) }, { modelDescription: 'Finds a room.' }),
    ],
  },
  'output-schemas': {
    trips: returning(10),
    passes: [...returning(1), ...returning(20, 'openapi')],
  },
}

rulesSuite(RULES, CASES)

const found = async (rule: string, tools: readonly CatalogTool[]) =>
  (await lintedBy(RULES, tools)).filter((each) => each.rule === rule)

describe('parameters that most tools of a server have', () => {
  it('are told once for each server, with what they cost and what writing them once wins', async () => {
    const cost = quarters(`"region":${JSON.stringify(region)},`)
    const tools = [...sharing(8, 8), ...sharing(4, 4, 'small'), ...sharing(5, 5, 'other')]
    const [first, second, ...more] = await found('parameters-shared', tools)
    expect(more).toEqual([])
    expect(first).toMatchObject({ tool: 'cloud/tool_0', where: 'parameters of the server cloud' })
    expect(first?.what).toBe(
      `1 parameter is the same in more than half of the 8 tools of the server cloud: region. They cost ${8 * cost} tokens in all definitions, and about ${5 * cost} in an answer of 5 tools.`,
    )
    expect(first?.fix).toContain(`they cost ${cost} tokens: ${4 * cost} fewer.`)
    expect(second?.tool).toBe('other/tool_0')
  })

  it('are another one where their schema is', async () => {
    const tools = Array.from({ length: 8 }, (_, at) =>
      withParameters(`cloud/tool_${at}`, { region: { ...region, default: `region-${at}` } }),
    )
    expect(await found('parameters-shared', tools)).toEqual([])
  })

  it('are no finding where they cost next to nothing', async () => {
    const tools = Array.from({ length: 8 }, (_, at) =>
      withParameters(`cloud/tool_${at}`, { id: { type: 'string' } }),
    )
    expect(await found('parameters-shared', tools)).toEqual([])
  })
})

describe('a large definition', () => {
  it('is told with its tokens, its largest parts and what mending wins', async () => {
    const values = Array.from({ length: 1_000 }, (_, at) => `value-${at}`)
    const tool = withParameters('cloud/create', {
      kind: { type: 'array', items: { enum: values } },
      body: { type: 'object', description: words(400) },
      id: { type: 'string' },
    })
    const [finding] = await found('definition-large', [tool])
    const tokens = quarters(JSON.stringify(definitionOf(tool)))
    expect(tokens).toBeGreaterThan(2_000)
    expect(finding?.what).toMatch(
      /^It has [\d,]+ tokens\. The largest parts: kind [\d,]+ \(mostly a choice of 1,000 values\); body \d+; id \d+\.$/,
    )
    expect(finding?.what).toContain(tokens.toLocaleString('en'))
    expect(finding?.fix).toContain(`costs ${(tokens - 2_000).toLocaleString('en')} fewer`)
  })

  it('may be large by what it says, or by schemas that it refers to', async () => {
    const said = catalogTool('a', { description: words(1_500) })
    expect((await found('definition-large', [said]))[0]?.what).toContain('the description')
    const referring = catalogTool('b', {
      parameters: { type: 'object', $defs: { Row: { description: words(1_500) } } },
    })
    expect((await found('definition-large', [referring]))[0]?.what).toContain('$defs/Row')
  })
})

it('a server with too many tools is told with the clients that take fewer', async () => {
  const [finding, ...more] = await found('tools-too-many', numbered(130))
  expect(more).toEqual([])
  expect(finding?.what).toBe(
    'There are 130 tools of the server many; clients take fewer: goose 50, Cursor 80, VS Code 128.',
  )
  const bare = Array.from({ length: 60 }, (_, at) => catalogTool(`tool_${at}`))
  expect((await found('tools-too-many', bare))[0]?.what).toContain('60 tools without a server')
})

it('output schemas are counted by server', async () => {
  const [finding] = await found('output-schemas', [...returning(10), catalogTool('notes/plain')])
  expect(finding).toMatchObject({ tool: 'notes/note_0' })
  expect(finding?.what).toMatch(
    /^10 of the 11 tools of the server notes have an output schema: [\d,]+ tokens in all\.$/,
  )
})
