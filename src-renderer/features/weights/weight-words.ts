import { capitalised } from '../../../src-main/domain/value/capitalised'
import type { ListedWeights } from '../../../src-main/features/weights/shared/listed-weights'
import { builtInOf, embedderTitle } from '../../../src-main/domain/model/names'
import { otherText } from '../../../src-main/domain/recipe/choices-words'
import type { FieldWeights, Learning } from '../../../src-main/domain/recipe/field-weights'
import { shortScore } from '../../../src-main/domain/trace/reasons'
import { plainText } from '../../../src-main/domain/value/plain-text'
import { formatMeasure, plural } from '../../words/number-words'

/** Where weights come from: `learned by meaning from “queries”: 101 queries, 101 tools`. */
export function originText({ origin, comparedBy, folds, learning }: ListedWeights): string {
  if (!learning) {
    const queries = folds.reduce((sum, fold) => sum + fold.queries, 0)
    const held = queries > 0 ? `, with ${plural(queries, 'query', 'queries')} held out by fold` : ''
    return `${origin}, for comparing by ${comparedBy}${held}`
  }
  const from = `${plural(learning.queries, 'query', 'queries')}, ${plural(learning.tools, 'tool')}`
  const learned = `learned by ${comparedBy} from “${plainText(learning.goldenSet)}”`
  if (learning.kept) return `equal, as those ${learned} did worse: ${from}`
  return `${learned}: ${from}`
}

/**
 * How the figures of learned weights came about: `5 published folds`, `5 folds drawn with seed 7`.
 */
export const foldsText = ({ folds }: ListedWeights, learning: Learning): string =>
  learning.folds === 'published'
    ? plural(folds.length, 'published fold')
    : `${plural(folds.length, 'fold')} drawn with seed ${learning.seed}`

/**
 * Whose similarities weights are of: learned ones know a fingerprint, published ones a model’s
 * name.
 */
export function embedderText({ origin, embedder = '' }: ListedWeights): string {
  if (origin === 'published') return `the embedder ${plainText(embedder)}`
  const builtIn = builtInOf(embedder)
  return builtIn === undefined ? 'an embedder of Ollama' : embedderTitle(builtIn)
}

/** What queries held out are ranked by. */
export interface HeldOutRow {
  way: string
  mean: string
  interval: string
  /** How much better the learned weights are, query by query. */
  ahead: string
}

/** What learned weights are worth beside equal ones and another recipe. */
export function heldOutRows({ heldOut, intervals, other }: Learning): HeldOutRow[] {
  const rowOf = (way: string, of: keyof Learning['heldOut'], over?: 'overEqual' | 'overOther') => {
    const ahead = over && intervals?.[over]
    return {
      way,
      mean: formatMeasure(heldOut[of]),
      interval: intervals ? intervalText(intervals[of], formatMeasure) : '',
      ahead: ahead ? `${signed(ahead.mean)} ${intervalText(ahead.ci95, signed)}` : '',
    }
  }
  return [
    rowOf('Learned weights', 'learned'),
    rowOf('Equal weights', 'equal', 'overEqual'),
    rowOf(capitalised(otherText({ other })), 'other', 'overOther'),
  ]
}

const intervalText = (ends: readonly number[], text: (end: number) => string): string =>
  `[${ends.map(text).join(', ')}]`

const signed = (value: number): string => {
  const text = formatMeasure(Math.abs(value))
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}

/** Weights, and of which queries they were learned. */
export interface WeightsRow {
  of: string
  weights: FieldWeights
}

/** The weights for queries of no fold, and those of each fold. */
export const weightsRows = ({ weights, folds }: ListedWeights): WeightsRow[] => [
  { of: folds.length > 0 ? 'Any other query' : 'Every query', weights },
  ...folds.map((fold, at) => ({
    of: `The ${plural(fold.queries, 'query', 'queries')} of fold ${at + 1}`,
    weights: fold.weights,
  })),
]

const COLUMNS = [
  ['description', 'Description'],
  ['parameters', 'Parameters'],
  ['response', 'Response'],
  ['examples', 'Examples'],
  ['required', '− per required'],
  ['optional', '− per optional'],
] as const

/** The columns of a table of weights. */
export const WEIGHT_COLUMNS = [
  { key: 'of', title: 'For', value: ({ of }: WeightsRow) => of },
  ...COLUMNS.map(([field, title]) => ({
    key: field,
    title,
    align: 'end' as const,
    value: ({ weights }: WeightsRow) => shortScore(weights[field]),
  })),
]
