import { useTimeoutFn } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import type { RecipeInfo } from '../../../src-main/contract/query'
import { embedderTitle, readsWhat, SENTENCES } from '../../../src-main/domain/model/names'
import { sameOption, sizeWith } from '../../../src-main/domain/recipe/option'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { callsOf } from '../../../src-main/domain/trace/cost'
import { optionFields } from '../../components/recipe/option-fields'
import { useAskingModel } from '../../composables/useAskingModel'
import { useQuery } from '../../composables/useQuery'
import { useShown } from '../../composables/useShown'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { formatCount, plural } from '../../words/number-words'
import { answerAt, SHOWN_BELOW } from './answer-view'
import {
  inputOf,
  remember,
  type Answer,
  type Asked,
  type PlaygroundState,
} from './playground-state'
import type { Controls } from './useControls'

/** Long enough that a slider on its way runs the query once, short enough to feel immediate. */
const SETTLE_MS = 180

/**
 * Asks on demand, and again by itself whenever recipe, options, k, embedder or the workspace's
 * commit change, unless that costs: then the answer on show counts as old until it is asked again.
 */
export function useAnswering(
  state: PlaygroundState,
  controls: Controls,
  { escape = true }: { escape?: boolean } = {},
) {
  const { current } = useWorkspace()
  const query = useTask('query.run', { escape })
  const shown = useShown()
  const asksModel = useAskingModel()
  const { recipe, ready } = controls

  const asking = (question: Question) => askedBy(controls, question)
  /** The last query as it would be asked now. */
  const wanted = computed(() => (state.attempt ? asking(state.attempt) : undefined))
  const isSame = (one: Asked, other: Asked) =>
    sameQuestion(one, other, !!recipe.value && sizeWith(recipe.value, other.options) === 'adaptive')
  const stale = computed(
    () => !!state.asked && !!wanted.value && !isSame(state.asked, wanted.value),
  )
  const isEmbedded = useEmbedded(controls)
  const cost = computed(() =>
    recipe.value && wanted.value
      ? runningCost({
          recipe: recipe.value,
          wanted: wanted.value,
          asksModel: asksModel(recipe.value, wanted.value.options),
          asked: state.asked,
          answer: state.answer,
          tools: current.value?.tools ?? 0,
          isEmbedded: isEmbedded.value,
        })
      : undefined,
  )

  async function ask(asked: Asked | undefined): Promise<void> {
    if (!current.value || !asked) return
    const { dir, commit } = current.value
    const before = state.asked?.text
    state.attempt = { ...asked, commit }
    const answer = await query.run({
      dir,
      ...inputOf(asked),
      withTrace: true,
      below: SHOWN_BELOW,
    })
    if (!answer) return
    state.asked = asked
    state.answer = answer
    // Under other options the same tool stays open: what became of it is what one wants to see.
    if (asked.text !== before || !state.selected) state.selected = firstOf(answer)
  }

  /** Asks what is typed. An Enter that comes before the recipes are known is kept for them. */
  async function run(): Promise<void> {
    await ready
    const text = state.text.trim()
    if (!text || !recipe.value) return
    state.history = remember(state.history, text)
    await ask(asking({ text, turns: state.turns, held: state.held }))
  }

  /** The question that will be asked by itself in a moment. */
  const next = computed(() => {
    const { attempt } = state
    if (!shown.value || !attempt || !wanted.value || !current.value) return undefined
    if (cost.value !== undefined) return undefined
    const isAsked = isSame(attempt, wanted.value) && attempt.commit === current.value.commit
    return isAsked ? undefined : JSON.stringify([wanted.value, current.value.commit])
  })
  /** Whether the answer on show is not to what is wanted now, and none to that is on its way. */
  const old = computed(() => stale.value && next.value === undefined && !query.running.value)
  onSettled(next, () => void ask(wanted.value))

  return { query, run, runAgain: () => ask(wanted.value), old, cost }
}

/**
 * Whether all tools are known to be embedded with Sentences, where that answers: then the query is
 * all there is to embed.
 */
function useEmbedded({ embedder }: Controls): Readonly<Ref<boolean>> {
  const { current } = useWorkspace()
  const status = useQuery('knowledge.status', () =>
    current.value && embedder.value === SENTENCES
      ? { dir: current.value.dir, embedder: SENTENCES }
      : undefined,
  )
  return computed(() => {
    const { embedded, documents } = status.data.value ?? { embedded: 0, documents: 1 }
    return embedded >= documents
  })
}

/** The first tool on show, which of groups is the first that was found. */
const firstOf = (answer: Answer): ToolId | undefined =>
  answerAt(answer, answer.tools.length).tools[0]?.tool

type Question = Pick<Asked, 'text' | 'turns' | 'held'>

/** A question as the controls are now; none before the recipes are known. */
const askedBy = (
  { recipe, options, k, embedder }: Controls,
  { text, turns, held }: Question,
): Asked | undefined =>
  recipe.value && {
    text,
    turns,
    held,
    recipe: recipe.value.id,
    options: options.value,
    k: k.value,
    ...(embedder.value && { embedder: embedder.value }),
  }

const sameQuestion = (one: Asked, other: Asked, isAdaptiveK: boolean): boolean =>
  one.text === other.text &&
  one.recipe === other.recipe &&
  one.embedder === other.embedder &&
  one.turns.join('\n') === other.turns.join('\n') &&
  one.held.join('\n') === other.held.join('\n') &&
  (isAdaptiveK || one.k === other.k) &&
  sameOption(one.options, other.options)

/** Calls back once a value has not changed for a moment, if there is one then. */
function onSettled(source: Ref<string | undefined>, call: () => void): void {
  const { start, stop } = useTimeoutFn(call, SETTLE_MS, { immediate: false })
  watch(source, (value) => (value === undefined ? stop() : start()))
}

interface Running {
  recipe: RecipeInfo
  wanted: Asked
  /** Whether answering asks a language model. */
  asksModel: boolean
  /** The last answer and what it answers. */
  asked?: Asked | undefined
  answer?: Answer | undefined
  /** How many tools the catalog holds. */
  tools: number
  /** Whether all of them are known to be embedded with the embedder wanted. */
  isEmbedded: boolean
}

/**
 * What running a query would cost that is not to be spent unasked, in words; undefined where it
 * costs milliseconds.
 */
export function runningCost(running: Running): string | undefined {
  if (running.asksModel) return modelCost(running)
  return embedsAgain(running)
    ? `compares embeddings of ${embedderTitle(running.wanted.embedder ?? '')}, which up to ${plural(running.tools, 'tool')} must first be embedded with`
    : undefined
}

function modelCost({ recipe, asked, answer }: Running): string {
  const calls = asked?.recipe === recipe.id ? callsOf(answer?.trace ?? []) : []
  if (calls.length === 0) return 'asks a language model'
  const tokens = calls.reduce((sum, call) => sum + call.promptTokens + call.answerTokens, 0)
  return `asks a language model: ${plural(calls.length, 'call')} and ${formatCount(tokens)} tokens the last time`
}

function embedsAgain({ recipe, wanted, asked, isEmbedded }: Running): boolean {
  // Instant takes microseconds, whatever is embedded anew.
  if (!recipe.embeds || !wanted.embedder || readsWhat(wanted.embedder) === 'words') return false
  const isAnother = asked?.embedder !== wanted.embedder || asked.recipe !== wanted.recipe
  if (isAnother && !isEmbedded) return true
  return optionFields(recipe).some(
    ({ name, standard, changesEmbedded }) =>
      changesEmbedded &&
      !sameOption(asked?.options[name] ?? standard, wanted.options[name] ?? standard),
  )
}
