import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStaticEmbedder } from '../../../adapters/builtin/static-embedder'
import { describedTool, type DescribedTool } from '../clues/described-tool'
import {
  cluesOfParameter,
  cluesOfTools,
  pointsFor,
  edgeProbability,
  wordWeights,
  type Around,
} from '../clues/edge-clues'
import { taughtBy } from '../clues/known-edges'
import { similarTools } from '../clues/searched-parameters'
import type { CatalogTool, Dependency } from '../../../domain/tool/tool'
import { splitIdentifier } from '../../../pipeline/text/analyse'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'
import { kitOf } from '../../../../test/fakes/kit'

const town = { type: 'object', properties: { town: { type: 'string' } } }
const needs = (...on: string[]) =>
  on.map((each): Dependency => ({ on: id(each), kind: 'tool-direct' }))

/**
 * Two tools that need the network, one that needs another, and one of which nothing is known; all
 * take a town.
 */
const TOOLS = [
  catalogTool('rain', { parameters: town, dependencies: needs('wifi') }),
  catalogTool('wind', { parameters: town, dependencies: needs('wifi') }),
  catalogTool('snow', { parameters: town, dependencies: needs('clock') }),
  catalogTool('hail', { parameters: town }),
  catalogTool('wifi'),
]
const described = new Map(TOOLS.map((entry) => [entry.tool.name, describedTool(entry)]))
const toolOf = (name: string) => described.get(name) as DescribedTool
const around: Around = {
  weights: wordWeights(() => 1, TOOLS.length),
  known: taughtBy(TOOLS, [...described.values()], []),
  returners: new Map(),
  similar: [],
}

describe('how sure an edge is', () => {
  it('is by points, as likely as not at 7.5, its odds e times as high with each point more', () => {
    expect(edgeProbability(7.5)).toBe(0.5)
    const odds = (points: number) => edgeProbability(points) / (1 - edgeProbability(points))
    expect(odds(10) / odds(9)).toBeCloseTo(Math.E, 10)
    expect(edgeProbability(pointsFor(0.1))).toBeCloseTo(0.1, 12)
  })

  it('is less the more similar tools could tell of it and do not', () => {
    const pair = { from: toolOf('hail'), on: toolOf('wifi') }
    const among = (...similar: string[]) =>
      cluesOfTools(pair, { ...around, similar: similar.map(id) })
    expect(among().couldTell).toBe(0)
    expect(among('rain', 'snow')).toMatchObject({ couldTell: 0.2, similar: 0.5 })
    expect(among('snow')).toMatchObject({ couldTell: 0.1, similar: 0 })
  })
})

describe('what speaks for an edge is what other tools say, never what the tool itself says', () => {
  it.each([
    // One more in the count than there are namesakes: few of them say little.
    { from: 'rain', share: 1 / (2 + 1) },
    { from: 'snow', share: 2 / (2 + 1) },
    { from: 'hail', share: 2 / (3 + 1) },
  ])('in what tools with the same parameter need: $from', ({ from, share }) => {
    const pair = { from: toolOf(from), on: toolOf('wifi') }
    const [parameter] = pair.from.parameters
    if (!parameter) throw new Error('It takes a town')
    const ofTools = cluesOfTools(pair, around)
    const searched = { parameter, hits: new Map(), leastHit: 0 }
    const clues = cluesOfParameter({ ...pair, ofTools }, searched, around)
    expect(clues.sameParameter).toBeCloseTo(share, 12)
  })

  it('in the ten tools most like it, of which it is none', async () => {
    const embedder = await openStaticEmbedder({
      folder: resolve('resources/embedder'),
      splitIdentifiers: splitIdentifier,
    })
    const alike = Array.from({ length: 12 }, (_, at): CatalogTool =>
      catalogTool(`rain_${at}`, { description: 'Tells whether it rains.' }),
    )
    const components = ['name', 'description'] as const
    const meaning = kitOf({ tools: alike, embedder }).dense(
      kitOf({ tools: alike, embedder }).documents(components, { documentForm: 'joined' }),
    )
    const signal = new AbortController().signal
    const call = { signal, pause: async () => false, onProgress: () => undefined }
    await meaning.prepare({ signal })
    const among = new Set(alike.map(({ tool }) => tool.id))
    const similar = await similarTools(alike, { meaning, among, components }, call)
    for (const [tool, others] of similar) {
      expect(others).toHaveLength(10)
      expect(others).not.toContain(tool)
    }
  })
})
