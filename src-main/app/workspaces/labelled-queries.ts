import type { LabelledQuery } from '../../pipeline/kit'
import { VAGUER_FIELD } from '../../domain/query/golden-set'
import { developmentSets } from './used-sets'
import type { WorkspaceStore } from '../../ports/workspace-store'

/**
 * The queries of all development sets, read when they are first wanted. Without vaguer versions of
 * others: they were made by rule, and the query that they were made of may be in a test set by now.
 */
export interface LabelledQueries {
  /**
   * The same array for as long as it holds the same queries with the same labels: what was learned
   * from it is known by it.
   */
  read(): Promise<readonly LabelledQuery[]>
  /** Has them read again when they are next wanted. */
  forget(): void
}

export function labelledQueriesOf(
  store: Pick<WorkspaceStore, 'read' | 'members'>,
): LabelledQueries {
  let reading: Promise<readonly LabelledQuery[]> | undefined
  let last: readonly LabelledQuery[] = []
  const readAll = async () => {
    const development = await developmentSets({ store })
    const sets = await Promise.all(development.map(({ name }) => store.members('goldenSets', name)))
    const queries = sets.flat().filter(({ extra }) => extra?.[VAGUER_FIELD] === undefined)
    if (!areSame(last, queries)) last = queries
    return last
  }
  const forget = () => (reading = undefined)
  return {
    read() {
      reading ??= readAll()
      reading.catch(forget)
      return reading
    },
    forget,
  }
}

const areSame = (one: readonly LabelledQuery[], other: readonly LabelledQuery[]): boolean =>
  one.length === other.length && one.every((query, at) => isSame(query, other[at]))

const isSame = (one: LabelledQuery, other: LabelledQuery | undefined): boolean =>
  one.text === other?.text &&
  one.tools.length === other.tools.length &&
  one.tools.every((tool, at) => tool === other.tools[at])
