import type { ReportRow } from '../../domain/catalog/import'
import type { GoldenSet } from '../../domain/query/golden-set'
import { argumentFaults } from '../requests/argument-faults'
import type { Catalog } from '../catalog/catalog'

/** Calls that are checked of one import: a millisecond each. */
const MOST_CHECKED = 2_000
/** Queries of which it is told one by one. */
const MOST_TOLD = 50

/** What is wrong with the expected calls of golden sets: arguments that their tools do not take. They are kept as they are. */
export async function callFaults(
  sets: readonly GoldenSet[],
  catalog: Catalog,
  pause: () => Promise<unknown>,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  let checked = 0
  let wrong = 0
  for (const { name, queries } of sets) {
    for (const { id, calls = [] } of queries) {
      const known = calls.filter(({ tool }) => catalog.has(tool))
      if (known.length === 0) continue
      if (checked + known.length > MOST_CHECKED) return [...rows, ...beyond(wrong, true)]
      checked += known.length
      const faults = known.flatMap((call) => {
        const schema = catalog.tool(call.tool).tool.parameters
        const found = argumentFaults(schema, call.arguments).faults
        return found.map(({ path, why }) => `${call.tool}: ${path || 'the arguments'} ${why}`)
      })
      await pause()
      if (faults.length === 0) continue
      wrong++
      if (wrong <= MOST_TOLD) {
        const told = faults.slice(0, 3).join('; ')
        const why = `An expected call does not fit its tool, and is kept as it is: ${told}`
        rows.push({ outcome: 'notice', where: `golden set ${name}`, entry: id, why, fix: FIX })
      }
    }
  }
  return [...rows, ...beyond(wrong, false)]
}

const FIX = 'Correct its arguments under Golden queries.'

function beyond(wrong: number, isCut: boolean): ReportRow[] {
  const row = (why: string): ReportRow => ({ outcome: 'notice', where: 'expected calls', why })
  return [
    ...(wrong > MOST_TOLD
      ? [row(`${wrong - MOST_TOLD} more queries have expected calls that do not fit`)]
      : []),
    ...(isCut ? [row(`Only the first ${MOST_CHECKED} expected calls were checked`)] : []),
  ]
}
