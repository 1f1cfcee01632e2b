import { describe, expect, it } from 'vitest'
import { airlineWorkspace } from '../../../../test/app/airline'
import { proposalsIn } from './enhancing'
import { emptyFolder, openAppOn } from '../../../../test/app/open-app'
import { BOOK, PASTA } from '../../../../test/app/standardising'

const COOK = {
  name: 'cook_pasta',
  description: 'Tells how pasta is cooked. It takes a while.',
  parameters: {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['penne', 'farfalle'] }, minutes: {} },
  },
  examples: [{ intent: 'Boil me some pasta', arguments: {} }],
}

/**
 * The airline’s tools without a model, what is logged and, of one of them, an example and a
 * parameter with values.
 */
async function collecting() {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await airlineWorkspace(app)
  const servers = { 'servers/kitchen.json': { server: null, tools: [COOK] } }
  await app.request('import.commit', { dir, path: await app.file('cook.json', servers) })
  const logged = [
    { query: 'how long does spaghetti boil', tools: [PASTA] },
    { query: 'how long does SPAGHETTI boil?', tools: [PASTA] },
    { query: 'a seat and some pasta', tools: [PASTA, BOOK] },
  ]
  await app.request('history.import', { dir, path: await app.file('logged.json', logged) })
  const collect = (input: object = {}) => app.request('enhance.collect', { dir, ...input })
  const proposals = () => proposalsIn(folder, dir)
  return { ...app, dir, collect, proposals }
}

describe('questions without a model', () => {
  it('are those of examples, logged queries of the tool alone, and values of parameters, marked as such', async () => {
    const { collect, proposals, request, dir } = await collecting()
    expect(await request('enhance.plan', { dir, parts: ['questions'] })).toMatchObject({
      collectable: { examples: 1, 'logged-queries': 1, parameters: 2 },
    })
    expect(await collect()).toMatchObject({ tools: 1, proposed: 3, questions: 4, gone: 0 })
    const byOrigin = Object.fromEntries((await proposals()).map((each) => [each.origin.by, each]))
    expect(byOrigin.examples).toMatchObject({
      tool: PASTA,
      part: 'questions',
      seen: ['Boil me some pasta'],
      proposed: { questions: ['Boil me some pasta'] },
    })
    expect(byOrigin['logged-queries']?.proposed.questions).toHaveLength(1)
    expect(byOrigin.parameters?.proposed.questions).toEqual([
      'Tells how pasta is cooked, kind penne',
      'Tells how pasta is cooked, kind farfalle',
    ])
  })

  it('are never what the tool says of itself', async () => {
    const { collect, proposals, request, dir } = await collecting()
    const layer = { description: 'Boil me some pasta.', questions: [] }
    await request('catalog.saveLayer', { dir, id: PASTA, layer })
    await collect({ from: ['examples'] })
    expect(await proposals()).toEqual([])
  })

  it('are proposed beside what the layer has, and repeat nothing of it', async () => {
    const { collect, proposals, request, dir } = await collecting()
    const layer = { questions: ['boil some pasta, for me'] }
    await request('catalog.saveLayer', { dir, id: PASTA, layer })
    await collect({ from: ['examples', 'parameters'] })
    const [own] = await proposals()
    expect(own?.origin.by).toBe('parameters')
    expect(own?.proposed.questions).toEqual(own?.seen)
  })

  it('are proposed once, replaced where there are more, and may be taken back', async () => {
    const { collect, proposals, request, dir, file } = await collecting()
    const { run } = await collect()
    expect(await collect()).toMatchObject({ proposed: 0, questions: 0 })
    const more = [{ query: 'is rice cooked in the same way as noodles', tools: [PASTA] }]
    await request('history.import', { dir, path: await file('more.json', more) })
    expect(await collect()).toMatchObject({ proposed: 1, questions: 2 })
    expect(await proposals()).toHaveLength(3)
    expect(await request('enhance.forget', { dir, run })).toEqual({ forgotten: 2 })
    expect(await collect({ ids: [BOOK, 'nowhere'] })).toEqual({
      tools: 0,
      proposed: 0,
      questions: 0,
      gone: 1,
    })
  })
})
