import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHANGE_KINDS, type ChangeKind } from '../shared/robustness'
import { definitionOf, visibilityOf } from '../../../domain/tool/catalog-tool'
import { toolId, type CatalogTool, type Tool } from '../../../domain/tool/tool'
import { changeable, changedCatalog, type Round } from '../changes/changed-catalog'
import { catalogTool } from '../../../../test/fakes/catalog-tool'

const tool = (name: string, description: string, { server, ...more }: Partial<Tool> = {}) =>
  catalogTool(server === undefined ? name : `${server}/${name}`, { description, ...more })
const taking = (required: string[], ...names: string[]) => ({
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'string', description: `Which ${name} to find.` }]),
    ),
    required,
  },
})

const CATALOG = [
  tool('get_weather', 'Gets the weather of a city. Names the temperature too.', {
    server: 'weather',
    ...taking(['city'], 'city', 'day', 'unit'),
  }),
  tool('get_weather_forecast', 'Gets the weather forecast of a city.', {
    server: 'weather',
    ...taking(['city'], 'city', 'days'),
  }),
  tool('sendMail', 'Sends a mail to people. Attaches files.', { server: 'mail' }),
  tool('search-mail', 'Searches mails of people.', { server: 'mail', ...taking([], 'words') }),
  tool('ping', ''),
]

const noPause = () => Promise.resolve()
const changing = async (round: Partial<Round>, tools: readonly CatalogTool[] = CATALOG) =>
  changedCatalog(await changeable(tools, noPause), { seed: 1, share: 1, ...round }, noPause)

/** What a kind of change makes of one tool among those of the catalog. */
async function changed(kind: ChangeKind, id: string, tools = CATALOG) {
  const { drafts, right } = await changing({ kind }, tools)
  return { draft: drafts.find((entry) => entry.tool.id === id), drafts, right }
}
const namesIn = ({ tool: { parameters } }: CatalogTool) => Object.keys(parameters.properties ?? {})

describe('tools that change', () => {
  it('keep id and author’s layer under another name, which has no more in common than its words', async () => {
    const authored = CATALOG.map((entry) => ({ ...entry, layer: { questions: ['How warm?'] } }))
    const { draft, right } = await changed('rename', 'weather/get_weather', authored)
    expect(draft?.tool.name).not.toBe('get_weather')
    expect(draft?.layer).toEqual({ questions: ['How warm?'] })
    expect(right(toolId('get_weather', 'weather'))).toEqual(['weather/get_weather'])
  })

  it('are reworded, and stay as they are where they say nothing', async () => {
    const { draft, drafts } = await changed('reword', 'mail/sendMail')
    expect(draft?.tool.description).not.toBe('Sends a mail to people. Attaches files.')
    expect(draft?.tool.description).not.toBe('')
    expect(drafts.map(({ tool: { id } }) => id)).not.toContain('ping')
  })

  it('get and lose optional parameters alone, and rename with what is required of them', async () => {
    const pruned = await changed('prune-parameters', 'weather/get_weather')
    expect(namesIn(pruned.draft as CatalogTool)).toContain('city')
    expect(namesIn(pruned.draft as CatalogTool).length).toBeLessThan(3)
    const more = (await changed('add-parameters', 'ping')).draft as CatalogTool
    expect(namesIn(more).length).toBeGreaterThan(0)
    expect(more.tool.parameters).not.toHaveProperty('required')
    const { drafts } = await changed('rename-parameters', 'weather/get_weather', [
      tool('find', 'Finds.', taking(['user_name'], 'user_name', 'start_date')),
    ])
    const [renamed] = drafts as [CatalogTool]
    expect(namesIn(renamed)).not.toContain('user_name')
    expect(namesIn(renamed)).toEqual(
      expect.arrayContaining(renamed.tool.parameters.required as string[]),
    )
    const worded = (await changed('reword-parameters', 'mail/search-mail')).draft
    expect(JSON.stringify(worded?.tool.parameters)).not.toContain('"Which words to find."')
    expect((await changed('prune-parameters', 'mail/sendMail')).draft).toBeUndefined()
  })

  it('split into two that share out sentences and parameters: either is right', async () => {
    const { draft, drafts, right } = await changed('split', 'weather/get_weather')
    const [one, other] = right(toolId('get_weather', 'weather'))
    expect(one).toBe('weather/get_weather')
    const part = drafts.find((entry) => entry.tool.id === other) as CatalogTool
    expect(draft?.tool).toMatchObject({ name: 'get_weather_by_city' })
    expect(draft?.tool.description).toBe('Gets the weather of a city.')
    expect(part.tool).toMatchObject({ name: 'get_weather_by_day', server: 'weather' })
    expect(part.tool.description).toBe('Names the temperature too.')
    expect([...namesIn(draft as CatalogTool), ...namesIn(part)]).toEqual(['city', 'unit', 'day'])
    expect(part.tool.parameters).not.toHaveProperty('required')
  })

  it('merge with the nearest of their server, which is right for both', async () => {
    const { drafts, right } = await changed('merge', 'weather/get_weather')
    const both = [toolId('get_weather', 'weather'), toolId('get_weather_forecast', 'weather')]
    const [kept] = right(both[0] as never)
    expect(right(both[1] as never)).toEqual([kept])
    const merged = drafts.find((entry) => entry.tool.id === kept) as CatalogTool
    expect(merged.tool.description).toContain('forecast')
    expect(namesIn(merged)).toEqual(expect.arrayContaining(['city', 'day', 'days', 'unit']))
    expect(merged.tool.parameters.required).toEqual(['city'])
    const gone = drafts.filter((entry) => visibilityOf(entry) === 'hidden')
    expect(gone.map((entry) => entry.tool.id)).toContain(both.find((id) => id !== kept))
  })

  it('are gone, and nothing is right in their place, however much it is worded alike', async () => {
    const alike = [
      tool('get_wifi_status', 'Gets the status of the wifi.'),
      tool('set_wifi_status', 'Sets the status of the wifi.'),
    ]
    const { drafts, right } = await changing({ kind: 'deprecate', share: 0.5 }, alike)
    expect(drafts.map(visibilityOf)).toEqual(['hidden'])
    expect(drafts.map(({ tool: { id } }) => right(id))).toEqual([[]])
  })

  it('are never gone where changes are mixed', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { right } = await changing({ seed })
      expect(CATALOG.filter(({ tool: { id } }) => right(id).length === 0)).toEqual([])
    }
  })

  it('get a copy of their neighbour on another server, beside which the old one stays right', async () => {
    const { drafts, right } = await changed('copy', 'weather/get_weather')
    const copied = drafts.find(({ tool: { id } }) => id === 'weather/get_weather (copy)')
    expect(copied?.tool.server).toBe('mail')
    expect(right(toolId('get_weather', 'weather'))).toEqual(['weather/get_weather'])
  })

  it('put none in the place of a tool of the same id', async () => {
    const made = async (kind: ChangeKind, namesake: string) => {
      const tools = [CATALOG[0] as CatalogTool, tool(namesake, 'A city.', { server: 'weather' })]
      const rounds = [1, 2].map((seed) => changing({ kind, seed, share: 0.5 }, tools))
      return (await Promise.all(rounds)).flatMap(({ drafts }) =>
        drafts.map(({ tool: { id } }) => id),
      )
    }
    expect(await made('copy', 'get_weather (copy)')).toEqual(
      expect.arrayContaining(['weather/get_weather (copy 2)', 'weather/get_weather (copy) (copy)']),
    )
    expect(await made('split', 'get_weather (second part)')).toEqual([
      'weather/get_weather',
      'weather/get_weather (second part 2)',
    ])
  })

  it('do not become equal to others: that is undone, and counted', async () => {
    const synonyms = [tool('get', 'A'), tool('fetch', 'B'), tool('retrieve', 'C')]
    const { drafts, changed, undone } = await changing({ kind: 'rename' }, synonyms)
    expect({ drafts, changed, undone }).toEqual({ drafts: [], changed: 0, undone: 3 })
  })

  it('are never hidden ones', async () => {
    const twin = tool('get_weather', 'Gets the weather of a city. Names the temperature too.', {
      visibility: 'hidden',
    })
    for (const kind of CHANGE_KINDS) {
      const { drafts } = await changing({ kind }, [...CATALOG, twin])
      expect(drafts.map(({ tool: { id } }) => id)).not.toContain('get_weather')
    }
  })

  it('may be few: of one there is nothing to merge with or to copy, and of none nothing changes', async () => {
    const [, , one] = CATALOG as [CatalogTool, CatalogTool, CatalogTool]
    for (const kind of ['merge', 'copy'] as const) {
      expect(await changing({ kind }, [one])).toMatchObject({ drafts: [], changed: 0 })
    }
    expect((await changing({ kind: 'rename', seed: 4, share: 0.2 }, [one])).changed).toBe(1)
    expect((await changing({}, [])).drafts).toEqual([])
  })
})

const words = fc.constantFrom('get', 'list', 'user', 'file', 'Order', 'price', 'send', 'of', 'ü')
const catalogs = fc
  .uniqueArray(fc.array(words, { minLength: 1, maxLength: 3 }), {
    selector: (name) => name.join('_'),
    maxLength: 12,
  })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .tuple(fc.array(words), fc.uniqueArray(words), fc.option(words), fc.boolean())
          .map(([said, taken, server, hidden]) =>
            tool(name.join('_'), said.join(' '), {
              ...(server !== null && { server }),
              ...(hidden && { visibility: 'hidden' as const }),
              ...taking(taken.slice(0, 1), ...taken),
            }),
          ),
      ),
    ),
  )
const rounds = fc.record({
  kind: fc.option(fc.constantFrom(...CHANGE_KINDS), { nil: undefined }),
  seed: fc.integer({ min: 1, max: 20 }),
  share: fc.double({ min: 0.05, max: 1, noNaN: true }),
})

describe('changes of any catalog', () => {
  it('are the same for the same seed', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, rounds, async (tools, round) => {
        const one = await changing(round, tools)
        const other = await changing(round, tools)
        expect(one.drafts).toEqual(other.drafts)
      }),
    )
  })

  it('leave every right tool one that can be given, or none', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, rounds, async (tools, round) => {
        const { drafts, right } = await changing(round, tools)
        const then = new Map([...tools, ...drafts].map((entry) => [entry.tool.id, entry]))
        const given = tools.filter((entry) => visibilityOf(entry) !== 'hidden')
        for (const other of given.flatMap(({ tool: { id } }) => right(id))) {
          expect(visibilityOf(then.get(other) as CatalogTool)).not.toBe('hidden')
        }
      }),
    )
  })

  it('make no two tools equal', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, rounds, async (tools, round) => {
        const { drafts } = await changing(round, tools)
        const equal = (all: readonly CatalogTool[]) =>
          all.length - new Set(all.map((entry) => JSON.stringify(definitionOf(entry)))).size
        const then = new Map([...tools, ...drafts].map((entry) => [entry.tool.id, entry]))
        expect(equal([...then.values()])).toBeLessThanOrEqual(equal(tools))
      }),
    )
  })

  it('reach every tool with as many seeds as there are shares', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0.1, 0.2, 0.25, 0.5, 1),
        async (count, share) => {
          const tools = Array.from({ length: count }, (_, at) => tool(`tool${at}`, ''))
          const seeds = Array.from({ length: Math.round(1 / share) }, (_, at) => at + 1)
          const rounds = seeds.map((seed) => changing({ kind: 'deprecate', seed, share }, tools))
          const gone = (await Promise.all(rounds)).map(({ drafts }) => drafts)
          expect(new Set(gone.flat().map(({ tool: { id } }) => id)).size).toBe(count)
          for (const { length } of gone) {
            expect(length).toBeGreaterThanOrEqual(Math.max(1, Math.floor(share * count)))
            expect(length).toBeLessThanOrEqual(Math.ceil(share * count))
          }
        },
      ),
    )
  })
})
