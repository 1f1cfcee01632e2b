import type { FusedRanking, FusionMethod } from '../combine'
import { NEAREST_PAST, scorePartsOf } from '../../domain/score-parts'
import { inDeviations } from './standard-score'
import { sumParts } from './sum-parts'
import { weightOf, type Weigh } from './weights'

/** Chosen on development rows, see `README.md`. */
const NEAREST = 0.5
/** From where on past queries are trusted, and where wholly: in deviations from the nearness of other tools' past queries. */
const TRUSTED = { from: -2, wholly: -1 }

/**
 * Standard scores of four lists: words of the documents, words of the documents with past queries, meaning, and the nearest past
 * query. Where no past query is near, it is the fusion of words and meaning alone. A tool without past queries keeps the words
 * of its document in place of those. Pegboard's own.
 * @param weigh what words count for, beside meaning
 */
export function standardScoreWithPast(weigh: Weigh): FusionMethod {
  return {
    name: 'standard scores',
    settings: { ...weigh.settings, 'nearest past query': NEAREST, 'trusted from': TRUSTED.from },
    completes: true,
    fuse([words, taught, meaning, past]) {
      if (!words || !taught || !meaning || !past) throw new Error('Four lists are fused.')
      const trust = trustIn(past)
      const plain = weigh.of([words, meaning])
      const learned = trust > 0 ? weigh.of([taught, meaning]) : plain
      const known = new Set<string>(taught.tools.map(({ tool }) => tool))
      const weightOfWords = (1 - trust) * weightOf(plain, 0)
      const weightOfTaught = trust * weightOf(learned, 0)
      const weightOfMeaning = (1 - trust) * weightOf(plain, 1) + trust * weightOf(learned, 1)
      const shares = [
        inDeviations(words, 'zero').map((score, place) => {
          const isTaught = known.has(words.tools[place]?.tool ?? '')
          return score * (weightOfWords + (isTaught ? 0 : weightOfTaught))
        }),
        inDeviations(taught, 'zero').map((score) => score * weightOfTaught),
        inDeviations(meaning, 'mean').map((score) => score * weightOfMeaning),
        past.tools.map(({ score = 0 }) => score * trust * NEAREST),
      ]
      const notes = { ...learned.notes, 'trust in past queries': Number(trust.toFixed(2)) }
      return { notes, tools: sumParts('standard', shares, [words, taught, meaning, past]) }
    },
  }
}

/** From 0 to 1: how far past queries are to be believed, by how near the nearest of all is. */
function trustIn({ tools }: FusedRanking): number {
  let nearest = -Infinity
  for (const { witnesses } of tools) {
    for (const { source, score } of scorePartsOf(witnesses)) {
      if (source === NEAREST_PAST) nearest = Math.max(nearest, score)
    }
  }
  return Math.min(1, Math.max(0, (nearest - TRUSTED.from) / (TRUSTED.wholly - TRUSTED.from)))
}
