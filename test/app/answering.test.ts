import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerQuery, prepareRecipe, type Prepared } from '../../src-main/app/query/answering'
import { openCatalog } from '../../src-main/app/workspaces/catalog'
import type { AppContext } from '../../src-main/app/context'
import type { ModelChoice } from '../../src-main/domain/model/model'
import { Problem } from '../../src-main/domain/problem'
import type { Query, QueryPlan } from '../../src-main/domain/query/query'
import { Settings } from '../../src-main/domain/workspace/settings'
import { askModel, NO_PROMPT_OVERRIDES } from '../../src-main/pipeline/ask'
import { planAsIs } from '../../src-main/pipeline/planning/as-is'
import { recipes } from '../../src-main/pipeline/recipes/registry'
import { topK } from '../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../src-main/pipeline/stage'
import type { LanguageModelSource } from '../../src-main/ports/language-model'
import { askingRecipe } from '../fakes/asking-recipe'
import { fakeClock } from '../fakes/clock'
import { buildMemoryLexicalIndex, buildMemoryVectorIndex } from '../fakes/indexes'
import { retriever } from '../fakes/retrievers'
import { scriptedModel } from '../fakes/scripted-model'

const call = { signal: new AbortController().signal, emit: () => undefined }

const emptyCatalog = () =>
  openCatalog([], {} as Parameters<typeof openCatalog>[1], {
    embedders: {
      open: () => Promise.reject(new Error('It is not asked.')),
    },
    tokenCounter: { tokenizer: 'none', count: () => ({ tokens: 0, isEstimate: false }) },
    buildLexicalIndex: buildMemoryLexicalIndex,
    buildVectorIndex: buildMemoryVectorIndex,
    mostVectorBytesInMemory: 0,
  })

const inputFor = (recipe: string) => ({
  catalog: emptyCatalog(),
  dir: '',
  recipe,
  options: {},
  k: 1,
  promptOverrides: async () => NO_PROMPT_OVERRIDES,
})

const contextWith = (
  chatModel: string | undefined,
  languageModels: LanguageModelSource,
  models?: ModelChoice,
) =>
  ({
    settings: { read: async () => Settings.parse({ chatModel }) },
    sessions: { of: async () => ({ store: { info: async () => ({ models }) } }) },
    clock: fakeClock(),
    recipes: { ...recipes, all: [...recipes.all, askingRecipe] },
    languageModels,
  }) as unknown as AppContext

it('a query is given nothing that another embedder or language model gave', async () => {
  const catalog = emptyCatalog()
  const sharingWith = async (model?: string, embedder?: string) => {
    const context = contextWith(model, {
      open: async (fingerprint) => ({ ...scriptedModel({}), fingerprint }),
    })
    const input = { ...inputFor('asking'), catalog, embedder }
    return (await prepareRecipe(context, input, call)).runWith.sharing
  }
  const known = await sharingWith('model@1')
  expect(await sharingWith('model@1')).toBe(known)
  for (const other of [sharingWith('model@2'), sharingWith(), sharingWith('model@1', 'other')]) {
    expect(await other).not.toBe(known)
  }
})

it('a query asks the chat model of its workspace, and that of the settings where it has none', async () => {
  const asked: string[] = []
  const languageModels: LanguageModelSource = {
    async open(name) {
      asked.push(name)
      return scriptedModel({})
    },
  }
  const prepare = (models?: ModelChoice) =>
    prepareRecipe(contextWith('ollama:general', languageModels, models), inputFor('asking'), call)
  await prepare({ chat: 'ollama:own' })
  await prepare({ embedder: 'ollama:other' })
  await prepare()
  expect(asked).toEqual(['ollama:own', 'ollama:general', 'ollama:general'])
})

it('a query that no prompt is asked for opens no model', async () => {
  const open = vi.fn<LanguageModelSource['open']>()
  const input = {
    ...inputFor('bm25'),
    promptOverrides: () => Promise.reject(new Error('It asks nothing.')),
  }
  const prepared = await prepareRecipe(contextWith('ollama:big', { open }), input, call)
  expect(open).not.toHaveBeenCalled()
  expect(prepared.runWith.ask).toBeUndefined()
})

it('a query is answered without a model that cannot be opened, and says why', async () => {
  const gone = new Problem('unavailable', 'The model big is not installed.', 'Pull it.')
  const context = contextWith('ollama:big', { open: () => Promise.reject(gone) })
  const prepared = await prepareRecipe(context, inputFor('asking'), call)
  const question = { text: 'a thing', signal: call.signal, record: 'nothing' } as const
  const { degraded } = await answerQuery(prepared, question)
  expect(degraded[0]).toBe('The model big is not installed (Rephrase).')
})

it('a query that asks a model without end is answered without more of it', async () => {
  const model = scriptedModel({ Again: () => ({}) })
  const again = {
    id: 'again',
    version: 1,
    answer: z.object({}),
    text: (at: number) => `Again ${at}`,
  }
  const asking = stage<Query, QueryPlan>({
    ...planAsIs(),
    prompts: [again],
    async run(query, step) {
      for (let at = 0; at < 600; at++) await step.ask(again, at, {})
      return planAsIs().run(query, step)
    },
  })
  const pipeline = pipe(asking)
    .to(retriever('some', ['a']))
    .to(topK())
  const runWith = { clock: fakeClock(), k: 1, ask: askModel(model) }
  const prepared = { pipeline, runWith } as unknown as Prepared
  const question = { text: 'x', signal: call.signal, record: 'nothing' } as const
  const { set, degraded } = await answerQuery(prepared, question)
  expect(set.tools).toHaveLength(1)
  expect(model.questions).toHaveLength(500)
  expect(degraded).toHaveLength(1)
  expect(degraded[0]).toContain('One query may ask a model 500 times, and did')
})
