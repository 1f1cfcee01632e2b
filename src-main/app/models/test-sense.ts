import type { ModelTestRow } from '../../contract/model'
import { fitnessFor, MODEL_TASKS, passes, type ModelTask } from '../../domain/model/sense'
import type { SenseTrial } from '../../domain/model/sense-trials'
import type { RightOf, SenseFound } from '../../domain/model/tried-model'
import { Problem } from '../../domain/problem'
import { queryOf } from '../../domain/query/query'
import { InvalidAnswer, type Ask } from '../../pipeline/ask'
import type { Prompt } from '../../pipeline/prompt'
import { gradeTools, rankTools } from '../../pipeline/prompts/judge-tools'
import { splitQuery } from '../../pipeline/prompts/split-query'
import { TO_JUDGE, TO_ORDER, TO_SPLIT } from './sense-questions'

/** Questions that trying a model for sense asks. */
export const SENSE_REQUESTS = TO_ORDER.length + TO_JUDGE.length + TO_SPLIT.length

/** What became of a trial: how many answers were right, what is striking, or why it ended. */
export interface Trial {
  trial: SenseTrial
  count?: RightOf
  /** How it answers every time, which needs no sense. */
  habit?: string | undefined
  /** Why it could not be made. */
  problem?: Problem
}

interface Asking {
  ask: Ask
  signal: AbortSignal
  /** Called before each question. */
  onAsk: () => void
}

/** Whether a model orders, judges and splits, each by questions with an obvious answer. */
export async function senseTrials(asking: Asking): Promise<Trial[]> {
  return [
    await trialOf('splits', splits(asking), asking),
    await trialOf('orders', orders(asking), asking),
    await trialOf('judges', judges(asking), asking),
  ]
}

interface Judged {
  isRight: boolean
  /** What a model that understands nothing answers as well. */
  habit?: string | undefined
}

/** Asks one question after the other; a model that cannot be asked is told, and not judged. */
async function trialOf(
  trial: SenseTrial,
  questions: AsyncIterable<Judged>,
  { signal }: Asking,
): Promise<Trial> {
  const judged: Judged[] = []
  try {
    for await (const each of questions) judged.push(each)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Problem) return { trial, problem: error }
    throw error
  }
  const [first] = judged
  const isHabit = judged.every(({ habit }) => habit === first?.habit)
  return {
    trial,
    count: { right: judged.filter(({ isRight }) => isRight).length, of: judged.length },
    habit: isHabit ? first?.habit : undefined,
  }
}

/** The answer; undefined for one that does not have the form it was asked for. */
async function answered<Input, Answer>(
  { ask, signal, onAsk }: Asking,
  prompt: Prompt<Input, Answer>,
  input: Input,
): Promise<Answer | undefined> {
  onAsk()
  try {
    return (await ask(prompt, input, { signal })).answer
  } catch (error) {
    if (error instanceof InvalidAnswer) return undefined
    throw error
  }
}

async function* orders(asking: Asking): AsyncIterable<Judged> {
  for (const { right, ...shown } of TO_ORDER) {
    const answer = await answered(asking, rankTools(shown.tools.length), shown)
    const first = answer?.tools[0]?.trim()
    const names = shown.tools.map(({ name }) => name)
    yield {
      isRight: first === right,
      ...(first === names[0] && { habit: 'puts first what is shown first' }),
      ...(first === names.at(-1) && { habit: 'puts first what is shown last' }),
    }
  }
}

async function* judges(asking: Asking): AsyncIterable<Judged> {
  for (const { irrelevant, ...shown } of TO_JUDGE) {
    const answer = await answered(asking, gradeTools(shown.tools.length), shown)
    const names = shown.tools.map(({ name }) => name)
    const named = new Set(answer?.irrelevant.map((name) => name.trim()))
    const isNamed = names.filter((name) => named.has(name))
    yield {
      isRight:
        answer !== undefined &&
        irrelevant.length === isNamed.length &&
        irrelevant.every((name) => named.has(name)),
      ...(answer && isNamed.length === 0 && { habit: 'names no tool as unfit' }),
      ...(isNamed.length === names.length && { habit: 'names every tool as unfit' }),
    }
  }
}

async function* splits(asking: Asking): AsyncIterable<Judged> {
  for (const { text, wishes } of TO_SPLIT) {
    const answer = await answered(asking, splitQuery(false), { query: queryOf(text), held: [] })
    const steps = answer?.steps.map(({ action }) => action) ?? []
    yield {
      isRight: isSplit(steps, wishes),
      ...(steps.length === 1 && { habit: 'gives the request back as one step' }),
    }
  }
}

/** Whether there is a step for each wish, with words of that wish and of no other. */
function isSplit(steps: readonly string[], wishes: readonly (readonly string[])[]): boolean {
  const wishedFor = (step: string): number[] =>
    wishes.flatMap((words, wish) => (hasBeginning(step, words) ? [wish] : []))
  const found = steps.map(wishedFor)
  return (
    steps.length === wishes.length &&
    found.every((each) => each.length === 1) &&
    new Set(found.flat()).size === wishes.length
  )
}

/** Whether a word of the text begins as one of these. */
const hasBeginning = (text: string, beginnings: readonly string[]): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) =>
    beginnings.some((beginning) => word.startsWith(beginning)),
  )

/** What was found, as far as it could be asked. */
export const foundBy = (trials: readonly Trial[]): SenseFound =>
  Object.fromEntries(trials.flatMap(({ trial, count }) => (count ? [[trial, count]] : [])))

const TITLES: Record<SenseTrial, string> = {
  fills: 'Fills in values',
  splits: 'Splits requests',
  orders: 'Orders tools',
  judges: 'Tells what fits',
}

const MEANS: Record<SenseTrial, { good: string; poor: string }> = {
  fills: {
    good: 'It gives a field the value that the request has for it.',
    poor: 'It fills in forms, and not with what the request says.',
  },
  splits: {
    good: 'A request of three wishes comes back as three steps.',
    poor: 'Of a request of three wishes it does not make three steps: plan by rule.',
  },
  orders: {
    good: 'The right tool comes first, wherever it was shown.',
    poor: 'What it puts first is not the right tool: leave the order as searches give it.',
  },
  judges: {
    good: 'It tells tools that fit from tools that do not.',
    poor: 'It does not tell tools that fit from tools that do not: its yes counts nothing.',
  },
}

/** A line for each trial, and one for each task that the model is fit for by these, or is not. */
export const senseRows = (trials: readonly Trial[]): ModelTestRow[] => [
  ...trials.map(trialRow),
  ...MODEL_TASKS.map((task) => taskRow(task, foundBy(trials))),
]

function trialRow({ trial, count, habit, problem }: Trial): ModelTestRow {
  const what = TITLES[trial]
  if (!count)
    return { what, outcome: 'not tried', found: 'failed', meaning: problem?.message ?? '' }
  const outcome = passes(count) ? 'good' : 'poor'
  const habits = outcome === 'poor' && habit !== undefined ? ` It ${habit}.` : ''
  return {
    what,
    outcome,
    found: `${count.right} of ${count.of} right`,
    meaning: MEANS[trial][outcome] + habits,
  }
}

const TASK_TITLES: Record<ModelTask, string> = {
  plan: 'As chat model, to plan',
  rerank: 'As reranker',
  judge: 'As judge',
}

function taskRow(task: ModelTask, found: SenseFound): ModelTestRow {
  const fitness = fitnessFor(task, found)
  const what = TASK_TITLES[task]
  if (fitness.is === 'not tried') {
    return { what, outcome: 'not tried', found: 'not tried', meaning: 'Test it again.' }
  }
  return fitness.is === 'fit'
    ? { what, outcome: 'good', found: 'fit', meaning: FIT[task] }
    : { what, outcome: 'poor', found: 'unfit', meaning: `It ${fitness.why}.` }
}

const FIT: Record<ModelTask, string> = {
  plan: 'Recipes can have it plan.',
  rerank: 'Recipes can have it order the tools found.',
  judge: 'Recipes can have it drop tools that do not fit.',
}
