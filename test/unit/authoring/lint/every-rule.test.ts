import { describe, expect, it } from 'vitest'
import { CORE_RULES } from '../../../../src-main/authoring/lint/registry'
import { places } from '../../../../src-main/features/places'
import type {
  CatalogTool,
  JsonObject,
  JsonValue,
  Tool,
} from '../../../../src-main/domain/tool/tool'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { linted, objectedBy } from '../../../fakes/linted'
import { rulesSuite, type RuleCase } from '../../../fakes/rules-suite'

const GOOD = 'Finds hotels with free rooms in a city for the nights of a stay.'
const tool = (name: string, more: Partial<Tool> = {}): CatalogTool =>
  catalogTool(name, { description: GOOD, ...more })
const said = (description: string): CatalogTool => tool('book_room', { description })
const taking = (properties: JsonObject, more: JsonObject = {}): CatalogTool =>
  tool('book_room', { parameters: { type: 'object', properties, ...more } })
const string = (description?: string): JsonObject => ({
  type: 'string',
  ...(description !== undefined && { description }),
})
const needing = (...dependencies: Tool['dependencies']) => tool('a', { dependencies })
const edge = (on: string, parameter?: string) => ({
  on: id(on),
  kind: 'tool-direct' as const,
  ...(parameter && { parameter }),
})
const sentences = (ending: string) =>
  ['hotels', 'flights', 'trains', 'ferries', 'cars', 'bikes'].map((what) =>
    tool(`find_${what}`, { description: `Finds ${what} for a journey. ${ending}` }),
  )

const CASES: Record<string, RuleCase> = {
  'description-missing': { trips: [said(' ')], passes: [said('Books it.')] },
  'description-short': { trips: [said('Reserves beds.')], passes: [said(GOOD)] },
  'description-is-name': {
    trips: [said('Book a room.')],
    passes: [said('Book a room of the company for a meeting.')],
  },
  'purpose-unstated': {
    trips: [said('The best platform of the world for rooms and halls.')],
    passes: [said('Books rooms and halls of the company.')],
  },
  'purpose-buried': {
    trips: [said('Requires an access token. Books a room of the company for a meeting.')],
    passes: [said('Books a room of the company for a meeting. Requires an access token.')],
  },
  'text-long': { trips: [said(`${GOOD} `.repeat(20))], passes: [said(`${GOOD} `.repeat(10))] },
  placeholder: {
    trips: [said('TODO: write this')],
    passes: [said('Adds a todo item to the list of a person.')],
  },
  boilerplate: {
    trips: sentences('This tool is brought to you by Example Travel.'),
    passes: sentences('Example Travel.'),
  },
  'parameter-undescribed': {
    trips: [taking({ city: string() })],
    passes: [taking({ city: string('Where to stay'), unit: { enum: ['km', 'mile'] } })],
  },
  'parameter-is-name': {
    trips: [taking({ city_name: string('The name of the city') })],
    passes: [taking({ city_name: string('The name of the city, such as Oslo') })],
  },
  'parameter-abbreviated': {
    trips: [taking({ qty: string('How many are wanted') })],
    passes: [taking({ qty: string('The quantity that is wanted'), url: string('Where it is') })],
  },
  'schema-broken': {
    trips: [taking({ city: 'string' })],
    passes: [taking({ city: string('Where') }, { required: ['city'], anyOf: [true] })],
  },
  'schema-doubtful': {
    trips: [taking({ nights: { type: 'integer', default: 'two', description: 'How many' } })],
    passes: [taking({ nights: { type: 'integer', default: 2, description: 'How many' } })],
  },
  'schema-lost': {
    trips: [tool('a', { source: { format: 'mcp', entry: { inputSchema: 'city: string' } } })],
    passes: [tool('a', { source: { format: 'mcp', entry: { inputSchema: { type: 'object' } } } })],
  },
  'schema-refused': {
    trips: [taking({}, { oneOf: [{ required: ['a'] }] })],
    passes: [taking({ a: { oneOf: [string('One'), { type: 'integer' }], description: 'It' } })],
  },
  'name-refused': { trips: [tool('book.room')], passes: [tool('book_room')] },
  'name-twice': {
    trips: [tool('a'), tool('a', { id: id('a#2') })],
    passes: [tool('a'), tool('a2')],
  },
  'name-alike': {
    trips: [tool('book_room'), tool('bookRoom')],
    passes: [tool('book_room'), tool('book_rooms')],
  },
  'name-shared': {
    trips: [tool('travel/search'), tool('music/search')],
    passes: [tool('travel/search'), tool('travel/find')],
  },
  'near-duplicate': {
    trips: [tool('find_hotels'), tool('search_rooms')],
    passes: [tool('find_hotels'), tool('send_mail', { description: 'Sends a letter to someone.' })],
  },
  overlap: {
    trips: [
      tool('find_hotels'),
      tool('find_city_hotels', {
        description: 'Finds hotels with free rooms in a city of any size for the nights of a stay.',
      }),
      ...sentences(''),
    ],
    passes: [
      tool('turn_on', { description: 'Turns the light of a room on.' }),
      tool('lock_door', { description: 'Locks a door of the house.' }),
      ...sentences(''),
    ],
  },
  'edge-dangling': { trips: [needing(edge('gone'))], passes: [needing(edge('b')), tool('b')] },
  'edge-hidden': {
    trips: [needing(edge('b')), tool('b', { visibility: 'hidden' })],
    passes: [needing(edge('b')), tool('b', { visibility: 'internal' })],
  },
  'edge-self': { trips: [needing(edge('a'))], passes: [needing(edge('b')), tool('b')] },
  'edge-cycle': {
    trips: [needing(edge('b')), tool('b', { dependencies: [edge('a')] })],
    passes: [needing(edge('b')), tool('b')],
  },
  'edge-duplicate': {
    trips: [needing(edge('b'), edge('b')), tool('b')],
    passes: [needing(edge('b')), tool('b')],
  },
  'edge-parameter': {
    trips: [needing(edge('b', 'city')), tool('b')],
    passes: [needing(edge('b')), tool('b')],
  },
}

rulesSuite(CORE_RULES, CASES)

describe('lint', () => {
  it('finds the schema of a tool from Bedrock where that stands', async () => {
    const of = (json: JsonValue) => {
      const entry = { toolSpec: { name: 'a', inputSchema: { json } } }
      return tool('a', { source: { format: 'bedrock', entry } })
    }
    expect(await objectedBy('schema-lost', of('city: string'))).toHaveLength(1)
    expect(await objectedBy('schema-lost', of({ type: 'object' }))).toEqual([])
  })

  it('lists what is severe first, of features before the core', () => {
    const severities = places.lintRules.map(({ severity }) => severity)
    expect(severities).toEqual([
      ...severities.filter((severity) => severity === 'error'),
      ...severities.filter((severity) => severity === 'warning'),
      ...severities.filter((severity) => severity === 'note'),
    ])
    const ofCore = new Set(CORE_RULES.map(({ id: rule }) => rule))
    for (const severity of ['error', 'warning', 'note']) {
      const rules = places.lintRules.filter((rule) => rule.severity === severity)
      const first = rules.findIndex(({ id: rule }) => ofCore.has(rule))
      expect(rules.slice(first).every(({ id: rule }) => ofCore.has(rule))).toBe(true)
    }
    expect(places.lintRules.filter(({ id: rule }) => ofCore.has(rule))).toEqual(CORE_RULES)
  })

  it('has nothing against tools that are well written', async () => {
    const good = catalogTool('hotels/find_rooms', {
      description: GOOD,
      parameters: {
        type: 'object',
        properties: {
          city: string('Where, such as “Oslo”'),
          nights: { type: 'integer', description: 'How long' },
        },
        required: ['city'],
      },
    })
    const other = catalogTool('mail/send_letter', { description: 'Sends a letter to one person.' })
    expect(await linted(good, other)).toEqual([])
  })

  it('marks the text that it objects to: another text has another mark, the same one the same', async () => {
    const markOf = async (text: string) => (await linted(said(text)))[0]?.mark
    expect(await markOf('Reserves beds.')).toBe(await markOf('Reserves beds.'))
    expect(await markOf('Reserves beds.')).not.toBe(await markOf('Reserves tables.'))
  })
})
