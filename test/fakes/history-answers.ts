import type { Bundle, HistoryFigures } from '../../src-main/domain/bundle'
import { historyFigures } from '../../src-main/domain/logged-queries'
import { settleLogged } from '../../src-main/app/history/settle-logged'
import type { Answers } from './bridge-script'

export const NOTHING_LOGGED: HistoryFigures = {
  queries: 0,
  tools: 0,
  perTool: { least: 0, median: 0, most: 0 },
}

/** What a workspace with logged queries answers, as long as it is not asked for tools that are gone. */
export function historyAnswers(logged: readonly Bundle[]): Answers {
  let bundles = [...logged]
  const figures = () => historyFigures(bundles, () => true)
  const isWanted =
    ({ tool, search = '' }: { tool?: string | undefined; search?: string | undefined }) =>
    ({ query, tools }: Bundle) =>
      (tool === undefined || tools.some((id) => id === tool)) &&
      query.toLowerCase().includes(search.toLowerCase())
  const remove = (goes: (bundle: Bundle) => boolean) => {
    const before = bundles.length
    bundles = bundles.filter((bundle) => !goes(bundle))
    return { removed: before - bundles.length }
  }
  return {
    'history.list': ({ offset = 0, limit = 100, ...wanted }) => {
      const found = bundles.filter(isWanted(wanted))
      const queries = found.slice(offset, offset + limit).map(({ id, query, tools }) => ({
        id,
        query,
        tools: tools.map((tool) => ({ tool, name: tool, isInCatalog: true })),
      }))
      return { total: found.length, queries, figures: figures(), useless: 0 }
    },
    'history.add': ({ query, tools }) => {
      const { put } = settleLogged(bundles, [{ query, tools: tools as Bundle['tools'] }])
      bundles.push(...put)
      return { id: put[0]?.id ?? '', isNew: put.length > 0, figures: figures() }
    },
    'history.remove': ({ ids }) => remove(({ id }) => ids.includes(id)),
    'history.clear': () => remove(() => true),
    'history.import': ({ preview }) => ({
      format: 'csv',
      added: 2,
      merged: 1,
      sample: [{ text: 'drop Dana a line', tools: ['send_email' as Bundle['tools'][number]] }],
      report: [
        {
          outcome: 'skipped',
          where: 'log.csv: line 4',
          why: 'The logged query names no tool of the catalog',
        },
      ],
      figures: { queries: 2, tools: 1, perTool: { least: 2, median: 2, most: 2 } },
      base: preview ? 'commit 4' : 'commit 5',
    }),
  }
}
