import {
  weightsFor,
  type ComparedBy,
  type FieldWeights,
  type FieldWeightsRecord,
} from '../../domain/recipe/field-weights'
import type { Settings } from '../../domain/trace/trace'
import type { Kit } from '../kit'
import type { Source } from '../stage'

/** The model of the published weights for meaning, as names of embedders hold it. */
const PUBLISHED_EMBEDDER = 'all-minilm'

/**
 * MFTR’s published weights for API-Bank, the means over its five folds; thresholds beyond 0…1
 * clamped as published. To measure on API-Bank itself, import its weights: then each query is
 * scored by those that were learned without it.
 */
const PUBLISHED: Readonly<Record<ComparedBy, FieldWeights>> = {
  words: {
    description: 0.2313,
    parameters: -0.0406,
    response: 0.0867,
    examples: 0.1635,
    required: 0.5428,
    optional: 4.3848,
    threshold: 0.2779,
    scale: 'raw',
  },
  meaning: {
    description: 3.6368,
    parameters: 3.9093,
    response: -2.3417,
    examples: 0.5096,
    required: 0.4103,
    optional: 3.5428,
    threshold: 0.3765,
    scale: 'raw',
  },
}

/** The published weights of a data set that is not there. */
const publishedWeights = (by: ComparedBy): FieldWeightsRecord => ({
  name: `published ${by}`,
  origin: 'published',
  comparedBy: by,
  ...(by === 'meaning' && { embedder: PUBLISHED_EMBEDDER }),
  weights: PUBLISHED[by],
  folds: [],
})

/** Every field as much, and nothing off for parameters without an argument. */
export const EQUAL_WEIGHTS: FieldWeights = {
  description: 1,
  parameters: 1,
  response: 1,
  examples: 1,
  required: 0,
  optional: 0,
  threshold: 0.4,
  scale: 'standard',
}

type Weighting = 'equal' | 'published' | 'learned'

/** The weights for one query, in words as well. */
interface WeightsForQuery {
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

/**
 * The weights that were chosen, or equal ones where there are none that fit.
 * @param name of one record; left out: the newest that fits
 */
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

/**
 * Of weights that were published for several data sets, those for the query’s own, which have it in
 * a fold; else the first.
 */
const ofOwnFold = (all: FieldWeightsRecord[], text: string): FieldWeightsRecord | undefined =>
  all.find((each) => weightsFor(each, text).isOfFold) ?? all[0]

const noSuch = (weighting: Weighting, name: string): WeightsForQuery => ({
  ...EQUAL,
  instead: `no ${weighting} weights “${name}” in this workspace: all fields count equally`,
})

function whyNone(
  all: readonly FieldWeightsRecord[],
  { weighting, by, embedder }: { weighting: Weighting; by: ComparedBy; embedder: KnownEmbedder },
): string {
  const ofThis = all.find(({ comparedBy }) => comparedBy === by)
  if (ofThis) {
    const other = weighting === 'published' ? `of ${ofThis.embedder}` : 'of another embedder'
    const fix = weighting === 'published' ? 'compare by words' : 'learn them again'
    return `the weights “${ofThis.name}” are ${other}, not of ${embedder?.name}: all fields count equally; ${fix}`
  }
  const [other] = all
  if (other) {
    return `the weights “${other.name}” were learned by ${other.comparedBy}, not by ${by}: all fields count equally`
  }
  return 'no weights learned in this workspace yet: all fields count equally; learn them from a golden set'
}
