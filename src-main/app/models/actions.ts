import type {
  ModelsListAnswer,
  ModelsChooseAnswer,
  ModelsTestAnswer,
  ModelTestRow,
} from '../../contract/model'
import { EmbeddingTemplates, ModelName, type ModelInfo } from '../../domain/model/model'
import {
  BUILTIN,
  embedderTitle,
  fits,
  inOllama,
  isBuiltIn,
  isSameName,
  MODEL_ROLES,
  SENTENCES,
  type ModelRole,
  canChat,
  canEmbed,
} from '../../domain/model/names'
import { refusesUnfit, whyUnfit } from '../../domain/model/sense'
import { Problem } from '../../domain/problem'
import type { Settings } from '../../domain/workspace/settings'
import type { ModelServer, PullProgress } from '../../ports/model-server'
import type { ChangedSettings } from '../../ports/settings-store'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { modelForAnswering } from './connected-model'
import { withTemplates } from './own-templates'
import { RecipeOptions } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/recipe'
import { parseOptions } from '../recipes/recipe-options'
import { WITHOUT_CATALOG } from '../recipes/without-catalog'
import { infoOf } from '../recipes/works-with'
import { problemReport } from '../requests/problem-report'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { chatRows } from './test-chat'
import { embedderRows } from './test-embedding'
import type { TestContext } from './test-rows'
import { withTried } from './tried-models'
import { withWorkspaceModels } from './workspace-models'

/** The embedders that are part of the product. */
const BUILT_IN: readonly ModelInfo[] = [
  {
    name: BUILTIN,
    remark:
      'Built in. Adds up the meaning of English words, whatever their order; a query takes no time.',
    title: embedderTitle(BUILTIN),
    capabilities: ['embedding'],
    isRemote: false,
  },
  {
    name: SENTENCES,
    remark:
      'Built in. Reads whole English sentences; a query takes a moment, and a thousand tools a minute or so, once.',
    title: embedderTitle(SENTENCES),
    capabilities: ['embedding'],
    isRemote: false,
  },
]

export const modelActions = {
  'models.list': action({
    summary:
      'Installed models: the built-in embedders, then those of Ollama, or why there are none',
    input: z.object({}),
    run: (context, _, { signal }): Promise<ModelsListAnswer> => listModels(context, signal),
  }),
  /** Refuses a model that is not there, cannot do it, or was tried and found unfit to rerank. */
  'models.choose': action({
    summary: 'Choose a model; left out, a workspace goes back to the settings’',
    input: z.object({
      dir: Dir.optional().describe('for this workspace alone; default: the settings'),
      role: z.enum(MODEL_ROLES).meta({ title: 'role', description: 'what it is chosen for' }),
      model: ModelName.nullable().describe(
        'its name; null: back to the settings’, or of the settings to what they come with',
      ),
      evenUnfit: z
        .boolean()
        .default(false)
        .describe('choose a reranker that was tried and found unfit all the same'),
    }),
    run: (context, input, call): Promise<ModelsChooseAnswer> =>
      chooseModel(context, input, call.signal),
  }),
  /** A pull that was stopped goes on where it was. */
  'models.pull': action({
    summary: 'Load a model from Ollama’s registry; what was stopped goes on where it was',
    input: z.object({ model: ModelName.describe('its name, such as bge-m3 or qwen3:4b') }),
    run: (context, { model }, call) => pull(context.modelServer, nameIn(model), call),
  }),
  'models.delete': action({
    summary: 'Delete a model for good, for all programs that use the server',
    input: z.object({
      model: ModelName.describe('its name'),
      confirm: z.string().describe('its name again'),
    }),
    async run(context, { model, confirm }, { signal }) {
      if (confirm !== model) {
        const message = `“${confirm}” is not the model’s name, so nothing was deleted.`
        throw new Problem('bad-input', message, `Repeat “${model}” to delete it.`)
      }
      await context.modelServer.remove(nameIn(model), signal)
      return { deleted: model }
    },
  }),
  'models.test': action({
    summary: 'Try a model: how fast it is, whether its answers hold, and whether it is fit',
    input: z.object({ model: ModelName.describe('its name') }),
    run: async (context, { model }, call): Promise<ModelsTestAnswer> =>
      testModel(context, await installed(context, model, call.signal), call),
  }),
  /** Opens models to see which they are now, and asks them nothing. */
  'models.unfit': action({
    summary: 'Say what a recipe asks of models that were tried and found unfit for it',
    input: z.object({
      dir: Dir,
      recipe: z.string().describe('the recipe’s id'),
      options: RecipeOptions.default({}).describe('its options; those left out at their defaults'),
    }),
    async run(context, { dir, recipe: id, options }, { signal }): Promise<string[]> {
      await context.sessions.of(dir)
      const recipe = recipeOf(context.recipes, id)
      const pipeline = recipe.build(WITHOUT_CATALOG, parseOptions(recipe, options))
      const model = await modelForAnswering(withWorkspaceModels(context, dir), pipeline, signal)
      return model?.unfit ?? []
    },
  }),
  /** What is embedded is embedded anew. */
  'models.setTemplates': action({
    summary: 'Set how a model that embeds is given its texts; null is what it comes with',
    input: z.object({
      model: ModelName.describe('its name'),
      templates: EmbeddingTemplates.nullable().describe(
        'with {text} in place of the query and of the tool document',
      ),
    }),
    async run(context, { model, templates }, { signal }) {
      const found = await installed(context, model, signal)
      if (!found.templates) {
        const fix = 'Only models that embed are given texts in templates.'
        throw new Problem('bad-input', `${found.title} embeds by no template.`, fix)
      }
      const { standard } = found.templates
      const isStandard =
        templates?.query === standard.query && templates.document === standard.document
      const own = templates && !isStandard ? templates : undefined
      return context.settings.write((stored) => ({
        embeddingTemplates: withTemplates(stored, found.title, own),
      }))
    },
  }),
}

async function listModels(
  { modelServer, ollamaAddress, settings }: AppContext,
  signal: AbortSignal,
): Promise<ModelsListAnswer> {
  const ollama = await ollamaAddress()
  try {
    const { version, models } = await modelServer.list(signal)
    const stored = await settings.read()
    const known = models.map((model) => withTried(stored, model))
    return { ollama, ...(version && { version }), models: [...BUILT_IN, ...known] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { ollama, models: [...BUILT_IN], problem: problemReport(error) }
  }
}

/** What Ollama calls it, however it was written. @throws Problem for what is built in. */
function nameIn(model: string): string {
  if (isBuiltIn(model)) {
    const message = `${embedderTitle(model)} is part of Pegboard.`
    throw new Problem('bad-input', message, 'Name a model of Ollama.')
  }
  return inOllama(model) ?? model
}

/** @throws Problem where the server cannot be asked, or does not have it. */
async function installed(
  { modelServer }: Pick<AppContext, 'modelServer'>,
  name: string,
  signal: AbortSignal,
): Promise<ModelInfo> {
  const builtIn = BUILT_IN.find((each) => each.name === name)
  if (builtIn) return builtIn
  const model = inOllama(name) ?? name
  const { models } = await modelServer.list(signal)
  const found = models.find(({ title }) => isSameName(title, model))
  if (found) return found
  throw new Problem(
    'not-found',
    `The model ${model} is not installed in Ollama.`,
    `Pull it under Settings, Models, or run: ollama pull ${model}`,
  )
}

const CANNOT: Record<ModelRole, string> = {
  chat: 'does not chat',
  embedder: 'does not embed',
  reranker: 'does not chat',
}

interface Choosing {
  dir?: string | undefined
  role: ModelRole
  model: string | null
  evenUnfit: boolean
}

/** @throws Problem where what was found of the model says that it does not do for a role. */
async function refuseUnfit(
  { settings }: AppContext,
  role: ModelRole,
  model: ModelInfo,
): Promise<void> {
  const why = refusesUnfit(role) && whyUnfit(role, withTried(await settings.read(), model))
  if (!why) return
  throw new Problem(
    'bad-input',
    `The model ${model.title} was tried and is unfit as ${role}: it ${why}.`,
    'Choose another, none, or this one all the same (--even-unfit in a terminal).',
  )
}

async function chooseModel(
  context: AppContext,
  { dir, role, model, evenUnfit }: Choosing,
  signal: AbortSignal,
): Promise<ModelsChooseAnswer> {
  const chosen = model === null ? undefined : await installed(context, model, signal)
  if (chosen && !fits(role, chosen)) {
    const why = chosen.isRemote ? 'runs on another machine' : CANNOT[role]
    const fix = 'Choose another: the list of models says what each can do.'
    throw new Problem('bad-input', `The model ${chosen.title} ${why}.`, fix)
  }
  if (chosen && !evenUnfit) await refuseUnfit(context, role, chosen)
  const { sessions, settings, embedders } = context
  // One that cannot be opened says why, rather than every query after it.
  if (chosen && isBuiltIn(chosen.name)) await embedders.open(chosen.name, signal)
  if (dir === undefined) {
    return { settings: await settings.write(settingFor(role, chosen?.name)) }
  }
  const session = await sessions.of(dir)
  await session.change(() => ({ models: { [role]: chosen?.name ?? null } }))
  return {
    settings: await settings.read(),
    workspace: await infoOf(context, session),
  }
}

/** A setting that is forgotten is what it comes with. */
function settingFor(role: ModelRole, name: Settings['chatModel']): ChangedSettings {
  if (role === 'embedder') return { embedder: name ?? BUILTIN }
  return role === 'chat' ? { chatModel: name } : { reranker: name }
}

async function pull(
  modelServer: ModelServer,
  model: string,
  { signal, emit }: Call,
): Promise<{ model: string }> {
  let last: PullProgress | undefined
  try {
    await modelServer.pull(model, {
      signal,
      onProgress(progress) {
        last = progress
        emit(pullSteps(model, progress))
      },
    })
    return { model }
  } catch (error) {
    if (!signal.aborted) throw error
    const where = last?.total ? ` at ${percent(last)} of the layer ${last.layer ?? ''}` : ''
    throw new Problem(
      'cancelled',
      `Stopped pulling ${model}${where}.`,
      'What is loaded is kept: pull again to go on.',
    )
  }
}

const percent = ({ done = 0, total = 1 }: PullProgress): string =>
  `${Math.floor((100 * done) / total)} %`

const pullSteps = (model: string, { layer, status, done, total }: PullProgress) => ({
  what: layer ? `Pulling ${model}: layer ${layer}` : `Pulling ${model}: ${status}`,
  done: done ?? 0,
  ...(total !== undefined && { total, unit: 'bytes' }),
})

/** Tries a model with what it can do. @throws Problem where it cannot be asked at all. */
async function testModel(
  context: TestContext,
  model: ModelInfo,
  call: Call,
): Promise<ModelsTestAnswer> {
  const rows: ModelTestRow[] = []
  if (canEmbed(model)) rows.push(...(await embedderRows(context, model, call)))
  if (canChat(model)) rows.push(...(await chatRows(context, model, call)))
  if (rows.length > 0) return { model: model.name, rows }
  throw new Problem(
    'bad-input',
    `The model ${model.title} neither chats nor embeds.`,
    'Choose another: the list of models says what each can do.',
  )
}
