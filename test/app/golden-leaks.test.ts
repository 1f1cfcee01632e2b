import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'

const SEND = ToolId.parse('send_email')

/**
 * The small workspace, where three of four golden queries are said by an author's question, an
 * example or a log.
 */
async function leakingWorkspace() {
  const app = await openApp()
  const { request, file } = app
  const { dir } = await request('workspace.create', { name: 'Leaks' })
  const tool = (name: string, description: string, examples: object[] = []) => ({
    name,
    description,
    examples,
    parameters: { type: 'object', properties: {} },
  })
  const weather = tool('get_weather', 'Weather forecast for a place.', [
    { intent: 'Weather forecast for Zurich', arguments: {} },
  ])
  const tools = [
    tool('send_email', 'Send an email.'),
    weather,
    tool('create_event', 'Put an event into the calendar.'),
  ]
  await request('import.commit', {
    dir,
    path: await file('catalog.json', { 'servers/tools.json': { server: null, tools } }),
    format: 'pegboard',
  })
  const golden = [
    { id: 'same', query: 'Send an  email to Dana', tools: ['send_email'] },
    { id: 'example', query: 'weather forecasts for Zurich', tools: ['get_weather'] },
    { id: 'logged', query: 'put lunch into the calendar', tools: ['create_event'] },
    { id: 'clean', query: 'is it going to rain', tools: ['get_weather'] },
  ]
  await request('golden.import', { dir, path: await file('asked.json', golden) })
  const layer = { questions: ['send an email to Dana'] }
  await request('catalog.saveLayer', { dir, id: SEND, layer })
  const query = 'put lunch into the calendar'
  await request('history.add', { dir, query, tools: [ToolId.parse('create_event')] })
  return { ...app, dir }
}

it('golden queries that repeat a question, an example or a logged query are listed, with what they repeat', async () => {
  const { request, dir } = await leakingWorkspace()
  const { rows, counts } = await request('golden.page', { dir, set: 'asked', show: 'leaks' })
  expect(counts).toMatchObject({ all: 4, leaks: 3 })
  expect(rows.map(({ id, leaks }) => [id, leaks])).toEqual([
    ['same', [{ kind: 'question', text: 'send an email to Dana', tool: SEND, isSame: true }]],
    [
      'example',
      [
        {
          kind: 'example',
          text: 'Weather forecast for Zurich',
          tool: 'get_weather',
          isSame: false,
        },
      ],
    ],
    ['logged', [{ kind: 'logged', text: 'put lunch into the calendar', isSame: true }]],
  ])
})

it('golden queries that repeat an example of standardised fields leak it, as it came or was corrected', async () => {
  const { request, file } = await openApp()
  const { dir } = await request('workspace.create', { name: 'Augmented' })
  const example = (intent: string) => ({ intent, arguments: {} })
  const standardised = {
    description: 'Grills.',
    parameters: {},
    response: 'A steak.',
    examples: [example('Grill me a steak')],
  }
  const grill = { name: 'grill', description: 'Grill it', parameters: {}, standardised }
  const path = await file('kitchen.json', { 'servers/a.json': { server: null, tools: [grill] } })
  await request('import.commit', { dir, path })
  const id = ToolId.parse('grill')
  const layer = { standardised: { examples: [example('Barbecue a burger')] } }
  await request('catalog.saveLayer', { dir, id, layer })
  for (const text of ['grill me a steak', 'barbecue a burger', 'boil an egg']) {
    await request('golden.save', { dir, set: 'own', query: { text, tools: [id] } })
  }
  const { rows } = await request('golden.page', { dir, set: 'own', show: 'leaks' })
  expect(rows.map(({ leaks }) => leaks)).toEqual([
    [{ kind: 'example', text: 'Grill me a steak', tool: id, isSame: true }],
    [{ kind: 'example', text: 'Barbecue a burger', tool: id, isSame: true }],
  ])
})

it('a query that repeats something is flagged as it is written, and told when it is saved', async () => {
  const { request, dir } = await leakingWorkspace()
  const query = { text: 'SEND an email to dana!', tools: [SEND] }
  const checked = await request('golden.check', { dir, set: 'new', query })
  expect(checked.leaks).toMatchObject([{ kind: 'question', isSame: false }])
  const saved = await request('golden.save', { dir, set: 'new', query })
  expect(saved.leaks).toEqual(checked.leaks)
})

it('a run says how many of its queries leak, and what it measures without them', async () => {
  const { request, dir } = await leakingWorkspace()
  const { runs } = await request('evaluation.run', {
    dir,
    goldenSet: 'asked',
    recipes: [{ recipe: 'bm25' }],
    k: [1],
  })
  const { leaks, measures } = runs[0] ?? {}
  expect(leaks).toMatchObject({ queries: 3, questions: 1, examples: 1, logged: 1, clean: 1 })
  // Nothing in its words says rain: the others are found because they are said.
  expect(measures?.['Recall@1']?.mean).toBe(0.75)
  expect(leaks?.measures['Recall@1']?.mean).toBe(0)
})

it('a run without a leak says nothing of them', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const { runs } = await request('evaluation.run', {
    dir,
    goldenSet: 'asked',
    recipes: [{ recipe: 'bm25' }],
  })
  expect(runs[0]).not.toHaveProperty('leaks')
})

it('what is logged later is told of the same queries, whatever was worked out before', async () => {
  const { request, dir } = await leakingWorkspace()
  await request('golden.page', { dir, set: 'asked' })
  const tools = [ToolId.parse('get_weather')]
  await request('history.add', { dir, query: 'is it going to rain', tools })
  const { counts } = await request('golden.page', { dir, set: 'asked' })
  expect(counts.leaks).toBe(4)
})

it('turns are asked with a query: in a run, when its places are looked up, and when it is traced', async () => {
  const { request, dir } = await leakingWorkspace()
  const turns = ['send an email to Dana']
  for (const [set, before] of [
    ['turns', turns],
    ['alone', undefined],
  ] as const) {
    const query = { text: 'and again', tools: [SEND], ...(before && { turns: before }) }
    await request('golden.save', { dir, set, query })
  }
  const recipes = [{ recipe: 'toolshed', options: { planner: 'rules' } }]
  const recalls = []
  for (const goldenSet of ['turns', 'alone']) {
    const { runs } = await request('evaluation.run', { dir, goldenSet, recipes, k: [1] })
    const run = runs[0]?.id ?? ''
    recalls.push(runs[0]?.measures['Recall@1']?.mean)
    const { rows } = await request('evaluation.outcomes', { dir, run })
    const query = rows[0]?.id ?? ''
    expect(rows[0]?.turns).toEqual(goldenSet === 'turns' ? turns : undefined)
    expect((await request('evaluation.trace', { dir, run, query })).same).toBe(true)
  }
  expect(recalls).toEqual([1, 0])
})

it('a logged query is said to be golden by the same rule, nearly the same words included', async () => {
  const { request, dir } = await leakingWorkspace()
  const tools = [ToolId.parse('get_weather')]
  await request('history.add', { dir, query: 'Is it going to RAIN?', tools })
  await request('history.add', { dir, query: 'is it going to snow', tools })
  const { rows } = await request('history.list', { dir, search: 'going' })
  expect(Object.fromEntries(rows.map(({ query, golden }) => [query, golden]))).toEqual({
    'Is it going to RAIN?': 'asked',
    'is it going to snow': undefined,
  })
})
