import { checkCatalogExport, exportCatalog } from '../exporting/formats'
import { idOf } from '../domain/kept-tool'
import type { CatalogTool, ToolId } from '../domain/tool'
import type { Catalog } from './catalog'
import type { AppContext, Handlers } from './handlers'
import { fileNameOf } from './workspace-handlers'

/** Findings and names in one reply: as many as a person reads, however large the catalog. */
const MOST_LISTED = 500

type CatalogExports = Pick<Handlers<'catalog'>, 'catalog.export' | 'catalog.checkExport'>

export const catalogExports = ({ sessions, exports }: AppContext): CatalogExports => ({
  async 'catalog.export'({ dir, ids, ...choice }) {
    const session = await sessions.of(dir)
    const { name } = await session.store.info()
    const tools = chosen(await session.catalog(), ids)
    const { extension, text, names } = exportCatalog(tools, choice)
    const file = `${fileNameOf(name)}.${choice.format}`
    const offered = exports.offer(`${file}.${extension}`, Buffer.from(text))
    if (!names) return offered
    const mapping = `${JSON.stringify({ format: choice.format, names }, null, 2)}\n`
    return { ...offered, names: exports.offer(`${file}.names.json`, Buffer.from(mapping)) }
  },
  async 'catalog.checkExport'({ dir, ids, ...choice }) {
    const tools = chosen(await (await sessions.of(dir)).catalog(), ids)
    const { provider, findings, names = [] } = checkCatalogExport(tools, choice)
    return {
      provider,
      tools: new Set(findings.flatMap(({ tool }) => tool ?? [])).size,
      total: findings.length,
      findings: findings.slice(0, MOST_LISTED),
      names: names.slice(0, MOST_LISTED),
    }
  },
})

/** The tools of these ids, in the catalog's order; all where none are named. @throws Problem `not-found`. */
function chosen(catalog: Catalog, ids: readonly ToolId[] | undefined): CatalogTool[] {
  if (!ids) return catalog.tools
  const wanted = new Set(ids.map((id) => idOf(catalog.tool(id))))
  return catalog.tools.filter((entry) => wanted.has(idOf(entry)))
}
