import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { CURRENCY, proposal, putProposals, reviewing } from './reviewing'

const BAKE = ToolId.parse('bake_bread')
const bread = { name: BAKE, description: 'Bakes a loaf.', tags: ['kitchen', 'oven'] }

/** So many questions of which no two are alike. */
const questions = (count: number, about: string): string[] =>
  Array.from({ length: count }, (_, at) => `${about} number ${at}?`)

/** A workspace with a tool that was imported with tags, and proposals for more of them. */
async function tagged(...added: string[]) {
  const app = await reviewing()
  const servers = { 'servers/kitchen.json': { server: null, tools: [bread] } }
  await app.request('import.commit', { dir: app.dir, path: await app.file('b.json', servers) })
  const put = added.map((tag) =>
    proposal({ id: tag, tool: BAKE, part: 'tags', proposed: { tags: [tag] } }),
  )
  await putProposals(app, app.dir, put)
  for (const tag of added) await app.decide([tag], 'accepted')
  const undo = (id: string) => app.request('changes.undo', { dir: app.dir, proposal: id })
  return { ...app, undo, tags: async () => (await app.layer(BAKE)).tags }
}

describe('an accepted text', () => {
  it('changes no parameter that is described by now, whatever an older proposal repeats', async () => {
    const old = { amount: 'As it stood.', currency: 'Into what.' }
    const { request, dir, decide, layer } = await reviewing(
      proposal({ part: 'parameters', proposed: { parameters: old } }),
    )
    const mine = { parameters: { amount: 'How much.' } }
    await request('catalog.saveLayer', { dir, id: CURRENCY, layer: mine })
    await decide(['p1'], 'accepted')
    expect(await layer()).toEqual({ parameters: { amount: 'How much.', currency: 'Into what.' } })
  })

  it('is refused where the list would have too many entries with what stands there', async () => {
    const sources = ['examples', 'logged-queries', 'parameters'] as const
    const { decide, layer, list, request, reply, dir } = await reviewing(
      ...sources.map((by) =>
        proposal({ id: by, origin: { by }, proposed: { questions: questions(20, by) } }),
      ),
    )
    expect(await decide([...sources], 'accepted')).toMatchObject({
      decided: 2,
      passedOver: { faulty: 1 },
    })
    expect((await layer()).questions).toHaveLength(40)
    const fault =
      'Together with the current entries there would be 60, of at most 50. Edit it, or reject it.'
    expect((await list()).rows).toMatchObject([{ id: 'parameters', fault }])
    expect(await request('review.measureAll', { dir })).toMatchObject({ passedOver: 1 })
    expect(await reply('review.measure', { dir, id: 'parameters' })).toMatchObject({
      error: { message: fault },
    })
    const shown = await request('review.proposal', { dir, id: 'parameters' })
    expect(shown.then.questions).toHaveLength(60)
    const edited = { questions: shown.then.questions?.slice(0, 45) }
    await decide(['parameters'], 'accepted', { edited })
    expect((await layer()).questions).toHaveLength(45)
  })

  it('goes by an undo without the imported tags, which were written with it', async () => {
    const { tags, undo, request, dir } = await tagged('bread')
    expect(await tags()).toEqual(['kitchen', 'oven', 'bread'])
    const layer = { tags: ['kitchen', 'oven', 'bread', 'mine'] }
    await request('catalog.saveLayer', { dir, id: BAKE, layer })
    await undo('bread')
    expect(await tags()).toEqual(['kitchen', 'oven', 'mine'])
  })

  it('leaves the imported tags to the import where nothing else was added to them', async () => {
    const { tags, undo } = await tagged('bread', 'loaf')
    await undo('bread')
    expect(await tags()).toEqual(['kitchen', 'oven', 'loaf'])
    await undo('loaf')
    expect(await tags()).toBeUndefined()
  })
})
