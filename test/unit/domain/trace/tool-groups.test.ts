import { describe, expect, it } from 'vitest'
import type { EdgeWitness, Need, PlacedTool, Seed } from '../../../../src-main/domain/query/query'
import { inGroups, isDependency, toolGroups } from '../../../../src-main/domain/trace/tool-groups'
import { id } from '../../../fakes/catalog-tool'

const edge = (main: string): EdgeWitness => ({
  kind: 'edge',
  from: id(main),
  edge: 'tool-direct',
  distance: 1,
  main: id(main),
})
const found = (tool: string): PlacedTool => ({
  tool: id(tool),
  witnesses: [{ kind: 'score', source: 'bm25', origin: 'words', score: 1 }],
})
const needed = (tool: string, ...mains: string[]): PlacedTool => ({
  tool: id(tool),
  witnesses: [
    ...mains.map(edge),
    { kind: 'score', source: 'expected for mail', origin: 'graph', score: 1 },
  ],
})
const seed = (tool: string, ...needs: (string | [string, Need['state']])[]): Seed => ({
  tool: id(tool),
  needs: needs.map((need): Need => {
    const [name, state = 'admitted'] = typeof need === 'string' ? [need] : need
    return { tool: id(name), state, edge: edge(tool) }
  }),
})
const drawn = (seeds: Seed[], tools: PlacedTool[]) =>
  toolGroups(seeds, tools).map(({ main, members }) => [main, ...members].join(' '))

describe('the groups of a tool set', () => {
  const mail = seed('mail', 'log_in', 'wifi')
  const call = seed('call', 'log_in', 'microphone')

  it('are the tools that were found, each with what it needs, the best found first', () => {
    const set = [
      needed('log_in', 'mail', 'call'),
      found('call'),
      found('mail'),
      needed('wifi', 'mail'),
    ]
    expect(drawn([mail, call], set)).toEqual(['mail log_in wifi', 'call'])
  })

  it('end with other tools that were found, in the order of the set', () => {
    expect(drawn([mail], [found('mail'), found('room'), found('desk')])).toEqual([
      'mail',
      'room',
      'desk',
    ])
  })

  it('tell of all that is needed whether it is given, was cut, is kept back or is gone', () => {
    const [group] = toolGroups(
      [seed('mail', 'log_in', 'wifi', ['vault', 'kept-back'], ['pigeon', 'gone'])],
      [found('mail'), needed('log_in', 'mail')],
    )
    expect(group?.needs.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'log_in given',
      'wifi cut',
      'vault kept-back',
      'pigeon gone',
    ])
  })

  it('leave a tool that was found on its own, although another one needs it', () => {
    const both: PlacedTool = {
      ...found('wifi'),
      witnesses: [...found('wifi').witnesses, edge('mail')],
    }
    expect(isDependency(both)).toBe(false)
    expect(drawn([mail, seed('wifi')], [found('mail'), both])).toEqual(['mail', 'wifi'])
  })

  it('hold what a main tool needs that was cut, with one that is there where that needs it too', () => {
    const set = [needed('log_in', 'mail', 'call'), found('call')]
    expect(drawn([mail, call], set)).toEqual(['call log_in'])
    const orphan = [needed('wifi', 'mail')]
    expect(toolGroups([mail], orphan)).toMatchObject([
      { main: 'mail', isGiven: false, members: ['wifi'] },
    ])
  })

  it('hold every tool of the set once', () => {
    const set = [needed('log_in', 'mail', 'call'), found('call'), needed('wifi', 'mail')]
    const groups = toolGroups([mail, call], set)
    expect(
      inGroups(groups, set)
        .map(({ tool }) => tool)
        .toSorted(),
    ).toEqual(['call', 'log_in', 'wifi'])
  })
})
