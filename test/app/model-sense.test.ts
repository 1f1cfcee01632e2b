import { describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../src-main/features/actions'
import { ModelGone, type LanguageModel } from '../../src-main/ports/language-model'
import { planOf, SENSIBLE, senseModel, type SenseWays } from '../fakes/sense-model'
import { emptyFolder, openAppOn } from './open-app'

const NAME = 'ollama:small'

/** The app on one chat model, which answers in these ways, and may become another. */
async function open(languageModel: LanguageModel) {
  const server = { digest: 'd1', fingerprint: 'small@d1', languageModel }
  const app = await openAppOn(await emptyFolder(), {
    modelServer: {
      list: async () => ({
        version: '0.32.15',
        models: [
          {
            name: NAME,
            title: 'small',
            capabilities: ['completion'],
            isRemote: false,
            digest: server.digest,
          },
        ],
      }),
      pull: () => Promise.reject(new Error('Nothing is pulled.')),
      remove: () => Promise.reject(new Error('Nothing is deleted.')),
    },
    languageModels: {
      open: async () => ({ ...server.languageModel, fingerprint: server.fingerprint }),
    },
  })
  const listed = async () =>
    (await app.request('models.list', {})).models.find(({ name }) => name === NAME)
  return { ...app, server, listed }
}

async function rowsOf(ways: Partial<SenseWays>) {
  const { request } = await open(senseModel(ways))
  const { rows } = await request('models.test', { model: NAME })
  return { ...shortRows(rows), meanings: rows.map(({ meaning }) => meaning).join(' ') }
}

const shortRows = (rows: ActionAnswer<'models.test'>['rows']) =>
  Object.fromEntries(rows.map(({ what, outcome, found }) => [what, `${outcome}: ${found}`]))

describe('a model is tried for sense', () => {
  it('and is fit for what it understands', async () => {
    expect(await rowsOf({})).toMatchObject({
      'Fills in values': 'good: 3 of 3 right',
      'Splits requests': 'good: 3 of 3 right',
      'Orders tools': 'good: 6 of 6 right',
      'Tells what fits': 'good: 3 of 3 right',
      'As chat model, to plan': 'good: fit',
      'As reranker': 'good: fit',
      'As judge': 'good: fit',
    })
  })

  it.each<[string, SenseWays['orders'], string]>([
    ['keeps the order shown', ({ names }) => ({ tools: names }), 'first what is shown first'],
    [
      'reverses the order shown',
      ({ names }) => ({ tools: names.toReversed() }),
      'first what is shown last',
    ],
  ])('one that %s is no reranker', async (_, orders, habit) => {
    const rows = await rowsOf({ orders })
    expect(rows).toMatchObject({
      'Orders tools': 'poor: 2 of 6 right',
      'As reranker': 'poor: unfit',
      'As judge': 'good: fit',
    })
    expect(rows.meanings).toContain(habit)
    expect(rows.meanings).toContain('It put the right tool first in 2 of 6 lists.')
  })

  it.each<[string, SenseWays['judges']]>([
    ['every tool', ({ names }) => ({ irrelevant: names })],
    ['no tool', () => ({ irrelevant: [] })],
  ])('one that names %s is no judge', async (what, judges) => {
    const rows = await rowsOf({ judges })
    expect(rows).toMatchObject({
      'Tells what fits': 'poor: 0 of 3 right',
      'As judge': 'poor: unfit',
      'As reranker': 'good: fit',
    })
    expect(rows.meanings).toContain(`It names ${what} as unfit.`)
  })

  it('one that names what stands in the same places every time is no judge', async () => {
    const judges: SenseWays['judges'] = ({ names }) => ({ irrelevant: names.slice(0, 2) })
    expect(await rowsOf({ judges })).toMatchObject({ 'As judge': 'poor: unfit' })
  })

  it.each<[string, SenseWays['splits']]>([
    ['gives the request back', (text) => planOf([text])],
    ['gives the request back three times', (text) => planOf([text, text, text])],
    ['makes one wish three steps', () => planOf(['the letter', 'a letter', 'letters'])],
    ['makes steps of nothing asked', () => planOf(['one', 'two', 'three'])],
    ['makes no step', () => planOf([])],
  ])('one that %s does not plan', async (_, splits) => {
    expect(await rowsOf({ splits })).toMatchObject({
      'Splits requests': 'poor: 0 of 3 right',
      'As chat model, to plan': 'poor: unfit',
      'As reranker': 'good: fit',
    })
  })

  it('one that echoes the request into a form does not fill it in', async () => {
    const fills = (text: string) => ({ town: text.slice(0, 60), people: 1 })
    expect(await rowsOf({ fills })).toMatchObject({
      'Structured answers': 'good: 3 of 3 fit',
      'Fills in values': 'poor: 0 of 3 right',
      'As chat model, to plan': 'poor: unfit',
    })
  })

  const UNFIT = {
    'Fills in values': 'poor: 0 of 3 right',
    'Splits requests': 'poor: 0 of 3 right',
    'Orders tools': 'poor: 0 of 6 right',
    'Tells what fits': 'poor: 0 of 3 right',
    'As chat model, to plan': 'poor: unfit',
    'As reranker': 'poor: unfit',
    'As judge': 'poor: unfit',
  }

  it('one that echoes the prompt is fit for nothing', async () => {
    const { request } = await open({
      fingerprint: 'echo',
      answer: async ({ text }) => ({ text, promptTokens: 1, answerTokens: 1 }),
    })
    expect(shortRows((await request('models.test', { model: NAME })).rows)).toMatchObject(UNFIT)
  })

  it('one that stops in mid-word is fit for nothing', async () => {
    const whole = senseModel()
    const { request } = await open({
      ...whole,
      async answer(question) {
        const answer = await whole.answer(question)
        return { ...answer, text: answer.text.slice(0, -4), fault: 'it was cut' }
      },
    })
    const rows = shortRows((await request('models.test', { model: NAME })).rows)
    expect(rows).toMatchObject(UNFIT)
  })

  it('one wrong answer is forgiven, two are not', async () => {
    const missing = (times: number): SenseWays['judges'] => {
      let left = times
      return (shown) => (left-- > 0 ? { irrelevant: [] } : SENSIBLE.judges(shown))
    }
    expect(await rowsOf({ judges: missing(1) })).toMatchObject({ 'As judge': 'good: fit' })
    expect(await rowsOf({ judges: missing(2) })).toMatchObject({ 'As judge': 'poor: unfit' })
  })
})

const keepsOrder = () => senseModel({ orders: ({ names }) => ({ tools: names }) })

describe('what was found of a model', () => {
  it('is told with it, and not with another of its name', async () => {
    const { request, server, listed } = await open(keepsOrder())
    expect((await listed())?.tried).toBeUndefined()
    await request('models.test', { model: NAME })
    expect((await listed())?.tried).toMatchObject({
      digest: 'd1',
      fingerprint: 'small@d1',
      found: {
        fills: { right: 3, of: 3 },
        splits: { right: 3, of: 3 },
        orders: { right: 2, of: 6 },
        judges: { right: 3, of: 3 },
      },
    })
    server.digest = 'd2'
    expect((await listed())?.tried).toBeUndefined()
  })

  it('keeps one that does not order from being the reranker, unless it is wanted', async () => {
    const { request, reply } = await open(keepsOrder())
    const choice = { role: 'reranker', model: NAME } as const
    await request('models.test', { model: NAME })
    expect(await reply('models.choose', choice)).toMatchObject({
      ok: false,
      error: {
        code: 'bad-input',
        message:
          'The model small was tried and is unfit as reranker: it put the right tool first in 2 of 6 lists.',
      },
    })
    expect((await request('settings.read', {})).reranker).toBeUndefined()
    const { settings } = await request('models.choose', { ...choice, evenUnfit: true })
    expect(settings.reranker).toBe(NAME)
    expect((await request('models.choose', { ...choice, role: 'chat' })).settings.chatModel).toBe(
      NAME,
    )
  })

  it('is not kept of a trial that could not be made', async () => {
    const whole = keepsOrder()
    const { request, listed } = await open({
      ...whole,
      answer: (question) =>
        question.text.startsWith('Say which')
          ? Promise.reject(new ModelGone('The runner died.'))
          : whole.answer(question),
    })
    const { rows } = await request('models.test', { model: NAME })
    expect(shortRows(rows)).toMatchObject({
      'Tells what fits': 'not tried: failed',
      'As judge': 'not tried: not tried',
    })
    expect(Object.keys((await listed())?.tried?.found ?? {})).not.toContain('judges')
  })

  it('is told where a recipe asks it what it is unfit for, and nowhere else', async () => {
    const { request, server, smallWorkspace } = await open(keepsOrder())
    const dir = await smallWorkspace()
    await request('models.test', { model: NAME })
    await request('models.choose', { role: 'chat', model: NAME })
    const remarks = async (options: object) => {
      const asked = { dir, text: 'send mail', recipe: 'toolshed', options } as never
      return (await request('query.run', asked)).remarks
    }
    const said =
      'small was tried and is unfit to rerank: it put the right tool first in 2 of 6 lists. Choose another under Settings, Models.'
    const reranked = { rerank: 'model' }
    expect(await remarks(reranked)).toContain(said)
    expect(await remarks({ rerank: 'none' })).not.toContain(said)
    expect(await remarks({ planner: 'model' })).not.toContain(said)
    const unfit = (options: object) =>
      request('models.unfit', { dir, recipe: 'toolshed', options: options as never })
    expect(await unfit(reranked)).toEqual([said])
    expect(await unfit({})).toEqual([])
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes: [{ recipe: 'toolshed', options: reranked }],
      k: [1],
    })
    expect(runs[0]?.remarks).toContain(said)
    server.fingerprint = 'small@d2'
    expect(await remarks(reranked)).not.toContain(said)
    expect(await unfit(reranked)).toEqual([])
  })
})
