import { absentRecord, RECORD_KINDS } from '../domain/record-kinds'
import { exportGoldenSet } from '../exporting/golden'
import { containing } from './containing'
import type { AppContext, Handlers } from './handlers'
import { goldenImport } from './importing/golden-import'
import { fileNameOf } from './workspace-handlers'

export const goldenHandlers = (context: AppContext): Handlers<'golden'> => {
  const { sessions, exports } = context
  return {
    'golden.import': goldenImport(context),
    async 'golden.list'({ dir }) {
      const { store } = await sessions.of(dir)
      const { goldenSets } = await store.read('goldenSets')
      // Those that can be measured on come first.
      return goldenSets.toSorted(
        (a, b) => Number(b.distinctTools > 0) - Number(a.distinctTools > 0),
      )
    },
    async 'golden.queries'({ dir, set, search, offset, limit }) {
      const session = await sessions.of(dir)
      const catalog = await session.catalog()
      const queries = (await session.goldenQueries(set)).filter(containing(search))
      return {
        total: queries.length,
        queries: queries.slice(offset, offset + limit),
        unknownTools: [
          ...new Set(queries.flatMap(({ tools }) => tools.filter((id) => !catalog.has(id)))),
        ],
      }
    },
    async 'golden.delete'({ dir, set }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const { goldenSets } = await session.store.read('goldenSets')
        if (!goldenSets.some(({ name }) => name === set)) {
          throw absentRecord(RECORD_KINDS.goldenSets, set)
        }
        return { goldenSets: { remove: [set] }, answer: { deleted: set } }
      })
    },
    async 'golden.export'({ dir, set, format }) {
      const session = await sessions.of(dir)
      const queries = await session.goldenQueries(set)
      const text = exportGoldenSet({ name: set, queries }, format)
      return exports.offer(`${fileNameOf(set)}.${format}`, Buffer.from(text))
    },
  }
}
