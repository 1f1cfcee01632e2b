import { describe, expect, it } from 'vitest'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../../../src-main/domain/tool/document'
import type { AuthorLayer, Tool } from '../../../../src-main/domain/tool/tool'
import { idOf } from '../../../../src-main/domain/tool/stored-tool'
import { ToolsById } from '../../../../src-main/domain/tool/tools-by-id'
import { commonSince, commonTexts } from '../../../../src-main/pipeline/knowledge-base/common-texts'
import { documentSections } from '../../../../src-main/pipeline/knowledge-base/sections'
import { catalogTool } from '../../../fakes/catalog-tool'
import { derivedIn } from '../../../fakes/derived'

const NOTHING_COMMON = { sentences: new Set<string>(), groups: new Set<string>() }

const pull = (tool: Partial<Tool> = {}, layer: AuthorLayer = {}) =>
  catalogTool(
    'github/pulls_create',
    {
      title: 'Open a pull request',
      description: 'Opens a pull request. You need push access. See the guide.',
      parameters: { type: 'object', properties: { base: { description: 'Branch to merge into' } } },
      tags: ['pulls'],
      ...tool,
    },
    layer,
  )

const sectionsOf = (...[entry, components, common]: Parameters<typeof documentSections>) =>
  Object.fromEntries(
    documentSections(entry, components, common).sections.map(({ section, text }) => [
      section,
      text,
    ]),
  )

describe('the sections of a tool document', () => {
  it('are name, title, first sentence, the rest, questions, parameters, server and tags', () => {
    const layer = {
      questions: ['Merge my branch?'],
      topics: ['review'],
      whenToUse: 'After a push.',
    }
    expect(sectionsOf(pull({}, layer), MATCHED_COMPONENTS, NOTHING_COMMON)).toEqual({
      name: 'pulls_create',
      title: 'Open a pull request',
      purpose: 'Opens a pull request.',
      details: 'You need push access. See the guide.\nAfter a push.\nreview',
      questions: 'Merge my branch?',
      parameters: 'base: Branch to merge into',
      group: 'pulls\ngithub',
    })
  })

  it('hold only the components asked for, and none that is empty', () => {
    expect(sectionsOf(pull(), ['name', 'topics'], NOTHING_COMMON)).toEqual({
      name: 'pulls_create',
      title: 'Open a pull request',
    })
    expect(sectionsOf(pull(), EMBEDDED_COMPONENTS, NOTHING_COMMON)).not.toHaveProperty('parameters')
  })

  it('pass over sentences that too many tools share, wherever they stand, and say which', () => {
    const common = { ...NOTHING_COMMON, sentences: new Set(['needs a token.', 'see the guide.']) }
    const entry = pull({ description: 'Needs a  TOKEN. Opens a pull request. See the guide.' })
    expect(sectionsOf(entry, ['description'], common)).toEqual({ purpose: 'Opens a pull request.' })
    expect(documentSections(entry, ['description'], common).passedOver).toEqual([
      'Needs a  TOKEN.',
      'See the guide.',
    ])
  })

  it('keep what many tools share of a tool that says nothing else', () => {
    const common = { sentences: new Set(['returns a list.']), groups: new Set(['github', 'pulls']) }
    const entry = pull({ description: 'Returns a list.' })
    expect(sectionsOf(entry, ['description'], common)).toEqual({ purpose: 'Returns a list.' })
    expect(sectionsOf(entry, ['server', 'tags'], common)).toEqual({ group: 'github\npulls' })
    expect(documentSections(entry, ['description', 'server'], common).passedOver).toEqual([
      'github',
    ])
  })

  it('put what is too long for a first sentence into the rest', () => {
    const description = `${'purpose '.repeat(60)}end`
    const { purpose = '', details = '' } = sectionsOf(
      pull({ description }),
      ['description'],
      NOTHING_COMMON,
    )
    expect(purpose.length).toBeLessThanOrEqual(240)
    expect(`${purpose} ${details}`).toBe(description)
  })

  it.each([
    ['a title that is the name', { title: 'pulls create', description: '' }, 'pulls_create'],
    ['a name alone', { title: undefined, description: '' }, 'pulls_create'],
  ])('are, of %s, the name', (_, tool, name) => {
    expect(sectionsOf(pull(tool), ['name', 'description'], NOTHING_COMMON)).toEqual({ name })
  })
})

const catalog = (count: number, described: (at: number) => Partial<Tool>) =>
  Array.from({ length: count }, (_, at) => catalogTool(`s${at % 2}/tool_${at}`, described(at)))

describe('what the tools of a catalog share', () => {
  it('are sentences of more than a fiftieth of them, each tool counted once', async () => {
    const tools = catalog(300, (at) => ({
      description: `Does thing number ${at}. ${at < 7 ? 'Needs a token. Needs a token.' : ''} ${at < 6 ? 'Rare enough to tell.' : ''}`,
    }))
    expect([...(await commonTexts(tools)).sentences]).toEqual(['needs a token.'])
  })

  it.each([
    [4, []],
    [5, ['needs a token.']],
  ])('are none of %i tools of a small catalog: %j', async (held, sentences) => {
    const tools = catalog(20, (at) => ({
      description: `Does thing number ${at}.${at < held ? ' Needs a token.' : ''}`,
    }))
    expect([...(await commonTexts(tools)).sentences]).toEqual(sentences)
  })

  it('are servers and tags of more than half of them', async () => {
    const tools = catalog(10, (at) => ({ tags: ['all', ...(at < 6 ? ['most'] : ['few'])] }))
    expect([...(await commonTexts(tools)).groups].sort()).toEqual(['all', 'most'])
  })

  it('are what an author says instead of the import', async () => {
    const tools = catalog(10, () => ({ description: 'Needs a token.' })).map((entry, at) => ({
      ...entry,
      layer: { description: `Opens door number ${at}.` },
    }))
    expect((await commonTexts(tools)).sentences.size).toBe(0)
  })

  it('are kept of a large catalog, and read again', async () => {
    const kept = new Map<string, Uint8Array>()
    const derived = derivedIn(kept)
    const following = (count: number, of: Partial<Tool> = {}) => ({
      tools: catalog(count, () => of),
      toolOf: () => undefined,
      derived,
    })
    const common = { description: 'Needs a token.', tags: ['all'] }
    const first = await commonSince(following(2_000, common))
    expect(kept.size).toBe(1)
    expect(await commonSince(following(2_000))).toEqual(first)
    await commonSince(following(10))
    expect(kept.size).toBe(1)
  })
})

describe('texts that were common before some tools changed', () => {
  /** Of `held` of a thousand tools, a sentence; at twenty it is not common, at 21 it is. */
  const holding = (held: number) =>
    Array.from({ length: 1_000 }, (_, at) =>
      catalogTool(`s${at % 4}/tool_${at}`, {
        description: `Does thing number ${at}.${at < held ? ' Needs a token.' : ''}`,
      }),
    )
  /**
   * What is told of a catalog in which the last tools are others, and whether it was counted anew.
   */
  async function after(held: number, ...now: Partial<Tool>[]) {
    const before = holding(held)
    const texts = await commonTexts(before)
    const tools = before.map((entry, at) => {
      const changed = now[at - before.length + now.length]
      return changed ? catalogTool(idOf(entry), changed) : entry
    })
    const changed = new Set(tools.slice(-now.length).map(idOf))
    const byId = new ToolsById(tools.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)))
    const found = await commonSince(
      { tools, toolOf: (id) => byId.get(id) },
      { value: Promise.resolve({ texts, changed: new Set() }), changed },
    )
    expect([...found.texts.sentences]).toEqual([...(await commonTexts(tools)).sentences])
    return { sentences: [...found.texts.sentences], isCountedAnew: found.texts !== texts }
  }
  const TOKEN = { description: 'Needs a token.' }

  it('are told without a look at the others where that is sure', async () => {
    expect(await after(30, { description: 'Does something else.' })).toEqual({
      sentences: ['needs a token.'],
      isCountedAnew: false,
    })
    expect(await after(5, TOKEN, TOKEN)).toEqual({ sentences: [], isCountedAnew: false })
  })

  it('are counted anew where they may have become common, or may not be any more', async () => {
    expect(await after(20, TOKEN)).toEqual({
      sentences: ['needs a token.'],
      isCountedAnew: true,
    })
    expect(await after(21, { description: 'Does something else.' })).toEqual({
      sentences: ['needs a token.'],
      isCountedAnew: true,
    })
  })

  it('are counted anew where a sentence that few held came with many tools', async () => {
    const many = Array.from({ length: 30 }, () => ({ description: 'Beeps when it is ready.' }))
    expect(await after(30, ...many)).toEqual({
      sentences: ['needs a token.', 'beeps when it is ready.'],
      isCountedAnew: true,
    })
  })
})
