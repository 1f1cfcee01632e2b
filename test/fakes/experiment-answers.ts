import type { OpenExperiment } from '../../src-main/contract/experiment'
import type { SavedExperiment } from '../../src-main/domain/experiment/saved'
import { failure, type Answers } from './bridge-script'

type Head = Omit<SavedExperiment, 'cells'>

/** What of an experiment is measured, as the app would say. */
type CellsOf = (experiment: Head) => OpenExperiment['cells']

/** Without runs: each recipe of the plan once for each size of catalog. */
const missing: CellsOf = ({ plan }) =>
  (plan.catalogSizes?.tools ?? ['all' as const]).flatMap((size) =>
    plan.recipes.map(({ recipe, options }, at) => ({
      cell: `${recipe} ${at} ${size}`,
      recipe,
      options,
      state: 'missing' as const,
      ...(size !== 'all' && { catalogSize: { tools: size, seed: 1 } }),
    })),
  )

/** Experiments kept in memory. */
export function experimentAnswers(cellsOf: CellsOf = missing): Answers {
  const kept = new Map<string, Head>()
  const gone = () => failure({ code: 'not-found', message: 'This experiment was deleted.' })
  const isTaken = (name: string) => [...kept.values()].some((one) => one.name === name)
  const taken = (name: string) =>
    failure({ code: 'conflict', message: `There is an experiment “${name}” already.` })
  const opened = (head: Head): OpenExperiment => ({
    ...head,
    goldenSet: head.plan.goldenSet,
    cells: cellsOf(head),
  })
  return {
    'experiments.list': () =>
      [...kept.values()].map((head) => {
        const { cells, plan: _, ...row } = opened(head)
        const measured = cells.filter(({ run }) => run !== undefined).length
        return { ...row, cells: cells.length, measured, failed: 0 }
      }),
    'experiments.show': ({ id }) => {
      const head = kept.get(id)
      return head ? opened(head) : gone()
    },
    'experiments.save': ({ name, note, plan }) => {
      if (isTaken(name)) return taken(name)
      const head: Head = {
        id: `experiment ${kept.size + 1}`,
        name,
        savedAt: '2026-11-22T10:00:00Z',
        plan: plan as Head['plan'],
        ...(note && { note }),
      }
      kept.set(head.id, head)
      return opened(head)
    },
    'experiments.rename': ({ id, name, note }) => {
      const head = kept.get(id)
      if (!head) return gone()
      const { note: before, ...rest } = head
      const noted = note ?? before
      const changed = { ...rest, name: name ?? head.name, ...(noted && { note: noted }) }
      kept.set(id, changed)
      return { name: changed.name, ...(noted && { note: noted }) }
    },
    'experiments.duplicate': ({ id, name }) => {
      const head = kept.get(id)
      if (!head) return gone()
      if (isTaken(name)) return taken(name)
      const copy = { ...head, id: `experiment ${kept.size + 1}`, name }
      kept.set(copy.id, copy)
      return { id: copy.id }
    },
    'experiments.delete': ({ ids }) => ({ deleted: ids.filter((id) => kept.delete(id)).length }),
  }
}
