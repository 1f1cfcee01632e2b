import type { GoldenQuery } from '../../domain/query/golden-set'
import { otherText } from '../../domain/recipe/choices-words'
import type { Learning } from '../../domain/recipe/field-weights'
import type { Estimate } from '../../domain/run/run'
import { sameText } from '../../domain/value/same-text'
import type { QueryFeatures } from './gather-features'

interface Remarked {
  /** Those that were learned from, of so many that are labelled. */
  queries: readonly GoldenQuery[]
  labelled: number
  /** How many tools have fields that say more than their definition. */
  standardised: number
  features: readonly QueryFeatures[]
  heldOut: Learning['heldOut']
  intervals: NonNullable<Learning['intervals']>
  other: Learning['other']
  /** The title of the recipe that does as well where no tool has such fields. */
  instead: string
}

/** What to know of weights before they are used, in sentences. */
export function remarksOn({
  queries,
  labelled,
  standardised,
  features,
  instead,
  ...figures
}: Remarked): string[] {
  const contradictions = contradicting(queries)
  const bare = features.filter(({ isRewritten }) => !isRewritten).length
  return [
    ...worthRemarks(figures),
    ...(labelled > queries.length
      ? [
          `${queries.length} of ${labelled} labelled queries were drawn with the seed: more teach six weights nothing more.`,
        ]
      : []),
    ...(contradictions > 0
      ? [
          `${contradictions} queries are asked in the same words as others that have other right tools.`,
        ]
      : []),
    ...(bare > 0
      ? [
          `${bare} queries were compared as they are: nothing rewrote them into needs and arguments.`,
        ]
      : []),
    ...(standardised === 0
      ? [
          `No tool has fields that a language model wrote: “${instead}” does as well or better there.`,
        ]
      : []),
  ]
}

function worthRemarks({
  heldOut: { learned, equal, other: worth },
  intervals: { overEqual, overOther },
  ...compared
}: Pick<Remarked, 'heldOut' | 'intervals' | 'other'>): string[] {
  if (learned >= equal) {
    return [
      verdict(overEqual, 'equal weights'),
      verdict(overOther, otherText(compared), '; rather use that'),
    ]
  }
  return [
    `Equal weights are kept: on queries held out those learned are worse, ${difference(overEqual)}.`,
    ...(worth > equal
      ? [
          `There ${otherText(compared)} has ${worth.toFixed(3)}, and equal weights ${equal.toFixed(3)}: rather use that.`,
        ]
      : []),
  ]
}

/** How learned weights compare with another way on queries held out. */
function verdict(over: Estimate, other: string, instead = ''): string {
  const {
    mean,
    ci95: [low, high],
  } = over
  const by = difference(over)
  const how = low > 0 ? 'clearly better' : 'not clearly better'
  if (low === 0 && high === 0) return `On queries held out they are as good as ${other}.`
  if (high < 0) return `On queries held out they are clearly worse than ${other}: ${by}${instead}.`
  if (mean <= 0) return `On queries held out they are no better than ${other}: ${by}${instead}.`
  return `On queries held out they are ${how} than ${other}: ${by}.`
}

const difference = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${signed(mean)} [${signed(low)}, ${signed(high)}]`

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}

/** How many queries are asked in the same words as another one that has other right tools. */
function contradicting(queries: readonly GoldenQuery[]): number {
  const byText = Map.groupBy(queries, ({ text }) => sameText(text))
  return [...byText.values()]
    .filter((same) => new Set(same.map(({ tools }) => tools.toSorted().join('\n'))).size > 1)
    .reduce((sum, same) => sum + same.length, 0)
}
