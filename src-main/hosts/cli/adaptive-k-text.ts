import type { MeasureInfo } from '../../domain/measure/measure'
import { differenceEstimate, infoOf, valueText } from '../../domain/measure/measure-text'
import { thresholdText } from '../../domain/run/nothing-fits-words'
import type { NothingFits, Run, SameSize } from '../../domain/run/run'

/** What is to be said of runs whose recipe decided by an option how many tools there are. */
export const adaptiveKLines = (runs: readonly Run[], known: readonly MeasureInfo[]): string[] =>
  runs.flatMap(({ recipe, sameSize, nothingFits }) => [
    ...(sameSize ? sameSizeLines(recipe, sameSize, known) : []),
    ...(nothingFits ? [nothingFitsLine(recipe, nothingFits)] : []),
  ])

function sameSizeLines(
  recipe: string,
  { tools, measures, differences }: SameSize,
  known: readonly MeasureInfo[],
): string[] {
  const figures = Object.entries(measures).map(([name, { mean }]) => {
    const info = infoOf(name, known)
    const gained = differences[name]
    const by = gained ? `; adaptive k ${differenceEstimate(info, gained)}` : ''
    return `  ${name} ${valueText(info, mean)}${by}`
  })
  return [
    `${recipe}: with its size fixed at the same ${tools.toFixed(2)} tools on average, and what adaptive k gains:`,
    ...figures,
  ]
}

function nothingFitsLine(recipe: string, nothingFits: NothingFits): string {
  const { fitting, negative, leftOut } = nothingFits
  const labelled =
    negative.queries > 0
      ? ` of ${negative.queries} golden queries that name no tool ${negative.wrong} got some, and`
      : ''
  const counts =
    `${recipe}: misses: of ${fitting.queries} queries that some tool fits ${fitting.wrong} got none; ` +
    `false activations:${labelled} of ${leftOut.queries} queries whose right tools were left out ${leftOut.wrong} did.`
  return [counts, ...thresholdText(nothingFits)].join(' ')
}
