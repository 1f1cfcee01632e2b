import { checkCatalogExport, exportCatalog } from '../exporting/formats'
import type { AppContext, Handlers } from './handlers'
import { fileNameOf } from './workspace-handlers'

/** Findings and names in one reply: as many as a person reads, however large the catalog. */
const MOST_LISTED = 500

type CatalogExports = Pick<Handlers<'catalog'>, 'catalog.export' | 'catalog.checkExport'>

export const catalogExports = ({ sessions, exports }: AppContext): CatalogExports => ({
  async 'catalog.export'({ dir, ...choice }) {
    const session = await sessions.of(dir)
    const { name } = await session.store.info()
    const { tools } = await session.catalog()
    const { extension, text, names } = exportCatalog(tools, choice)
    const file = `${fileNameOf(name)}.${choice.format}`
    const offered = exports.offer(`${file}.${extension}`, Buffer.from(text))
    if (!names) return offered
    const mapping = `${JSON.stringify({ format: choice.format, names }, null, 2)}\n`
    return { ...offered, names: exports.offer(`${file}.names.json`, Buffer.from(mapping)) }
  },
  async 'catalog.checkExport'({ dir, ...choice }) {
    const { tools } = await (await sessions.of(dir)).catalog()
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
