import { describe, expect, it } from 'vitest'
import { airlineTool } from '../../../../test/app/airline'
import { nounAsked } from '../../../../test/fakes/enhancing'
import { goodNames } from '../improve/everyday-names'
import { proposalsIn, withWriter, type TextAnswer } from './enhancing'

describe('everyday names', () => {
  const about = {
    noun: 'channel',
    known: new Set(['channel', 'mail']),
    instruction: 'Other words.',
  }

  it('say something else than the noun, and are no other thing of the catalog', () => {
    const names = ['Room', 'channels', 'chat channel', 'mail', 'group chat', 'none', 'words']
    expect(goodNames(names, about)).toEqual(['room', 'group chat'])
  })

  it('are words and no sentences, loops, values or marks', () => {
    const names = [
      'a place in which people can talk',
      '"id": 5',
      'chat chat chat chat',
      '<b>x</b>',
      '#',
    ]
    expect(goodNames(names, about)).toEqual([])
  })
})

/** Tools of rooms that nobody calls channels, and others. */
const TOOLS = {
  open_channel: 'Opens a new channel.',
  archive_channel: 'Archives a channel for good.',
  list_channels: 'Lists the channels there are.',
  send_invoice: 'Sends an invoice.',
  void_invoice: 'Voids an invoice.',
  plan_sprint: 'Plans a sprint.',
} as const
const WORDS: Record<string, string> = {
  channel: 'room',
  channels: 'room',
  invoice: 'bill',
  sprint: 'iteration',
}
const OCCASIONS = ['today', 'for Anna', 'in Oslo', 'at noon', 'with Bob', 'by train', 'before June']

const queries = Object.keys(TOOLS).flatMap((name) =>
  Array.from({ length: 30 }, (_, at) => {
    const [, noun = ''] = name.split('_')
    const word = at % 2 === 0 ? WORDS[noun] : noun
    return {
      id: `${name}-${at}`,
      text: `the ${word} ${OCCASIONS[at % OCCASIONS.length]} number ${at}`,
      tools: [name],
      origin: 'human',
    }
  }),
)

const namer: TextAnswer = (question) => {
  const noun = nounAsked(question)
  if (noun === undefined) return { messages: ['none', 'none', 'none', 'none'] }
  return { names: [WORDS[noun] ?? 'none', noun, 'the data'] }
}

async function workshop(writer: TextAnswer) {
  const app = await withWriter(writer)
  const { dir } = await app.request('workspace.create', { name: 'Workshop' })
  const tools = Object.entries(TOOLS).map(([name, text]) => airlineTool(name, text))
  await app.request('import.commit', { dir, path: await app.file('tools.json', tools) })
  await app.request('golden.add', { dir, set: 'workshop', queries } as never)
  await app.request('workspace.workWith', { dir, recipe: 'bm25', options: {}, k: 3 })
  const topicsOf = async (id: string) => {
    const shown = await app.request('catalog.tool', { dir, id })
    return (shown as { entry: { layer: { topics?: string[] } } }).entry.layer.topics ?? []
  }
  return { ...app, dir, topicsOf }
}

describe('asking for everyday names', () => {
  it('is done once per noun, and all tools of the noun have them', async () => {
    const { request, dir, model, topicsOf } = await workshop(namer)
    const { accepted, nouns } = await request('improve.run', { dir, tools: 'all' })
    expect(nouns).toBe(3)
    const asked = model.questions.filter(({ text }) => nounAsked(text) !== undefined)
    expect(asked).toHaveLength(3)
    expect(accepted?.all.mean).toBeGreaterThan(0.05)
    expect(await topicsOf('archive_channel')).toEqual(['room'])
    expect(await topicsOf('list_channels')).toEqual(['room'])
    expect(await topicsOf('plan_sprint')).toEqual(['iteration'])
    await request('changes.undo', { dir, change: accepted?.change })
    expect(await topicsOf('list_channels')).toEqual([])
  })

  it('leaves topics alone that wait for review', async () => {
    const { request, dir, place } = await workshop((question) =>
      question.startsWith('Name the key topics') ? { topics: ['own topic'] } : namer(question),
    )
    await request('enhance.run', { dir, ids: ['plan_sprint'], parts: ['topics'] })
    await request('improve.run', { dir, tools: 'all' })
    const proposals = await proposalsIn(place, dir)
    expect(proposals.flatMap(({ proposed }) => proposed.topics ?? [])).toContain('own topic')
  })
})
