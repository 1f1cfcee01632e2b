import type { Columns } from '../../../src-main/contract/columns/column'
import { outdatedColumn, RUN_COLUMNS } from '../../../src-main/contract/columns/runs'
import { measuredCosts } from '../../../src-main/domain/measure/measured-costs'
import type { Price } from '../../../src-main/domain/measure/price'
import type { OutdatedRuns } from '../../../src-main/domain/run/outdated'
import type { Estimate, Run } from '../../../src-main/domain/run/run'

/**
 * All that was measured of runs: every measure with its interval, cost and origin; what tokens cost
 * where a price is chosen.
 */
export function resultColumns(
  runs: readonly Run[],
  labels: readonly string[],
  { price, outdated = {} }: { price?: Price | undefined; outdated?: OutdatedRuns } = {},
): Columns<Run> {
  const costsOf = ({ measures }: Run) =>
    new Map((price ? measuredCosts(measures, price) : []).map(({ name, cost }) => [name, cost]))
  const costs = new Map(runs.map((run) => [run.id, costsOf(run)]))
  const costNames = new Set([...costs.values()].flatMap((each) => [...each.keys()]))
  const names = new Set(runs.flatMap(({ measures }) => Object.keys(measures)))
  const { recipe, goldenSet, queries, ...others } = RUN_COLUMNS
  return {
    label: { title: 'Run', value: (run) => labels[runs.indexOf(run)] ?? run.recipe },
    recipe,
    goldenSet,
    queries,
    ...withInterval(names, ({ measures }, name) => measures[name]),
    ...withInterval(costNames, ({ id }, name) => costs.get(id)?.get(name)),
    ...others,
    id: { title: 'Run id', value: ({ id }) => id },
    outdated: outdatedColumn(outdated),
  }
}

const withInterval = (
  names: ReadonlySet<string>,
  find: (run: Run, name: string) => Estimate | undefined,
): Columns<Run> =>
  Object.fromEntries(
    [...names].flatMap((name) => [
      [name, { title: name, isName: true as const, value: (run: Run) => find(run, name)?.mean }],
      [
        `${name} low`,
        {
          title: `${name} low`,
          isName: true as const,
          value: (run: Run) => find(run, name)?.ci95[0],
        },
      ],
      [
        `${name} high`,
        {
          title: `${name} high`,
          isName: true as const,
          value: (run: Run) => find(run, name)?.ci95[1],
        },
      ],
    ]),
  )
