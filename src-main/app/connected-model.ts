import { Problem } from '../domain/problem'
import { askModel, withCache, type Ask } from '../pipeline/ask'
import { promptsOf, type AnyPipeline } from '../pipeline/stage'
import type { LanguageModelSource, OpenLanguageModel } from '../ports/language-model'
import type { SettingsStore } from '../ports/settings-store'
import type { StoredAnswers } from '../ports/stored-answers'

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
export async function connectedModel(
  { settings, languageModels, storedAnswers }: ModelPorts,
  signal: AbortSignal,
): Promise<ConnectedModel | undefined> {
  const { chatModel } = await settings.read()
  if (chatModel === undefined || !languageModels) return undefined
  const model = await languageModels.open(chatModel, signal)
  const { fingerprint, callTools } = model
  const ask = withCache(askModel(model), { cache: storedAnswers, model: fingerprint })
  return { ask, fingerprint, ...(callTools && { callTools }) }
}

/** {@link connectedModel} of a pipeline that may ask one; undefined for every other. */
export const modelFor = async (
  ports: ModelPorts,
  pipeline: AnyPipeline,
  signal: AbortSignal,
): Promise<ConnectedModel | undefined> =>
  promptsOf(pipeline).length > 0 ? connectedModel(ports, signal) : undefined

/**
 * {@link modelFor}, so that a query is answered without a model that cannot be opened: each stage that asks it is told why,
 * and does as well as it can.
 */
export async function modelForAnswering(
  ports: ModelPorts,
  pipeline: AnyPipeline,
  signal: AbortSignal,
): Promise<{ ask: Ask; fingerprint?: string } | undefined> {
  try {
    return await modelFor(ports, pipeline, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { ask: () => Promise.reject(error) }
  }
}
