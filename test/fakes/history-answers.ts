import type {
  LoggedBundle,
  LoggedQuery,
} from '../../src-main/features/logged-queries/shared/answers'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { bundleOf, historyFigures, historyStock } from '../../src-main/domain/query/logged-queries'
import { loggedId, settleLogged } from '../../src-main/app/logged-queries/settle-logged'
import type { Answers } from './bridge-script'
import { changesKept } from './undo-answers'

const toolsOf = ({ tools }: Pick<Bundle, 'tools'>): LoggedQuery['tools'] =>
  tools.map((tool) => ({ tool, name: tool, isInCatalog: true }))

const bundlesOf = (all: readonly Bundle[]): LoggedBundle[] =>
  [...Map.groupBy(all, bundleOf).values()].map((of) => ({
    tools: toolsOf(of[0] as Bundle),
    queries: of.length,
    undated: of.filter(({ loggedAt }) => !loggedAt).length,
    synthetic: of.filter(({ from }) => from === 'synthetic').length,
    example: of[0]?.query ?? '',
  }))

/**
 * What a workspace with logged queries answers, as long as it is not asked for tools that are gone.
 */
export function historyAnswers(logged: readonly Bundle[], changes = changesKept()): Answers {
  let bundles = [...logged]
  const sums = () => ({
    figures: historyFigures(bundles, () => true),
    stock: historyStock(bundles, () => true),
  })
  /** Changes the logged queries in a way that can be undone. */
  const change = (next: Bundle[]): { change?: string } => {
    if (next.length === bundles.length && next.every((each, at) => each === bundles[at])) return {}
    const before = bundles
    bundles = next
    return changes.note(
      () => (bundles = before),
      () => (bundles = next),
    )
  }
  const holds = (search = '') => {
    const sought = search.toLowerCase()
    return ({ query, tools }: Bundle) =>
      [query, ...tools].some((text) => text.toLowerCase().includes(sought))
  }
  const remove = (goes: (bundle: Bundle) => boolean) => {
    const left = bundles.filter((bundle) => !goes(bundle))
    const removed = bundles.length - left.length
    return { removed, missing: [], ...change(left) }
  }
  return {
    'history.list': ({ offset = 0, limit = 100, tool, bundle, search }) => {
      const isHeld = holds(search)
      const wanted = bundle && bundleOf({ tools: bundle as Bundle['tools'] })
      const found = bundles.filter(
        (each) =>
          isHeld(each) &&
          (tool === undefined || each.tools.some((id) => id === tool)) &&
          (wanted === undefined || bundleOf(each) === wanted),
      )
      const rows = found
        .slice(offset, offset + limit)
        .map((each) => ({ ...each, tools: toolsOf(each) }))
      return { total: found.length, rows, ...sums() }
    },
    'history.bundles': ({ offset = 0, limit = 100, search }) => {
      const found = bundlesOf(bundles.filter(holds(search)))
      return { total: found.length, rows: found.slice(offset, offset + limit), stock: sums().stock }
    },
    'history.add': ({ query, tools }) => {
      const { put } = settleLogged(bundles, [{ query, tools: tools as Bundle['tools'] }])
      const changed = change([...bundles, ...put])
      const { figures } = sums()
      return { id: put[0]?.id ?? '', isNew: put.length > 0, figures, ...changed }
    },
    'history.edit': ({ id, query = '', tools = [] }) => {
      const next = { query, tools: tools as Bundle['tools'] }
      const changed = change(
        bundles.map((each) => (each.id === id ? { ...each, ...next, id: loggedId(next) } : each)),
      )
      return { id: loggedId(next), merged: false, ...changed }
    },
    'history.editBundle': ({ bundle, tools }) => {
      const wanted = bundleOf({ tools: bundle as Bundle['tools'] })
      const own = bundles.filter((each) => bundleOf(each) === wanted).length
      const changed = change(
        bundles.map((each) =>
          bundleOf(each) === wanted ? { ...each, tools: tools as Bundle['tools'] } : each,
        ),
      )
      return { edited: own, merged: 0, ...changed }
    },
    'history.remove': ({ ids = [], bundles: whole = [] }) => {
      const wanted = new Set(whole.map((tools) => bundleOf({ tools: tools as Bundle['tools'] })))
      return remove((each) => ids.includes(each.id) || wanted.has(bundleOf(each)))
    },
    'history.clear': () => remove(() => true),
    ...changes.answers,
    'history.addRun': ({ preview }) => ({
      goldenSet: 'golden',
      added: 3,
      merged: 1,
      stock: sums().stock,
      ...(!preview && { change: 'change of a run' }),
    }),
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
