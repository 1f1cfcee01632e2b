import { isVerbForm } from '../lint/verb-forms'
import { isThing, PREPOSITIONS } from './nouns'

/** What a tool does by its name: `listPullRequests` lists “pull requests”. */
export interface Operation {
  verb: string
  /** Its last words, two at most, as the name writes them. */
  object: string
  /** The last of these. */
  noun: string
}

/** Verbs that are hardly ever part of a thing’s name, as “pull” is of “pull request”. */
const SURE = new Set(
  'add append archive cancel check close count create delete download edit execute fetch find get insert invoke list merge open put query read remove reply run save search send set start stop update upload write'.split(
    ' ',
  ),
)

/** Words that go with a verb, and are no thing by themselves: `check_out_of_hotel`. */
const WITH_A_VERB = new Set('all any back down off out over up'.split(' '))

/**
 * What the words of a name say that its tool does; undefined where they have no verb at either end,
 * or nothing beside it that is a thing.
 */
export function operationOf(words: readonly string[]): Operation | undefined {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (words.length < 2) return undefined
  const isBehind = !SURE.has(first) && (SURE.has(last) || (!isVerbForm(first) && isVerbForm(last)))
  const verb = isBehind ? last : first
  if (!isBehind && !isVerbForm(first)) return undefined
  const rest = isBehind ? words.slice(0, -1) : words.slice(1)
  const run = runsOf(rest).find((each) => each.some(isOfThing))
  if (run === undefined) return undefined
  const at = run.findLastIndex(isOfThing)
  const noun = run[at] ?? ''
  const before = run[at - 1]
  const object = before !== undefined && /^\p{L}{2,}$/u.test(before) ? `${before} ${noun}` : noun
  return { verb, object, noun }
}

const isOfThing = (word: string): boolean => isThing(word) && !WITH_A_VERB.has(word)

/** The words between prepositions. */
function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const word of words) {
    if (PREPOSITIONS.has(word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs
}
