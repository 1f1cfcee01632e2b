import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStaticEmbedder } from '../../../adapters/builtin/static-embedder'
import { evidenceText } from '../../../domain/proposal/edge-words'
import { splitIdentifier } from '../../../pipeline/text/analyse'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'
import { kitOf } from '../../../../test/fakes/kit'
import { proposeEdges } from '../clues/propose-edges'
import type { Use } from '../clues/used-together'

const embedder = await openStaticEmbedder({
  folder: resolve('resources/embedder'),
  splitIdentifiers: splitIdentifier,
})

const TOOLS = [
  catalogTool('movie_credits', { description: 'Names the cast and crew of a movie.' }),
  catalogTool('open_archive', { description: 'Opens the drawer of old papers.' }),
  catalogTool('boil_rice', { description: 'Boils rice in a pot.' }),
  catalogTool('send_letter', { description: 'Sends a letter by post.' }),
  catalogTool('water_plants', { description: 'Waters the plants of the garden.' }),
]

const CREDITS = 'the cast and crew of the movie'

/** So many requests with these words, each its own. */
const requests = (many: number, text: string, tools: string[], isOrdered = false): Use[] =>
  Array.from({ length: many }, (_, at) => ({
    text: `${text} number ${at}`,
    tools: tools.map(id),
    isOrdered,
  }))

/** The same, each fourth of them with another tool too: what uses the same tools is one half’s. */
const varied = (text: string, tools: string[], isOrdered = false): Use[] =>
  [[], ['boil_rice'], ['send_letter'], ['water_plants']].flatMap((more, at) =>
    requests(5, `${text}, ${at}`, [...tools, ...more], isOrdered),
  )

const OTHERS = [
  ...requests(20, 'boil the rice', ['boil_rice']),
  ...requests(20, 'send the letter', ['send_letter']),
]

async function proposed(uses: readonly Use[]) {
  const { proposals } = await proposeEdges(
    { kit: kitOf({ tools: TOOLS, embedder }), decisions: [], inUse: { requests: uses, k: 2 } },
    {
      signal: new AbortController().signal,
      pause: async () => false,
      onProgress: () => undefined,
    },
  )
  return proposals
}

const between = async (uses: readonly Use[], from: string, on: string) =>
  (await proposed(uses)).find((each) => each.from === from && each.edge.on === on)

const NEEDS = ['movie_credits', 'open_archive'] as const

describe('needs by use', () => {
  it('lead from a tool to what was called before it', async () => {
    const uses = [...varied(CREDITS, ['open_archive', 'movie_credits'], true), ...OTHERS]
    const found = await between(uses, ...NEEDS)
    expect(found?.edge).toMatchObject({ kind: 'tool-direct' })
    const [first] = found?.evidence ?? []
    expect(first).toMatchObject({ by: 'use', both: 20, of: 20, order: { first: 20, of: 20 } })
    expect(first && evidenceText(first, 'open_archive')).toMatch(
      /^used together with open_archive in 20 of 20 requests that use it; in 20 of 20 of known order open_archive came first; of those that did not propose it, in (\d+) of \1, where it puts in \d+ right tools and pushes out \d+$/,
    )
    expect(found?.edge.reason).toMatch(/^Used together with open_archive in 20 of 20 /)
    expect(await between(uses, 'open_archive', 'movie_credits')).toBeUndefined()
  })

  it('lead to the tool that is used apart as well, where no order is known', async () => {
    const uses = [
      ...varied(CREDITS, ['movie_credits', 'open_archive']),
      ...requests(10, 'open the drawer of old papers', ['open_archive']),
      ...OTHERS,
      ...OTHERS.map((use) => ({ ...use, text: `please ${use.text}` })),
    ]
    expect((await between(uses, ...NEEDS))?.evidence[0]).toMatchObject({ by: 'use', both: 20 })
    expect(await between(uses, 'open_archive', 'movie_credits')).toBeUndefined()
    const symmetric = [...requests(20, CREDITS, ['movie_credits', 'open_archive']), ...OTHERS]
    expect(await proposed(symmetric)).toEqual([])
  })

  it('lead to no tool that is used in everything', async () => {
    const everywhere = [...requests(20, CREDITS, ['movie_credits']), ...OTHERS].map((use) => ({
      ...use,
      tools: [id('open_archive'), ...use.tools],
      isOrdered: true,
    }))
    expect(await proposed(everywhere)).toEqual([])
  })

  it('are not told by a few requests', async () => {
    const uses = [...requests(3, CREDITS, ['open_archive', 'movie_credits'], true), ...OTHERS]
    expect(await proposed(uses)).toEqual([])
  })

  it('are not told by requests for one set of tools alone', async () => {
    const uses = [...requests(20, CREDITS, ['open_archive', 'movie_credits'], true), ...OTHERS]
    expect(await proposed(uses)).toEqual([])
  })

  it('are not proposed where requests that did not propose them gain nothing', async () => {
    // Each finds the other tool by itself.
    const uses = [
      ...requests(20, `${CREDITS}, open the drawer of old papers`, [...NEEDS].reverse(), true),
      ...OTHERS,
    ]
    expect(await proposed(uses)).toEqual([])
  })

  it('are less sure where requests speak against what schemas say', async () => {
    const schema = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    })
    const tools = [
      catalogTool('pay', { description: 'Pays.', parameters: schema('invoice_number') }),
      catalogTool('find_bill', {
        description: 'Looks up.',
        parameters: schema('text'),
        response: schema('invoice_number'),
      }),
      ...TOOLS,
    ]
    const sure = async (uses: readonly Use[]) => {
      const { proposals } = await proposeEdges(
        { kit: kitOf({ tools, embedder }), decisions: [], inUse: { requests: uses, k: 2 } },
        {
          signal: new AbortController().signal,
          pause: async () => false,
          onProgress: () => undefined,
        },
      )
      return proposals.find((each) => each.from === id('pay') && each.edge.on === id('find_bill'))
    }
    const apart = [
      ...requests(12, 'pay it', ['pay', 'send_letter']),
      ...requests(5, 'find it', ['find_bill']),
    ]
    const before = await sure([])
    const after = await sure(apart)
    expect(before?.evidence.map(({ by }) => by)).not.toContain('no-use')
    expect(after?.evidence.at(-1)).toEqual({ by: 'no-use', of: 12 })
    expect(after?.probability).toBeLessThan(before?.probability ?? 0)
    // Given with it, the other tool would take the place of a right one.
    const pushing = requests(12, 'pays, sends a letter by post', ['pay', 'send_letter'])
    expect(await sure([...pushing, ...apart.slice(12)])).toBeUndefined()
    // Where only what was used alone is known, it does not speak against it.
    const alone = requests(12, 'pay it', ['pay'])
    expect((await sure([...alone, ...apart.slice(12)]))?.probability).toBe(before?.probability)
  })
})
