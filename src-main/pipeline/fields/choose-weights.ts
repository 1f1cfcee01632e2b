import {
  weightsFor,
  type ComparedBy,
  type FieldWeights,
  type FieldWeightsRecord,
} from '../../domain/field-weights'
import type { Settings } from '../../domain/trace'
import type { Kit } from '../kit'
import type { Source } from '../stage'
import { EQUAL_WEIGHTS, publishedWeights } from './published-weights'

export const WEIGHTINGS = ['equal', 'published', 'learned'] as const
export type Weighting = (typeof WEIGHTINGS)[number]

/** The weights for one query, in words as well. */
export interface WeightsForQuery {
  weights: FieldWeights
  from: string
  /** Why others than were chosen are used. */
  instead?: string
}

export interface ChosenWeights {
  /** Which weights were chosen: two stages with others give others. */
  settings: Settings
  sources: readonly Source[]
  of(text: string): Promise<WeightsForQuery>
}

const EQUAL: WeightsForQuery = { weights: EQUAL_WEIGHTS, from: 'equal' }

/** The weights that were chosen, or equal ones where there are none that fit. @param name of one record; left out: the newest that fits */
export function chosenWeights(
  kit: Kit,
  {
    weights: weighting,
    name,
    by,
  }: { weights: Weighting; name?: string | undefined; by: ComparedBy },
): ChosenWeights {
  const settings = { weighting, ...(name !== undefined && { named: name }) }
  if (weighting === 'equal') return { settings, sources: [], of: async () => EQUAL }
  return {
    settings,
    sources: [kit.fieldWeights, ...(by === 'meaning' ? [kit.embedder] : [])],
    async of(text) {
      const known = (await kit.fieldWeights.prepare()).filter(
        (each) => each.origin === weighting && (name === undefined || each.name === name),
      )
      if (name !== undefined && known.length === 0) return noSuch(weighting, name)
      const all = weighting === 'published' ? [...known, publishedWeights(by)] : known
      const embedder = by === 'meaning' ? await kit.embedder.prepare() : undefined
      const thatFit = all.filter((each) => each.comparedBy === by && fits(each, embedder))
      const fitting = weighting === 'published' ? ofOwnFold(thatFit, text) : thatFit[0]
      if (!fitting) return { ...EQUAL, instead: whyNone(all, { weighting, by, embedder }) }
      const { weights, isOfFold } = weightsFor(fitting, text)
      if (fitting.learning?.kept === 'equal') {
        return { weights, from: `“${fitting.name}”: equal, as those learned did worse` }
      }
      const fold = isOfFold ? ', learned without this query’s fold' : ''
      return { weights, from: `“${fitting.name}”${fold}` }
    },
  }
}

type KnownEmbedder = { name: string; fingerprint: string } | undefined

/** Similarities of one embedder say nothing of another’s. */
const fits = ({ embedder, origin }: FieldWeightsRecord, known: KnownEmbedder): boolean =>
  embedder === undefined ||
  known === undefined ||
  (origin === 'published' ? known.name.includes(embedder) : known.fingerprint === embedder)

/** Of weights that were published for several data sets, those for the query’s own, which have it in a fold; else the first. */
const ofOwnFold = (all: FieldWeightsRecord[], text: string): FieldWeightsRecord | undefined =>
  all.find((each) => weightsFor(each, text).isOfFold) ?? all[0]

const noSuch = (weighting: Weighting, name: string): WeightsForQuery => ({
  ...EQUAL,
  instead: `there are no ${weighting} weights “${name}” in this workspace, so fields count equally`,
})

function whyNone(
  all: readonly FieldWeightsRecord[],
  { weighting, by, embedder }: { weighting: Weighting; by: ComparedBy; embedder: KnownEmbedder },
): string {
  const ofThis = all.find(({ comparedBy }) => comparedBy === by)
  if (ofThis) {
    const other = weighting === 'published' ? `of ${ofThis.embedder}` : 'of another embedder'
    const fix = weighting === 'published' ? 'compare by words' : 'learn them again'
    return `the weights “${ofThis.name}” are ${other}, not of ${embedder?.name}, so fields count equally; ${fix}`
  }
  const [other] = all
  if (other) {
    return `the weights “${other.name}” were learned by ${other.comparedBy}, not by ${by}, so fields count equally`
  }
  return 'no weights are learned in this workspace yet, so fields count equally; learn them from a golden set'
}
