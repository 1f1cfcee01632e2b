import { describe, expect, it } from 'vitest'
import { candidatesAmong } from '../clues/candidates'
import { CLUES, POINTS } from '../clues/edge-clues'
import { taughtBy } from '../clues/known-edges'
import { numberedTools } from '../clues/numbered-tool'
import type { Dependency, JsonObject } from '../../../domain/tool/tool'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'

const schema = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: `The ${name} of a flight` }]),
  ),
  required: names.slice(0, 1),
})
const needs = (...on: string[]) =>
  on.map((each): Dependency => ({ on: id(each), kind: 'tool-direct' }))

const TOOLS = [
  catalogTool('get_airport_code', { parameters: schema('city'), response: schema('airportCode') }),
  catalogTool('united_user_login', { parameters: schema('email'), response: schema('session_id') }),
  catalogTool('united_book_flight', {
    parameters: schema('airport_code', 'session_id'),
    dependencies: needs('united_user_login'),
  }),
  catalogTool('united_cancel_flight', {
    parameters: schema('session_id', 'flight'),
    dependencies: needs('united_user_login', 'get_airport_code'),
  }),
  catalogTool('delta_find_flight', { parameters: schema('airport_code', 'date', 'session_id') }),
  catalogTool('cook_pasta', { parameters: schema('minutes') }),
  catalogTool('united_status', { description: 'Tells how a flight of United goes.' }),
]

describe('the clues of many pairs at once', () => {
  it('are to the last bit those of each pair by itself', async () => {
    const numbered = await numberedTools(TOOLS, async () => undefined)
    const described = TOOLS.map(({ tool: { id, parameters } }) => ({
      id,
      parameters: Object.keys(parameters['properties'] ?? {}).map((name) => ({ name })),
    }))
    const known = taughtBy(TOOLS, described, [])
    const hits = {
      tools: Int32Array.from([0, 1, 4]),
      scores: Float64Array.from([0.71, 0.53, 0.2]),
      least: 0.2,
    }
    const found = { embedder: '', tools: new Map(), hits: new Map() }
    const searched = { found, of: () => hits, leftOut: 0 }
    const similar = new Map([
      [id('delta_find_flight'), needs('united_book_flight').map((e) => e.on)],
    ])
    const candidates = await candidatesAmong(
      { numbered, entries: TOOLS, known, searched, similar },
      async () => false,
    )
    let compared = 0
    for (const from of TOOLS.keys()) {
      const { others, clues } = candidates.of(from)
      for (const [at, on] of others.entries()) {
        const alone = candidates.told({ from, on }, clues.parameter[at] as number)
        const together = CLUES.map((clue) => [clue, clues[clue][at]])
        expect(Object.fromEntries(together)).toEqual(alone.clues)
        const points = CLUES.reduce((sum, clue) => sum + POINTS[clue] * alone.clues[clue], 0)
        expect(clues.points[at]).toBeCloseTo(points, 10)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(15)
  })
})
