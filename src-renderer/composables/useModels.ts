import { computed } from 'vue'
import type { ModelInfo } from '../../src-main/domain/model/model'
import { embedderTitle, fits, type ModelRole } from '../../src-main/domain/model/names'
import { whyUnfit } from '../../src-main/domain/model/sense'
import { useQuery } from './useQuery'

/** The models there are. */
export function useModels() {
  const models = useQuery('models.list', {})
  const list = computed(() => models.data.value?.models ?? [])

  /** The model of this name, where it is there. */
  const find = (name: string | undefined): ModelInfo | undefined =>
    list.value.find((model) => model.name === name)

  /** What a model is called, also one that is not there. */
  const titleOf = (name: string): string => find(name)?.title ?? embedderTitle(name)

  /**
   * The models to choose from for something: those that can do it, last those that were tried and
   * found unfit, and the one in use also where it is not there.
   */
  function optionsFor(role: ModelRole, inUse: string | undefined) {
    const able = list.value.filter((model) => fits(role, model))
    const options = able
      .map((model) => ({ value: model.name, title: model.title, why: whyUnfit(role, model) }))
      .sort((one, other) => Number(!!one.why) - Number(!!other.why))
      .map(({ value, title, why }) => ({ value, label: why ? `${title} (unfit: ${why})` : title }))
    if (!inUse || options.some(({ value }) => value === inUse)) return options
    const label = models.data.value ? `${titleOf(inUse)} (not there)` : titleOf(inUse)
    return [{ value: inUse, label }, ...options]
  }

  return { models, list, find, titleOf, optionsFor }
}
