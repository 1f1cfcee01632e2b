import type { ModelInfo } from '../../domain/model/model'
import { inOllama, shortName } from '../../domain/model/names'
import type { TriedModel } from '../../domain/model/tried-model'
import type { Settings } from '../../domain/workspace/settings'
import { SENSE_QUESTIONS } from './sense-questions'

/** As they are kept in the settings: Ollama tells no names apart by their case. */
const keyOf = (model: string): string => shortName(inOllama(model) ?? model).toLowerCase()

/**
 * What trying a model found, whatever its digest is; undefined where it was not tried, or was asked
 * other questions then.
 */
export function triedAs({ triedModels = {} }: Settings, model: string): TriedModel | undefined {
  const key = keyOf(model)
  const tried = Object.hasOwn(triedModels, key) ? triedModels[key] : undefined
  return tried?.questions === SENSE_QUESTIONS ? tried : undefined
}

/** The model with what trying it found, where it is still the one that was tried. */
export function withTried(settings: Settings, model: ModelInfo): ModelInfo {
  const tried = triedAs(settings, model.title)
  return tried && tried.digest === model.digest ? { ...model, tried } : model
}

/** All that was found once this was found of a model. */
export const triedModelsWith = (
  { triedModels = {} }: Settings,
  model: string,
  tried: TriedModel,
): Settings['triedModels'] => {
  const key = keyOf(model)
  const others = Object.entries(triedModels).filter(([name]) => name !== key)
  return Object.fromEntries([...others, [key, tried]])
}
