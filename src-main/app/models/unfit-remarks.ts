import { embedderTitle } from '../../domain/model/names'
import { fitnessFor, MODEL_TASKS, unfitText, type ModelTask } from '../../domain/model/sense'
import type { Settings } from '../../domain/workspace/settings'
import type { Prompt } from '../../pipeline/prompt'
import { judgeQuery } from '../../pipeline/prompts/judge-query'
import { gradeAnyTools } from '../../pipeline/prompts/judge-tools'
import { triedAs } from './tried-models'

/** A prompt, and the model that is asked it. */
interface AskedPrompt {
  prompt: Pick<Prompt, 'id' | 'askedOf'>
  /** By the name that settings have for it. */
  model: string | undefined
  /** As it is now; undefined where it is not asked. */
  fingerprint: string | undefined
}

/** What a model is to be fit for to be asked this. */
function taskOf({ id, askedOf }: AskedPrompt['prompt']): ModelTask {
  if (id === gradeAnyTools.id || id === judgeQuery.id) return 'judge'
  return askedOf === 'reranker' ? 'rerank' : 'plan'
}

/**
 * Whether models that are asked were tried and found unfit for it, a sentence for each model. One
 * that another took the place of since, or that was not tried, is not spoken of.
 */
export function unfitRemarks(settings: Settings, asked: readonly AskedPrompt[]): string[] {
  const byModel = Map.groupBy(asked, ({ model }) => model)
  return [...byModel].flatMap(([model, all]) => {
    const tried = model === undefined ? undefined : triedAs(settings, model)
    if (model === undefined || !tried) return []
    if (all.some(({ fingerprint }) => fingerprint !== tried.fingerprint)) return []
    const tasks = new Set(all.map(({ prompt }) => taskOf(prompt)))
    const why = MODEL_TASKS.filter((task) => tasks.has(task)).flatMap((task) => {
      const fitness = fitnessFor(task, tried.found)
      return fitness.is === 'unfit' ? [unfitText(task, fitness.why)] : []
    })
    if (why.length === 0) return []
    return [
      `${embedderTitle(model)} was tried and is ${why.join('; ')}. Choose another under Settings, Models.`,
    ]
  })
}
