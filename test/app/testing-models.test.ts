import { describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../src-main/features/actions'
import type { ModelInfo } from '../../src-main/domain/model/model'
import { Problem } from '../../src-main/domain/problem'
import type { Embedder } from '../../src-main/ports/embedder'
import type { OpenLanguageModel } from '../../src-main/ports/language-model'
import { conceptEmbedder } from '../fakes/embedder'
import { scriptedModel } from '../fakes/scripted-model'
import { senseModel } from '../fakes/sense-model'
import { fakeToolCaller } from '../fakes/tool-caller'
import { emptyFolder, openAppOn } from './open-app'

const info = (capabilities: string[], more: Partial<ModelInfo> = {}): ModelInfo => ({
  name: 'ollama:m',
  title: 'm',
  capabilities,
  isRemote: false,
  ...more,
})

interface Tested {
  model: ModelInfo
  embedder?: Embedder
  languageModel?: OpenLanguageModel
}

/** The app on one model, tested. */
async function tested({ model, embedder = conceptEmbedder([['team']]), languageModel }: Tested) {
  const { reply, progress } = await openAppOn(await emptyFolder(), {
    modelServer: {
      list: async () => ({ version: '0.32.15', models: [model] }),
      pull: () => Promise.reject(new Error('Nothing is pulled.')),
      remove: () => Promise.reject(new Error('Nothing is deleted.')),
    },
    embedders: { open: async () => embedder },
    ...(languageModel && { languageModels: { open: async () => languageModel } }),
  })
  return { reply: await reply('models.test', { model: 'ollama:m' }), progress }
}

async function rowsOf(given: Tested) {
  const { reply } = await tested(given)
  if (!reply.ok) throw new Error(reply.error.message)
  return shortRows(reply.data)
}

const shortRows = ({ rows }: ActionAnswer<'models.test'>) =>
  Object.fromEntries(rows.map(({ what, outcome, found }) => [what, `${outcome}: ${found}`]))

describe('testing a model that embeds', () => {
  it('tells how fast it is, how long its vectors are, and whether they stay the same', async () => {
    const rows = await rowsOf({ model: info(['embedding'], { dimensions: 1 }) })
    expect(Object.keys(rows)).toEqual([
      'First answer',
      'Round trip',
      'Dimensions',
      'Same text, same vector',
      'Tool documents',
    ])
    expect(rows).toMatchObject({ Dimensions: 'good: 1', 'Same text, same vector': 'good: yes' })
  })

  it('notices vectors of another length than Ollama tells, and such that differ each time', async () => {
    const { embedDocuments, ...others } = conceptEmbedder([['team'], ['mail']])
    let asked = 0
    const embedder: Embedder = {
      ...others,
      embedDocuments,
      embedQueries: async () => [Float32Array.of(1, ++asked)],
    }
    expect(
      await rowsOf({ model: info(['embedding'], { dimensions: 768 }), embedder }),
    ).toMatchObject({
      Dimensions: 'poor: 2',
      'Same text, same vector': 'poor: no',
    })
  })

  it('says what fails', async () => {
    const gone = new Problem('unavailable', 'The runner died.', 'Free some memory.')
    const embedder = { ...conceptEmbedder([]), embedQueries: () => Promise.reject(gone) }
    const { reply } = await tested({ model: info(['embedding']), embedder })
    expect(reply).toMatchObject({ error: { message: 'The runner died.' } })
  })
})

/** Answers with `form` to what it is to fill in, and calls what it is told to. */
const chatting = (form: () => unknown, town: unknown = 'Lisbon'): OpenLanguageModel => ({
  ...senseModel({ fills: form }),
  callTools: (request) =>
    fakeToolCaller({ get_weather: { town } as never }).callTools({
      ...request,
      text: `${request.text} get_weather`,
    }),
})
const model = info(['completion', 'tools'])
const fitting = { town: 'Lisbon', people: 2 }

describe('testing a model that chats', () => {
  it('tells whether its structured answers hold and whether it calls tools', async () => {
    const { reply, progress } = await tested({ model, languageModel: chatting(() => fitting) })
    if (!reply.ok) throw new Error(reply.error.message)
    expect(shortRows(reply.data)).toMatchObject({
      'Structured answers': 'good: 3 of 3 fit',
      'Tool calls': 'good: called',
    })
    expect(progress.map(({ done }) => done)).toEqual([...Array(16).keys()])
    expect(progress[0]).toEqual({
      what: 'Testing how it answers',
      done: 0,
      total: 16,
      unit: 'requests',
    })
  })

  it('counts answers that do not have the form they were asked for', async () => {
    const answers: unknown[] = ['Sure! {', { town: 'Oslo' }, fitting]
    const rows = await rowsOf({ model, languageModel: chatting(() => answers.shift()) })
    expect(rows['Structured answers']).toBe('poor: 1 of 3 fit')
  })

  it('tells a call with wrong arguments, and none, from a right one', async () => {
    const wrong = await rowsOf({ model, languageModel: chatting(() => fitting, 7) })
    expect(wrong['Tool calls']).toBe('poor: wrong arguments')
    const silent = { ...senseModel(), ...fakeToolCaller() }
    expect((await rowsOf({ model, languageModel: silent }))['Tool calls']).toBe('poor: no call')
  })

  it('does not try to have tools called by a model that was not taught to', async () => {
    const rows = await rowsOf({ model: info(['completion']), languageModel: senseModel() })
    expect(rows['Tool calls']).toBe('not tried: not taught')
  })

  it('says what fails every time, and counts what fails once', async () => {
    const gone = new Problem('unavailable', 'The runner died.', 'Free some memory.')
    const dead = { ...scriptedModel({}), answer: () => Promise.reject(gone) }
    const { reply } = await tested({ model, languageModel: dead })
    expect(reply).toMatchObject({ error: { message: 'The runner died.' } })
    const alive = senseModel()
    let asked = 0
    const once = {
      ...alive,
      answer: (question: Parameters<typeof alive.answer>[0]) =>
        asked++ === 0 ? Promise.reject(gone) : alive.answer(question),
    }
    const rows = await rowsOf({ model: info(['completion']), languageModel: once })
    expect(rows).toMatchObject({
      'Structured answers': 'poor: 2 of 3 fit',
      'Fills in values': 'not tried: failed',
      'As chat model, to plan': 'not tried: not tried',
      'As reranker': 'good: fit',
    })
  })
})

it('a model that neither chats nor embeds is not tested', async () => {
  const { reply } = await tested({ model: info(['image']) })
  expect(reply).toMatchObject({ error: { message: 'The model m neither chats nor embeds.' } })
})
