import type { CatalogSize, Estimate, Run } from '../../run/run'
import type { PublishedFigure, ReplicaTable } from './replica'

/** A published figure with ours beside it. */
export interface FigureBeside {
  figure: PublishedFigure
  /** The run that stands beside it; absent while it is not measured. */
  run?: Run
  /** Ours; without an interval where it is a difference of two means. */
  mean?: number
  ci95?: Estimate['ci95']
}

/** A cell of an experiment, as far as it tells which recipe of a plan it is. */
interface CellOfPlan {
  recipe: string
  catalogSize?: CatalogSize | undefined
  run?: string | undefined
}

/**
 * Each published figure of a table with what the cells of its repetition reached on the whole
 * catalog.
 */
export function figuresBeside(
  { published, plan }: ReplicaTable,
  cells: readonly CellOfPlan[],
  runs: readonly Run[],
): FigureBeside[] {
  const whole = cells.filter(({ catalogSize }) => !catalogSize)
  const runAt = (place: number): Run | undefined => {
    const cell = whole[place]
    return cell?.recipe === plan.recipes[place]?.recipe
      ? runs.find(({ id }) => id === cell?.run)
      : undefined
  }
  return published.map((figure) => {
    const run = runAt(figure.recipe)
    const own = run?.measures[figure.measure]
    if (!run || !own) return { figure }
    if (figure.above === undefined) return { figure, run, mean: own.mean, ci95: own.ci95 }
    const other = runAt(figure.above)?.measures[figure.measure]
    return other ? { figure, run, mean: own.mean - other.mean } : { figure }
  })
}
