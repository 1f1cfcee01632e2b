import type { QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { FusedRanking, FusionMethod } from '../combine'
import { sumParts } from './fusion-methods'

/** What the lesser of two scores counts beside the greater; see `README.md`. */
const LESSER = 0.5
/**
 * What meaning counts where a request for several things is searched as a whole: a mixture of them
 * is near to nothing in particular.
 */
const MEANING_OF_SEVERAL = 0.7

const SETTINGS = { 'the lesser counts': LESSER, 'meaning of several': MEANING_OF_SEVERAL }

/** Whether a plan searches a request for several things as a whole. */
type IsWholeOfSeveral = (plan: QueryPlan) => boolean

/**
 * The greater of two scores and half of the lesser, both on one scale: BM25 as a share of the
 * greatest idf of one word, a cosine by how far it lies above the mean of all tools. Unlike
 * standard scores, neither is divided by how this query's scores spread, so that a search that says
 * little counts little. Lists are completed; a tool that a search does not score gets 0 of it.
 * Pegboard's own, see `README.md`.
 */
export function calibratedScores(isWholeOfSeveral: IsWholeOfSeveral): FusionMethod {
  return {
    name: 'calibrated scores',
    settings: SETTINGS,
    completes: true,
    scales: true,
    fuse([words, meaning]) {
      if (!words || !meaning) throw new Error('Two lists are fused.')
      const byWords = onScale(words)
      const factor = isWholeOfSeveral(meaning.plan) ? MEANING_OF_SEVERAL : 1
      const byMeaning = onScale(meaning, factor)
      const both = sharesOfBoth(byWords, byMeaning)
      const shares = [
        words.tools.map(({ tool }) => both(tool).first),
        meaning.tools.map(({ tool }) => both(tool).second),
      ]
      return {
        notes: notesOf(meaning, factor),
        tools: sumParts('calibrated', shares, [words, meaning]),
      }
    },
  }
}

/** What each tool of a list scores on the scale of all searches, in the list's order. */
function onScale({ tools, scale }: FusedRanking, factor = 1): Map<ToolId, number> {
  if (!scale) throw new Error('The list does not tell how its scores are read.')
  const { from, unit } = scale
  return new Map(tools.map(({ tool, score = 0 }) => [tool, (score - from) * unit * factor]))
}

/** What each of two scores of a tool counts: the greater whole, the lesser by half. */
const sharesOfBoth =
  (firsts: ReadonlyMap<ToolId, number>, seconds: ReadonlyMap<ToolId, number>) => (tool: ToolId) => {
    const first = firsts.get(tool) ?? 0
    const second = seconds.get(tool) ?? 0
    return first >= second ? { first, second: LESSER * second } : { first: LESSER * first, second }
  }

const notesOf = ({ scale }: FusedRanking, factor: number) => ({
  'a cosine counts': Number(((scale?.unit ?? 0) * factor).toFixed(2)),
})
