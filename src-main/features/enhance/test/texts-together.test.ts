import { describe, expect, it } from 'vitest'
import { catalogTool } from '../../../../test/fakes/catalog-tool'
import type { Catalog } from '../../../app/workspaces/catalog'
import type { AnswerPair } from '../../../authoring/gate/effect'
import type { TextProposal } from '../../../domain/proposal/text'
import { toolId } from '../../../domain/tool/tool'
import { toolsToWrite } from '../improve/asked-place'
import { textsToTry, type TextsTogether } from '../improve/texts-together'

const proposal = (tool: string, proposed: TextProposal['proposed']): TextProposal => ({
  id: `${tool} ${Object.keys(proposed).join()}`,
  tool: toolId(tool),
  part: Object.keys(proposed)[0] as TextProposal['part'],
  proposed,
  origin: { by: 'model', model: 'small', prompt: 'propose-questions@2' },
  of: 'v1',
  at: '2026-11-01T10:00:00Z',
  seen: [],
})
const written = (...proposals: TextProposal[]): TextsTogether =>
  Map.groupBy(proposals, ({ tool }) => tool)

/** A query of `own` that stands first now, and second behind `thief` with its texts. */
const taken = (ownName: string, thiefName: string, texts: TextsTogether): AnswerPair => {
  const own = toolId(ownName)
  const thief = toolId(thiefName)
  const before = [own, thief]
  const after = texts.has(thief) ? [thief, own] : before
  const query = { id: own, text: own, tools: [own], origin: 'human' as const }
  return {
    query,
    before: { set: before, listed: before },
    after: { set: after, listed: after },
  }
}
const found = (name: string, texts: TextsTogether): AnswerPair => {
  const own = toolId(name)
  const after = texts.has(own) ? [own] : []
  const query = { id: `find ${own}`, text: own, tools: [own], origin: 'human' as const }
  return { query, before: { set: [], listed: [] }, after: { set: after, listed: after } }
}

describe('the sets of texts that are tried', () => {
  const all = written(
    proposal('good', { questions: ['one', 'two', 'three'] }),
    proposal('good', { topics: ['name'] }),
    proposal('thief', { questions: ['four'] }),
  )
  const ask = (texts: TextsTogether) =>
    Promise.resolve([found('good', texts), taken('victim', 'thief', texts)])
  const sets = async (differences = written()) => {
    const asked: string[][] = []
    const tried = await textsToTry(all, {
      queries: [],
      ask,
      differences(tools) {
        asked.push([...tools])
        return Promise.resolve(differences)
      },
    })
    return { asked, sets: new Map(tried.map(({ label, texts }) => [label, texts])) }
  }

  it('are all, one part alone, fewer questions, and those without the costly', async () => {
    const { sets: tried } = await sets()
    expect([...tried.keys()]).toEqual([
      'all texts',
      'questions alone',
      'everyday names alone',
      '2 questions of each',
      'without those that cost more than they brought',
      'those that gained',
    ])
    expect(tried.get('everyday names alone')?.size).toBe(1)
    const fewer = tried.get('2 questions of each')?.get(toolId('good'))
    expect(fewer?.map(({ proposed }) => proposed)).toEqual([
      { questions: ['one', 'two'] },
      { topics: ['name'] },
    ])
    expect([...(tried.get('those that gained')?.keys() ?? [])]).toEqual(['good'])
  })

  it('have, for tools that were left out, texts that say when to use them', async () => {
    const telling = written(proposal('thief', { whenToUse: 'For thieves alone.' }))
    const { asked, sets: tried } = await sets(telling)
    expect(asked).toEqual([['thief']])
    const last = tried.get('the same, and when to use those that were left out')
    expect([...(last?.keys() ?? [])]).toEqual(['good', 'thief'])
    expect(last?.get(toolId('thief'))?.[0]?.part).toBe('whenToUse')
  })
})

describe('the tools that are written for', () => {
  const tools = Array.from({ length: 20_000 }, (_, at) =>
    catalogTool(`tool-${at}`, {}, at === 7 ? { visibility: 'hidden' } : {}),
  )
  const catalog = { tools } as unknown as Catalog
  const found = {
    missed: new Map([
      [toolId('tool-9'), 3],
      [toolId('tool-7'), 2],
      [toolId('tool-5'), 1],
    ]),
    toWin: new Map([
      [toolId('tool-9'), 3],
      [toolId('tool-5'), 1],
      [toolId('tool-3'), 0.5],
    ]),
  }

  it('are those that are missed, the most missed first, and never hidden ones', () => {
    expect(toolsToWrite(catalog, found, { tools: 'missed', most: 100 })).toEqual([
      'tool-9',
      'tool-5',
    ])
  })

  it('are as many as are asked for of a large catalog, in the order of what can be won', () => {
    expect(toolsToWrite(catalog, found, { tools: 'all', most: 5 })).toEqual([
      'tool-9',
      'tool-5',
      'tool-3',
      'tool-0',
      'tool-1',
    ])
  })
})
