import type { BandData } from '../../../charts/band-option'
import type { Axis, XyPoint } from '../../../charts/chart-data'
import type { HeatData } from '../../../charts/heat-data'
import { zoomedAxis } from '../../../charts/zoomed-axis'
import { formatCount, formatMeasure, plural } from '../../../words/number-words'
import { cutoffText } from '../../../../src-main/domain/measure/measure-text'
import {
  accuracyAt,
  everythingAt,
  tokensAt,
  type Accuracy,
  type OverSizes,
  type SizeFigure,
} from './over-sizes'

/** What the axis of an accuracy is called. */
const ACCURACIES: Record<Accuracy, string> = { recall: 'Recall', all: 'All' }

const share = {
  format: formatMeasure,
  tick: (value: number) => value.toFixed(1),
  minimum: 0,
  maximum: 1,
}

/** Room at the ends of an axis of sizes, as a factor. */
const MARGIN = 1.15

function sizeAxis(recipes: readonly OverSizes[]): Axis {
  const sizes = sizesOf(recipes)
  return {
    title: 'tools in the catalog',
    unit: 'tools',
    format: formatCount,
    marks: sizes,
    minimum: (sizes[0] ?? 1) / MARGIN,
    maximum: (sizes.at(-1) ?? 1) * MARGIN,
  }
}

/** All sizes of catalog that any of the recipes was measured on, rising. */
const sizesOf = (recipes: readonly OverSizes[]): number[] =>
  [...new Set(recipes.flatMap(({ sizes }) => sizes.map(({ tools }) => tools)))].sort(
    (a, b) => a - b,
  )

type Series = BandData['series'][number]

/** One line: a figure at each size that it was measured at. */
const lineOver = (
  name: string,
  { sizes }: OverSizes,
  figure: (size: OverSizes['sizes'][number]) => SizeFigure | undefined,
): Series => ({
  name,
  points: sizes.flatMap((size): XyPoint[] => {
    const found = figure(size)
    if (!found) return []
    const { mean, ci95 } = found
    return [{ x: size.tools, y: mean, at: size.tools, ...(ci95 && { interval: ci95 }) }]
  }),
})

/** Accuracy as the catalog grows: a line for each recipe at one k. */
export const recipesOverSizes = (
  recipes: readonly OverSizes[],
  { k, accuracy }: { k: number; accuracy: Accuracy },
): BandData =>
  accuracyData(
    recipes,
    recipes.map((recipe) => ({
      ...lineOver(recipe.label, recipe, (size) => accuracyAt(size, k, accuracy)),
      slot: recipe.slot,
    })),
    `${ACCURACIES[accuracy]}@${k}`,
  )

/** The same of one recipe: a line for each k. */
export const cutoffsOverSizes = (
  recipe: OverSizes,
  { cutoffs, accuracy }: { cutoffs: readonly number[]; accuracy: Accuracy },
): BandData =>
  accuracyData(
    [recipe],
    cutoffs.map((k) => lineOver(cutoffText(k), recipe, (size) => accuracyAt(size, k, accuracy))),
    `${ACCURACIES[accuracy]}@k`,
  )

function accuracyData(recipes: readonly OverSizes[], series: Series[], title: string): BandData {
  const heights = series.flatMap(({ points }) =>
    points.flatMap(({ y, interval = [y, y] }) => [y, ...interval]),
  )
  return {
    x: sizeAxis(recipes),
    y: zoomedAxis({ title, ...share }, heights),
    series,
    together: (tools) => plural(tools, 'tool'),
    logarithmic: { x: true },
  }
}

/**
 * Accuracy of one recipe by size and k; where k is above the size, there is nothing to choose and
 * the cell is blank.
 */
export function sizesByCutoff(
  recipe: OverSizes,
  { cutoffs, accuracy }: { cutoffs: readonly number[]; accuracy: Accuracy },
): HeatData {
  return {
    columns: {
      title: 'tools in the catalog',
      names: recipe.sizes.map(({ tools }) => formatCount(tools)),
    },
    rows: { title: 'k', names: cutoffs.map(String) },
    value: { title: `${ACCURACIES[accuracy]}@k`, ...share, tick: (value) => value.toFixed(2) },
    cells: recipe.sizes.flatMap((size, column) =>
      cutoffs.flatMap((k, row) => {
        const found = accuracyAt(size, k, accuracy)
        if (!found) return []
        const { mean, ci95 } = found
        return [{ column, row, value: mean, ...(ci95 && { interval: ci95 }) }]
      }),
    ),
  }
}

/**
 * What a prompt takes as the catalog grows: everything in it, against the tools that one recipe
 * gives at each k. Beyond the limit a provider takes no request with everything.
 */
export function tokensOverSizes(
  recipe: OverSizes,
  { cutoffs, limit }: { cutoffs: readonly number[]; limit: number },
): BandData {
  const everything = lineOver('everything in the prompt', recipe, (size) => {
    const tokens = everythingAt(size)
    return tokens === undefined ? undefined : { mean: tokens }
  })
  const selected = cutoffs.map((k) => lineOver(cutoffText(k), recipe, (size) => tokensAt(size, k)))
  const series = [...(everything.points.length > 0 ? [everything] : []), ...selected]
  const heights = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y > 0)
  return {
    x: sizeAxis([recipe]),
    y: {
      title: 'prompt tokens per query, mean',
      unit: 'tokens',
      format: formatCount,
      minimum: powerBelow(Math.min(...heights)),
      maximum: powerBelow(Math.max(...heights)) * 10,
    },
    series,
    together: (tools) => plural(tools, 'tool'),
    lines: [{ x: limit, label: `provider limit, ${limit} tools` }],
    logarithmic: { x: true, y: true },
  }
}

const powerBelow = (value: number): number => 10 ** Math.floor(Math.log10(value))
