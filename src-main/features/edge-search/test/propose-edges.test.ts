import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStaticEmbedder } from '../../../adapters/builtin/static-embedder'
import type { ProposeCall } from '../clues/propose-call'
import { proposeEdges } from '../clues/propose-edges'
import type { EdgeDecision } from '../../../domain/proposal/edge-decision'
import { carriedText } from '../../../domain/proposal/edge-words'
import type { AuthorLayer, CatalogTool, Dependency } from '../../../domain/tool/tool'
import { splitIdentifier } from '../../../pipeline/text/analyse'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'
import { kitOf } from '../../../../test/fakes/kit'

const embedder = await openStaticEmbedder({
  folder: resolve('resources/embedder'),
  splitIdentifiers: splitIdentifier,
})

/** A tool with these parameters, all required. */
function toolOf(
  name: string,
  description: string,
  { takes = [], returns = [], needs = [], layer }: Partial<Shape> = {},
): CatalogTool {
  const schema = (names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])),
    required: [...names],
  })
  const tool = {
    description,
    parameters: schema(takes),
    ...(returns.length > 0 && { response: schema(returns) }),
    dependencies: needs.map((on): Dependency => ({ on: id(on), kind: 'tool-direct' })),
  }
  return catalogTool(name, tool, layer)
}
interface Shape {
  takes: string[]
  returns: string[]
  needs: string[]
  layer: AuthorLayer
}

const CALL: ProposeCall = {
  signal: new AbortController().signal,
  pause: async () => false,
  onProgress: () => undefined,
}

const propose = (
  tools: readonly CatalogTool[],
  decisions: readonly EdgeDecision[] = [],
  call: Partial<ProposeCall> = {},
) => proposeEdges({ kit: kitOf({ tools, embedder }), decisions }, { ...CALL, ...call })

/** The proposal of one pair. */
async function proposedFor(tools: readonly CatalogTool[], from: string, on: string) {
  const { proposals } = await propose(tools)
  return proposals.find((each) => each.from === from && each.edge.on === on)
}

const AIRLINE = [
  toolOf('united_book_flight', 'Books a United flight.', { takes: ['session_id', 'airport_code'] }),
  toolOf('united_user_login', 'Logs in to United.', { takes: ['email'] }),
  toolOf('delta_user_login', 'Logs in to Delta.', { takes: ['email'] }),
  toolOf('get_airport_code', 'Gives the code of an airport.', { takes: ['city'] }),
  toolOf('cook_pasta', 'Tells how pasta is cooked.', { takes: ['minutes'] }),
]

describe('proposed edges', () => {
  it('lead from a session parameter to the same brand’s login, and to no other', async () => {
    const own = await proposedFor(AIRLINE, 'united_book_flight', 'united_user_login')
    expect(own?.evidence[0]).toEqual({ by: 'login', parameter: 'session_id' })
    expect(own?.edge).toMatchObject({ kind: 'parameter-direct', parameter: 'session_id' })
    expect(own?.probability).toBeGreaterThan(0.6)
    const other = await proposedFor(AIRLINE, 'united_book_flight', 'delta_user_login')
    expect(other?.evidence.some(({ by }) => by === 'login') ?? false).toBe(false)
    expect(other?.probability ?? 0).toBeLessThan(0.3)
  })

  it('lead from a parameter to the tool that is named like it', async () => {
    const found = await proposedFor(AIRLINE, 'united_book_flight', 'get_airport_code')
    expect(found?.edge.parameter).toBe('airport_code')
    expect(found?.evidence).toContainEqual({
      by: 'name',
      parameter: 'airport_code',
      words: ['airport', 'code'],
    })
    expect(await proposedFor(AIRLINE, 'united_book_flight', 'cook_pasta')).toBeUndefined()
  })

  it('lead to the tool that returns what a parameter is called', async () => {
    const tools = [
      toolOf('pay', 'Pays a bill.', { takes: ['invoice_number'] }),
      toolOf('find_bill', 'Looks a bill up.', { takes: ['text'], returns: ['invoice_number'] }),
      toolOf('wash_car', 'Washes the car.', { returns: ['shine'] }),
    ]
    const found = await proposedFor(tools, 'pay', 'find_bill')
    expect(found?.evidence).toContainEqual({
      by: 'output',
      parameter: 'invoice_number',
      output: 'invoice_number',
    })
    expect(found && carriedText(found)).toMatch(/^an output [6-9]\d %$/)
  })

  it('are not sure where what is called the same is said to be of another kind', async () => {
    const described = (name: string, description: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string', description } },
      required: [name],
    })
    const toolsWith = (returned: string) => [
      catalogTool('identify_song', {
        description: 'Identifies a song.',
        parameters: described('audio_file', 'The recording of the song to be identified.'),
      }),
      catalogTool('speech_generation', {
        description: 'Speaks a text aloud.',
        parameters: described('text', 'What it is made of.'),
        response: described('audio_file', returned),
      }),
      ...AIRLINE,
    ]
    const sure = async (returned: string) =>
      (await proposedFor(toolsWith(returned), 'identify_song', 'speech_generation'))?.probability ??
      0
    expect(await sure('The recording, in a format like speech.')).toBeGreaterThan(0.6)
    expect(await sure('In a format like speech.')).toBeLessThan(0.3)
  })

  /** Eight of ten readers of weather need the network, which no schema says. */
  const readers = (of: number, needs: string[], from = 0) =>
    Array.from({ length: of }, (_, at) =>
      toolOf(`read_weather_${'abcdefghijklmn'[from + at]}`, 'Reads the weather of a town.', {
        takes: ['town'],
        needs,
      }),
    )
  const WEATHER = [
    ...readers(8, ['check_wifi']),
    ...readers(2, [], 8),
    toolOf('check_wifi', 'Tells whether there is a network.', { layer: { dependencies: [] } }),
    toolOf('cook_pasta', 'Tells how pasta is cooked.', { layer: { dependencies: [] } }),
  ]

  it('follow tools like it whose edges are known, which no schema tells', async () => {
    const found = await proposedFor(WEATHER, 'read_weather_i', 'check_wifi')
    expect(found?.probability).toBeGreaterThan(0.7)
    expect(found?.evidence.map(({ by }) => by)).toContain('similar-tools')
    const { annotated } = await propose(WEATHER)
    expect(annotated).toBe(10)
    const removed = WEATHER.map((entry) =>
      entry.tool.dependencies.length > 0 && entry.tool.name !== 'read_weather_i'
        ? { ...entry, layer: { ...entry.layer, dependencies: [] } }
        : entry,
    )
    // All edges of the others removed by hand: no example against.
    expect((await propose(removed)).annotated).toBeLessThan(5)
    const alone = WEATHER.map(({ tool }) => ({ tool: { ...tool, dependencies: [] }, layer: {} }))
    expect(await proposedFor(alone, 'read_weather_i', 'check_wifi')).toBeUndefined()
  })

  it('are less sure where the author wrote the other edges of the tool', async () => {
    const written = [
      ...readers(7, ['check_wifi']),
      ...readers(1, ['cook_pasta'], 7),
      ...WEATHER.slice(8),
    ]
    const forgotten = await proposedFor(written, 'read_weather_h', 'check_wifi')
    const open = await proposedFor(written, 'read_weather_i', 'check_wifi')
    expect(open?.probability).toBeGreaterThan((forgotten?.probability ?? 0) * 2)
  })

  it('leave out hidden tools, known edges and edges to themselves', async () => {
    const tools = [
      ...AIRLINE.slice(0, 1).map(({ tool }) => ({
        tool: {
          ...tool,
          dependencies: [{ on: id('get_airport_code'), kind: 'tool-direct' as const }],
        },
        layer: {},
      })),
      { ...(AIRLINE[1] as CatalogTool), layer: { visibility: 'hidden' as const } },
      ...AIRLINE.slice(2),
    ]
    const { proposals } = await propose(tools)
    expect(proposals.filter(({ from, edge }) => from === edge.on)).toEqual([])
    const named = proposals.map(({ from, edge }) => `${from} ${edge.on}`)
    expect(named.filter((pair) => pair.includes('united_user_login'))).toEqual([])
    expect(named).not.toContain('united_book_flight get_airport_code')
  })

  it('come hubs first, and the same again', async () => {
    const { proposals } = await propose(WEATHER)
    expect(proposals.map(({ worth }) => worth)).toEqual(
      proposals.map(({ worth }) => worth).toSorted((a, b) => b - a),
    )
    expect((await propose(WEATHER.toReversed())).proposals.map(({ from }) => from).sort()).toEqual(
      proposals.map(({ from }) => from).sort(),
    )
    expect((await propose(WEATHER)).proposals).toEqual(proposals)
  })

  it('are looked for in turns, and stopped', async () => {
    let turns = 0
    await propose(AIRLINE, [], { pause: async () => turns++ > 0 })
    expect(turns).toBeGreaterThanOrEqual(AIRLINE.length)
    const stopper = new AbortController()
    const stopped = propose(AIRLINE, [], {
      signal: stopper.signal,
      onProgress: () => stopper.abort(),
    })
    await expect(stopped).rejects.toThrow(/abort/)
  })

  it('are bounded: of a catalog that proposes tens of thousands the surest are kept, and the rest is told', async () => {
    const tools = Array.from({ length: 160 }, (_, at) =>
      toolOf(`get_thing_${at}`, 'Gives a thing.', {
        takes: Array.from({ length: 40 }, (__, other) => `thing_${(at + other + 1) % 160}`),
      }),
    )
    const { proposals, leftOut, remarks } = await propose(tools)
    expect(proposals.length).toBeLessThanOrEqual(5000)
    expect(leftOut).toBeGreaterThan(0)
    expect(remarks[0]).toMatch(/The surest 5000 proposals are kept; \d+ others are left out\./)
  }, 60_000)
})
