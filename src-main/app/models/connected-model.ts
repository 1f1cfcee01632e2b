import { Problem } from '../../domain/problem'
import { askModel, withCache, type Ask } from '../../pipeline/ask'
import type { Prompt } from '../../pipeline/prompt'
import { promptsOf, type AnyPipeline } from '../../pipeline/stage'
import type { LanguageModelSource, OpenLanguageModel } from '../../ports/language-model'
import type { SettingsStore } from '../../ports/settings-store'
import type { StoredAnswers } from '../../ports/stored-answers'
import { guarded } from './guarded-model'
import { unfitRemarks } from './unfit-remarks'

/** A language model as the app uses it. */
export interface ConnectedModel {
  ask: Ask
  /** {@link OpenLanguageModel.fingerprint} */
  fingerprint: string
  /** Absent where the model does not call tools. */
  callTools?: OpenLanguageModel['callTools']
}

export interface ModelPorts {
  settings: SettingsStore
  /** Absent where no language model can be had at all. */
  languageModels?: LanguageModelSource
  storedAnswers: StoredAnswers
}

/**
 * The chat model that is chosen in the settings; undefined where none is.
 * @throws Problem where it cannot be opened.
 */
export const connectedModel = async (
  ports: ModelPorts,
  signal: AbortSignal,
): Promise<ConnectedModel | undefined> =>
  opened(ports, (await ports.settings.read()).chatModel, signal)

async function opened(
  { languageModels, storedAnswers }: ModelPorts,
  name: string | undefined,
  signal: AbortSignal,
): Promise<ConnectedModel | undefined> {
  if (name === undefined || !languageModels) return undefined
  const model = guarded(await languageModels.open(name, signal))
  const { fingerprint, callTools } = model
  const ask = withCache(askModel(model), { cache: storedAnswers, model: fingerprint })
  return { ask, fingerprint, ...(callTools && { callTools }) }
}

/** What a pipeline asks. */
interface ModelOfPipeline extends Pick<ConnectedModel, 'ask' | 'fingerprint'> {
  /** What it asks of a model that was tried and found unfit for it, a sentence each. */
  unfit: string[]
}

/**
 * What a pipeline that may ask a model asks: the reranker of the settings what rerankers are asked,
 * where they name one, and the chat model all else. Undefined where it asks nothing, or neither is
 * chosen.
 * @throws Problem where a model cannot be opened.
 */
export async function modelFor(
  ports: ModelPorts,
  pipeline: AnyPipeline,
  signal: AbortSignal,
): Promise<ModelOfPipeline | undefined> {
  const prompts = promptsOf(pipeline)
  if (prompts.length === 0) return undefined
  const settings = await ports.settings.read()
  const { chatModel, reranker } = settings
  const goesToReranker = ({ askedOf }: Pick<Prompt, 'askedOf'>): boolean =>
    askedOf === 'reranker' && reranker !== undefined && reranker !== chatModel
  const chat = prompts.every(goesToReranker) ? undefined : await opened(ports, chatModel, signal)
  const ranker = prompts.some(goesToReranker) ? await opened(ports, reranker, signal) : undefined
  const unfit = unfitRemarks(
    settings,
    prompts.map((prompt) => ({
      prompt,
      ...(goesToReranker(prompt)
        ? { model: reranker, fingerprint: ranker?.fingerprint }
        : { model: chatModel, fingerprint: chat?.fingerprint }),
    })),
  )
  if (!ranker) return chat && { ...chat, unfit }
  return {
    unfit,
    async ask(prompt, input, call) {
      const model = goesToReranker(prompt) ? ranker : chat
      if (!model) throw new Problem('bad-input', 'no chat model is chosen')
      return model.ask(prompt, input, call)
    },
    fingerprint: [...(chat ? [chat.fingerprint] : []), `reranker ${ranker.fingerprint}`].join(', '),
  }
}

/**
 * {@link modelFor}, so that a query is answered without a model that cannot be opened: each stage
 * that asks it is told why, and does as well as it can.
 */
export async function modelForAnswering(
  ports: ModelPorts,
  pipeline: AnyPipeline,
  signal: AbortSignal,
): Promise<({ ask: Ask } & Partial<ModelOfPipeline>) | undefined> {
  try {
    return await modelFor(ports, pipeline, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { ask: () => Promise.reject(error) }
  }
}
