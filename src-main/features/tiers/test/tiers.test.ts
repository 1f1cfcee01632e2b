import { expect, test } from 'vitest'
import { tellTier } from '../../../pipeline/prompts/tell-tier'
import { scriptedModel } from '../../../../test/fakes/scripted-model'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from '../../../../test/app/open-app'

const ASKED = [
  { id: 'exact', query: 'send email to Dana', tools: ['send_email'] },
  { id: 'otherwise', query: 'how is the weather going to be', tools: ['get_weather'] },
  { id: 'vague', query: 'do I have to take my umbrella', tools: ['get_weather'] },
  { id: 'vague too', query: 'how many euros is that', tools: ['convert_currency'] },
  {
    id: 'two',
    query: 'put it on the calendar and email it',
    tools: ['create_event', 'send_email'],
  },
]

async function measured(app: AppUnderTest) {
  const dir = await app.smallWorkspace()
  await app.request('golden.import', { dir, path: await app.file('tiers.json', ASKED) })
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet: 'tiers',
    k: [1, 3],
    recipes: [{ recipe: 'bm25' }, { recipe: 'hybrid' }],
  })
  return { dir, runs, ids: runs.map(({ id }) => id) }
}

test('runs are read by tier, and a part of a run is a run of those queries alone', async () => {
  const app = await openApp()
  const { dir, ids } = await measured(app)
  const [first = '', second = ''] = ids
  const { rows } = await app.request('evaluation.tiers', { dir, runs: ids, k: 1 })
  expect(rows.map(({ tier, runs }) => [tier, runs[0]?.queries])).toEqual([
    ['exact', 1],
    ['paraphrased', 1],
    ['vague', 2],
    ['compound', 1],
  ])
  const vague = rows.find(({ tier }) => tier === 'vague')
  const parts = ids.map((id) => `${id}:vague`)
  const [part] = await app.request('evaluation.at', { dir, runs: parts, k: 1 })
  expect(part).toMatchObject({ id: `${first}:vague`, tier: 'vague', queries: 2 })
  expect(part?.measures['Recall@1']?.mean).toBe(vague?.runs[0]?.recall.mean)
  const [comparison] = await app.request('evaluation.compare', {
    dir,
    baseline: `${first}:vague`,
    runs: [`${second}:vague`],
    k: 1,
  })
  expect(comparison).toMatchObject({ run: `${second}:vague`, queries: 2 })
  const outcomes = await app.request('evaluation.outcomes', { dir, run: `${first}:vague`, k: 1 })
  expect(outcomes.total).toBe(2)
  const logged = { dir, run: `${first}:vague`, preview: true }
  expect(await app.request('history.addRun', { ...logged, queries: ['vague'] })).toMatchObject({
    added: 1,
  })
  expect(await app.reply('history.addRun', { ...logged, queries: ['exact'] })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('each run has counts of its own, and none where it holds no tool sets for the k', async () => {
  const app = await openApp()
  const { dir, ids } = await measured(app)
  const more = await app.request('evaluation.run', {
    dir,
    goldenSet: 'tiers',
    k: [5],
    sample: { size: 2, seed: 1 },
    recipes: [{ recipe: 'bm25' }],
  })
  const [few = ''] = more.runs.map(({ id }) => id)
  const runs = [...ids.slice(0, 1), few]
  const counts = async (k: number) =>
    (await app.request('evaluation.tiers', { dir, runs, k })).rows.flatMap((row) => row.runs)
  const at3 = await counts(3)
  for (const [run, queries] of [
    [ids[0], 5],
    [few, 2],
  ] as const) {
    const own = at3.filter((each) => each.run === run)
    expect(own.reduce((sum, each) => sum + each.queries, 0)).toBe(queries)
  }
  expect(new Set((await counts(5)).map(({ run }) => run))).toEqual(new Set([few]))
  expect(await app.reply('evaluation.tiers', { dir, runs, k: 9 })).toMatchObject({
    error: { code: 'bad-input', message: 'The run holds no tool sets for k = 9.' },
  })
})

test('without a k, runs are read at the one that is recommended of them', async () => {
  const app = await openApp()
  const { dir, ids: runs } = await measured(app)
  const { k } = (await app.request('evaluation.advise', { dir, runs })).chosen
  const at = await app.request('evaluation.tiers', { dir, runs })
  expect(at).toEqual(await app.request('evaluation.tiers', { dir, runs, k }))
  expect(at.k).toBe(k)
})

test('runs of different golden sets do not stand in one table', async () => {
  const app = await openApp()
  const { dir, ids } = await measured(app)
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet: 'asked',
    k: [1],
    recipes: [{ recipe: 'bm25' }],
  })
  const both = [...ids, ...runs.map(({ id }) => id)]
  expect(await app.reply('evaluation.tiers', { dir, runs: both, k: 1 })).toMatchObject({
    error: { code: 'bad-input', message: expect.stringContaining('“tiers”, “asked”') as string },
  })
})

test('a tag says otherwise than the rule, from then on', async () => {
  const app = await openApp()
  const { dir, ids } = await measured(app)
  await app.request('golden.tag', { dir, set: 'tiers', ids: ['vague'], add: ['tier:exact'] })
  const { rows } = await app.request('evaluation.tiers', { dir, runs: ids, k: 1 })
  expect(rows.map(({ tier, runs: [run] }) => [tier, run?.queries, run?.byHand])).toEqual([
    ['exact', 2, 1],
    ['paraphrased', 1, 0],
    ['vague', 1, 0],
    ['compound', 1, 0],
  ])
})

test('a tier without queries, and one that contradicts the labels, are refused', async () => {
  const app = await openApp()
  const { dir, ids } = await measured(app)
  const none = { dir, runs: [`${ids[0] ?? ''}:other-language`], k: 1 }
  expect(await app.reply('evaluation.at', none)).toMatchObject({
    error: { code: 'bad-input', message: 'No query of this run is not in English.' },
  })
  const tagging = { dir, set: 'tiers', ids: ['vague'] }
  for (const add of [['tier:none'], ['tier:magic'], ['tier:exact', 'tier:vague']]) {
    expect(await app.reply('golden.tag', { ...tagging, add })).toMatchObject({
      error: { code: 'bad-input' },
    })
  }
})

test('a chat model proposes tiers, of queries without a tag alone, and writes nothing', async () => {
  const model = scriptedModel({
    [tellTier.wording]: (question) => ({
      tier: question.includes('umbrella') ? 'vague' : 'paraphrased',
    }),
  })
  const languageModels = { open: async () => model }
  const app = await openAppOn(await emptyFolder(), { languageModels })
  await app.request('settings.write', { chatModel: 'ollama:scripted' })
  const { dir } = await measured(app)
  await app.request('golden.tag', { dir, set: 'tiers', ids: ['exact'], add: ['tier:exact'] })
  const { proposed, left } = await app.request('golden.proposeTiers', { dir, set: 'tiers' })
  expect(left).toBe(0)
  expect(proposed.map(({ id, now, tier }) => [id, now, tier])).toEqual([
    ['otherwise', 'paraphrased', 'paraphrased'],
    ['vague', 'vague', 'vague'],
    ['vague too', 'vague', 'paraphrased'],
    ['two', 'compound', 'paraphrased'],
  ])
  expect(model.questions).toHaveLength(4)
  const { queries } = await app.request('golden.queries', { dir, set: 'tiers' })
  expect(queries.flatMap(({ tags = [] }) => tags)).toEqual(['tier:exact'])
})

test('tiers are given in one change, but to queries whose tags contradict them', async () => {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const set = [
    { id: 'a', query: 'send it', tools: ['send_email'], tags: ['tier:exact', 'work'] },
    { id: 'b', query: 'mail it', tools: ['send_email'] },
    { id: 'c', query: 'post it', tools: ['send_email'], tags: ['tier:magic'] },
  ]
  await app.request('golden.import', { dir, path: await app.file('odd.json', set) })
  const tiers = (['a', 'b', 'c'] as const).map((id) => ({ id, tier: 'vague' as const }))
  const given = await app.request('golden.giveTiers', { dir, set: 'odd', tiers })
  expect(given).toMatchObject({
    changed: 2,
    refused: [expect.stringMatching(/^“post it”: “tier:magic” names no tier/) as string],
  })
  const tags = async () =>
    (await app.request('golden.queries', { dir, set: 'odd' })).queries.map((query) => query.tags)
  expect(await tags()).toEqual([['work', 'tier:vague'], ['tier:vague'], ['tier:magic']])
  await app.request('changes.undo', { dir, change: given.change ?? '' })
  expect(await tags()).toEqual([['tier:exact', 'work'], undefined, ['tier:magic']])
})

test('without a chat model there is none to propose tiers', async () => {
  const app = await openApp()
  const { dir } = await measured(app)
  expect(await app.reply('golden.proposeTiers', { dir, set: 'tiers' })).toMatchObject({
    error: {
      code: 'unavailable',
      message: 'No chat model is chosen, so none can say how queries are worded.',
    },
  })
})
