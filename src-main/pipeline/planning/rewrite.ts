import type { Query } from '../../domain/query/query'
import { isShownWhole } from '../prompts/quoted'
import { rewriteQuery } from '../prompts/rewrite-query'
import { stage, type Step } from '../stage'
import type { Reading } from './reading'

/** The request in words that stand alone. One model call. Toolshed, section 3.4.2. */
export const rewrite = (reading: Reading) =>
  stage<Query, Query>({
    name: 'rewrite',
    gives: 'query',
    settings: {},
    readsTurns: true,
    prompts: [rewriteQuery],
    async run(query, step) {
      if (query.text.trim() === '') return query
      if (!isShownWhole(query)) {
        step.note(TOO_LONG)
        return query
      }
      const { text } = await step.ask(rewriteQuery, query, { text: query.text })
      return rewritten(text, query, { reading, step })
    },
  })

/** Of a request that a model would see only the beginning of: its plan would leave out the rest. */
export const TOO_LONG = { 'left alone': 'it is longer than a model is shown' }

/** In characters. */
const MOST_SHOWN = 200

/**
 * The request in a model's words, where they can be trusted; else as it is, and the trace says why.
 */
export function rewritten(
  text: string,
  query: Query,
  { reading, step }: { reading: Reading; step: Step },
): Query {
  const rewriting = text.trim()
  if (rewriting === '') return query
  const fault = rewritingFault(rewriting, query, reading)
  if (fault === undefined) return { ...query, text: rewriting }
  step.note({ 'rewriting not used': rewriting.slice(0, MOST_SHOWN) })
  return step.degrade(`${fault}: used the request as asked`, query)
}

/**
 * A request rewritten to more than this many times its length is an answer, not a request; short
 * ones may need the turns before.
 */
const MOST_TIMES = 3
const ALWAYS_ALLOWED = 1000
/** Of the words of a request, the share that a rewriting may say otherwise. */
const MOST_LOST = 0.5
/** With talk before it, this many words of a request may stand for something said there. */
const STANDING_IN = 1
/** The share of letter pairs above which one word is another one misspelt. */
const LEAST_ALIKE = 0.5

/**
 * Words that a rewriting leaves out or replaces as it is told to: small talk, and what stands for
 * something said before.
 */
const LEFT_OUT = `hi hello hey dear good morning afternoon evening thank thanks kindly sorry wonder wondering hope hoping maybe
  perhaps possible possibly chance somebody someone anybody anyone able help need want wanted like love know tell any really
  well not same again also instead one ones other others another else about there here now`

/** What is wrong with a model's rewriting of a request; undefined where it can be trusted. */
export function rewritingFault(
  rewriting: string,
  { text, turns = [] }: Pick<Query, 'text' | 'turns'>,
  { clausesOf, termsOf }: Pick<Reading, 'clausesOf' | 'termsOf'>,
): string | undefined {
  if (rewriting.length > Math.max(ALWAYS_ALLOWED, MOST_TIMES * text.length)) {
    return 'the model’s rewriting is far longer than the request'
  }
  const { wishes, context } = clausesOf(text)
  // A story before a wish may be left out, a wish may not.
  const kept = context.length > 0 ? [text, wishes.join(' ')] : [text]
  const pardoned = turns.length > 0 ? STANDING_IN : 0
  const leftOut = new Set(termsOf(LEFT_OUT))
  const held = new Set(termsOf(rewriting))
  const wantedIn = (part: string) => new Set(termsOf(part).filter((term) => !leftOut.has(term)))
  return kept.every((part) => losesMost(wantedIn(part), held, pardoned))
    ? 'the model’s rewriting leaves out most of the request'
    : undefined
}

function losesMost(
  wanted: ReadonlySet<string>,
  held: ReadonlySet<string>,
  pardoned: number,
): boolean {
  const lost = [...wanted].filter((term) => !held.has(term) && ![...held].some(isLike(term)))
  return lost.length > Math.max(pardoned, MOST_LOST * wanted.size)
}

const isLike = (term: string) => {
  const pairs = pairsOf(term)
  return (other: string): boolean => {
    const others = pairsOf(other)
    const shared = [...pairs].filter((pair) => others.has(pair))
    return (2 * shared.length) / (pairs.size + others.size) > LEAST_ALIKE
  }
}

/** The letters of a word two by two, its ends included. */
function pairsOf(term: string): Set<string> {
  const letters = ['', ...term, '']
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}|${letter}`))
}
