import { queryOf, type Query } from '../../src-main/domain/query/query'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import type { TraceStep } from '../../src-main/domain/trace/trace'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { traceOf } from '../../src-main/pipeline/record'
import { prepare } from '../../src-main/pipeline/runner'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { recorded } from '../fakes/run-call'
import { scriptedAnswers, type Answers } from '../fakes/scripted-answers'
import { CONCEPTS, KITCHEN } from './kitchen-catalog'

export const TEXT = 'warm the stove, see what there is to eat and remind me in ten minutes'
export const STEPS = ['heat the oven', 'list the food in the fridge', 'start a timer']
export const TOOLS_OF_STEPS = ['fridge/list_food', 'oven/preheatOven', 'timer/start_timer']

export interface Shown {
  text: string
  tools: { name: string }[]
}
const allShown = ({ tools }: Shown) => ({ tools: tools.map(({ name }) => name) })

/** A planner that splits rightly, and a reranker that agrees with what was found. */
export const ANSWERS: Answers = {
  'rewrite-query': ({ text }: Query) => ({ text }),
  'think-of-steps': () => ({ thoughts: STEPS.join('\n') }),
  'read-steps': () => split(STEPS),
  'split-query': () => split(STEPS),
  'vary-step': ({ text }: { text: string }) => ({
    texts: Array.from({ length: 10 }, (_, at) => `${text}, way ${at + 1}`),
  }),
  'step-back': () => ({ text: 'work in a kitchen' }),
  'ask-back': () => ({ ambiguity: '', question: '' }),
  'plan-in-one': () => ({ rewritten: TEXT, ...planned(STEPS) }),
  'rank-tools': allShown,
  'grade-tools': () => ({ irrelevant: [] }),
  'find-missing': () => ({ missing: '' }),
}

const stepOf = (action: string, difficulty = 'medium') => ({ action, difficulty })
export const split = (texts: readonly string[], over: object = {}) => ({
  steps: texts.map((text) => stepOf(text)),
  toolsHeld: 'none',
  ...over,
})
/** The same with other words for each step, as one call gives it. */
export const planned = (texts: readonly string[]) =>
  split([], {
    steps: texts.map((text) => ({
      ...stepOf(text),
      variations: [`${text} now`, 'in the kitchen'],
    })),
  })

interface Ways {
  of?: Query
  k?: number
  answers?: Answers
}

/** Runs the recipe, by what a model would answer, as the product would. */
export async function answer(
  options: JsonObject,
  { of = queryOf(TEXT), k = 6, answers = {} }: Ways = {},
) {
  const model = scriptedAnswers({ ...ANSWERS, ...answers })
  const embedder = conceptEmbedder(CONCEPTS)
  const embedded: string[][] = []
  const counting = {
    ...embedder,
    embedQueries(texts: string[], signal: AbortSignal) {
      embedded.push(texts)
      return embedder.embedQueries(texts, signal)
    },
  }
  const kit = kitOf({ tools: KITCHEN, embedder: counting })
  const settled = toolshed.options.parse(options)
  const pipeline = toolshed.build(kit, settled)
  await prepare(pipeline)
  const admitted = kit.among(settled as unknown as Parameters<typeof kit.among>[0]).tools
  const { output, steps, call } = await recorded(pipeline, of, { k, ask: model.ask, admitted })
  const trace = traceOf(steps)
  return { set: output, trace, tally: call.tally, asked: model.asked, embedded, pipeline, kit }
}

export const every = (trace: readonly TraceStep[]): TraceStep[] =>
  trace.flatMap((step) => [step, ...step.branches.flatMap(({ steps }) => every(steps))])
export const noteOf = (trace: readonly TraceStep[], stage: string) =>
  every(trace).find((step) => step.stage === stage)?.notes
export const promptsAsked = (asked: { prompt: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(asked, ({ prompt }) => prompt)].map(([name, all]) => [name, all.length]),
  )
