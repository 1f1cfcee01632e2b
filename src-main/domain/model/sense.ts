import type { ModelRole } from './names'
import type { SenseTrial } from './sense-trials'
import type { RightOf, SenseFound, TriedModel } from './tried-model'

/** What recipes have models do, each of which another model may be fit for. */
export const MODEL_TASKS = ['plan', 'rerank', 'judge'] as const
export type ModelTask = (typeof MODEL_TASKS)[number]

const NEEDS: Record<ModelTask, readonly SenseTrial[]> = {
  plan: ['splits', 'fills'],
  rerank: ['orders'],
  judge: ['judges'],
}

/** What a role is mainly for; who embeds is asked nothing. */
const TASK_OF: Record<ModelRole, ModelTask | undefined> = {
  chat: 'plan',
  reranker: 'rerank',
  embedder: undefined,
}

/** Whether a trial was passed: one wrong answer is forgiven. */
export const passes = ({ right, of }: RightOf): boolean => right >= of - 1

export type Fitness = { is: 'fit' } | { is: 'unfit'; why: string } | { is: 'not tried' }

/** Whether a model is fit for a task, as far as was found. */
export function fitnessFor(task: ModelTask, found: SenseFound | undefined): Fitness {
  const trials = NEEDS[task].map((trial) => ({ trial, count: found?.[trial] }))
  const why = trials.flatMap(({ trial, count }) =>
    count && !passes(count) ? [FAILED[trial](count)] : [],
  )
  if (why.length > 0) return { is: 'unfit', why: why.join(', and ') }
  return trials.some(({ count }) => !count) ? { is: 'not tried' } : { is: 'fit' }
}

/** Why a trial was not passed, to be read after “it”. */
const FAILED: Record<SenseTrial, (count: RightOf) => string> = {
  orders: ({ right, of }) => `put the right tool first in ${right} of ${of} lists`,
  judges: ({ right, of }) => `told the tools that fit from the others in ${right} of ${of} lists`,
  splits: ({ right, of }) => `split ${right} of ${of} requests into what they ask for`,
  fills: ({ right, of }) => `filled in the obvious values in ${right} of ${of} forms`,
}

/** A model with what trying it found. */
interface Known {
  tried?: TriedModel | undefined
}

/** Why a model is unfit for a role, to be read after “it”; undefined where that is not known. */
export function whyUnfit(role: ModelRole, { tried }: Known): string | undefined {
  const task = TASK_OF[role]
  const fitness = task && fitnessFor(task, tried?.found)
  return fitness?.is === 'unfit' ? fitness.why : undefined
}

/** Roles that a model is refused for where it is unfit, unless somebody wants it all the same. */
export const refusesUnfit = (role: ModelRole): boolean => role === 'reranker'

/** `unfit to rerank: it put the right tool first in 2 of 6 lists` */
export const unfitText = (task: ModelTask, why: string): string => `unfit to ${task}: it ${why}`

/** What was found of a model for each task, in a few words: `plan fit, rerank unfit, judge fit`. */
export function fitnessText({ tried }: Known): string {
  const all = MODEL_TASKS.map((task) => ({ task, ...fitnessFor(task, tried?.found) }))
  if (all.every((each) => each.is === 'not tried')) return 'not tried'
  return all.map((each) => `${each.task} ${each.is}`).join(', ')
}

/** Each task that a model is unfit for, with why: `unfit to rerank: it …`. */
export const unfitTexts = ({ tried }: Known): string[] =>
  MODEL_TASKS.flatMap((task) => {
    const fitness = fitnessFor(task, tried?.found)
    return fitness.is === 'unfit' ? [unfitText(task, fitness.why)] : []
  })
