import { thresholdText } from '../../domain/measure/confidence-words'
import type { NothingFits, Run, SameSize } from '../../domain/run/run'

/** What is to be said of runs whose recipe decided by an option how many tools there are. */
export const adaptiveKLines = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ recipe, sameSize, nothingFits }) => [
    ...(sameSize ? sameSizeLines(recipe, sameSize) : []),
    ...(nothingFits ? [nothingFitsLine(recipe, nothingFits)] : []),
  ])

/** What a run of such a recipe is called. */
export const withAdaptiveK = <Named extends Pick<Run, 'recipe' | 'sameSize'>>(run: Named): Named =>
  run.sameSize ? { ...run, recipe: `${run.recipe}, adaptive k` } : run

const decimalsOf = (name: string): number => (name === 'PromptTokens' ? 1 : 3)

function sameSizeLines(recipe: string, { tools, measures, differences }: SameSize): string[] {
  const figures = Object.entries(measures).map(([name, { mean }]) => {
    const decimals = decimalsOf(name)
    const difference = differences[name]
    const by = difference
      ? `; adaptive k ${signed(difference.mean, decimals)} [${difference.ci95.map((end) => signed(end, decimals)).join(', ')}]`
      : ''
    return `  ${name} ${mean.toFixed(decimals)}${by}`
  })
  return [
    `${recipe}: with its size fixed at the same ${tools.toFixed(2)} tools on average, and what adaptive k gains:`,
    ...figures,
  ]
}

const signed = (value: number, decimals: number): string => {
  const text = Math.abs(value).toFixed(decimals)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '-'}${text}`
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
