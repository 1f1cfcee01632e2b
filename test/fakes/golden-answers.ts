import type { GoldenRow, Leak } from '../../src-main/contract/golden'
import type { ActionInput } from '../../src-main/features/actions'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { summaryOf } from '../../src-main/domain/run/run'
import { sameText } from '../../src-main/domain/value/same-text'
import { failure } from './bridge'
import type { Answers } from './bridge-script'
import { changesKept } from './undo-answers'
import { forDevelopment } from '../fixtures/golden-sets'

interface Given {
  sets: Record<string, readonly GoldenQuery[]>
  /** Texts that count as logged queries. */
  logged?: readonly string[]
}

/**
 * What a workspace with golden sets answers, as long as it is not asked for tools that are gone.
 */
export function goldenAnswers({ sets: given, logged = [] }: Given): Answers {
  let sets = { ...given }
  const changes = changesKept()
  const change = (next: typeof sets): { change: string } => {
    const before = sets
    sets = next
    return changes.note(
      () => (sets = before),
      () => (sets = next),
    )
  }
  const leaksOf = (text: string): Leak[] =>
    logged
      .filter((one) => sameText(one) === sameText(text))
      .map((one) => ({ kind: 'logged', text: one, isSame: true }))
  const twinOf = ({ set, query }: Pick<ActionInput<'golden.check'>, 'set' | 'query'>) =>
    sets[set]?.find((one) => one.id !== query.id && sameText(one.text) === sameText(query.text))
  const faultsOf = ({ tools, noTool }: ActionInput<'golden.check'>['query']): string[] =>
    tools.length === 0 && !noTool ? ['No tool is named.'] : []

  return {
    'golden.list': () =>
      Object.entries(sets).map(([name, queries]) =>
        forDevelopment(summaryOf({ name, queries: [...queries] })),
      ),
    'golden.queries': ({ set }) => {
      const queries = [...(sets[set] ?? [])]
      return { total: queries.length, queries, unknownTools: [] }
    },
    'golden.page': ({ set, show = 'all' }) => {
      const all = (sets[set] ?? []).map((query): GoldenRow => ({
        id: query.id,
        query,
        tools: query.tools.map((tool) => ({ tool, name: tool, isInCatalog: true })),
        leaks: leaksOf(query.text),
      }))
      const rows = all.filter(({ leaks }) => show !== 'leaks' || leaks.length > 0)
      const negative = all.filter(({ tools }) => tools.length === 0).length
      const leaks = all.filter((row) => row.leaks.length > 0).length
      return {
        total: rows.length,
        rows,
        counts: { all: all.length, negative, leaks, astray: 0 },
        tags: [],
      }
    },
    'golden.check': ({ set, query }) => {
      const same = twinOf({ set, query })
      const leaks = leaksOf(query.text)
      return { faults: faultsOf(query), notices: [], leaks, ...(same && { same }) }
    },
    'golden.save': ({ set, query, base }) => {
      const queries = sets[set] ?? []
      const now = queries.find(({ id }) => id === query.id)
      if (base && JSON.stringify(now) !== JSON.stringify(base)) {
        return failure({
          code: 'conflict',
          message: 'Somebody changed this golden query meanwhile.',
        })
      }
      if (faultsOf(query).length > 0)
        return failure({ code: 'bad-input', message: 'No tool is named.' })
      const { noTool: _, ...fields } = query
      const saved = {
        ...fields,
        id: query.id ?? `q-${queries.length + 1}`,
        origin: 'human',
      } as GoldenQuery
      const after = now
        ? queries.map((one) => (one.id === saved.id ? saved : one))
        : [...queries, saved]
      return {
        query: saved,
        isNew: !now,
        queries: after.length,
        notices: [],
        leaks: leaksOf(saved.text),
        ...change({ ...sets, [set]: after }),
      }
    },
    ...changes.answers,
  }
}
