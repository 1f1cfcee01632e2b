import type { CatalogExportAnswer, CatalogCheckExportAnswer } from '../../contract/catalog'
import { checkCatalogExport, exportCatalog } from '../../exporting/formats'
import { idOf } from '../../domain/tool/stored-tool'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import { fileNameOf } from '../../domain/value/file-name'
import { z } from 'zod'
import { ExportNames } from '../../domain/catalog/export'
import { Dir } from '../../contract/workspace'
import { action } from '../action'

const ExportInput = z.object({
  dir: Dir,
  format: z.string().describe('the format, by its id: import.formats lists them'),
  ids: z.array(ToolId).min(1).optional().describe('only these tools'),
  withAuthorLayer: z
    .boolean()
    .default(false)
    .describe('descriptions as the author wrote them for retrieval'),
  names: ExportNames.default('own').describe(
    'what tools are called: server__name is unique over servers and within the provider’s limits',
  ),
  strict: z
    .boolean()
    .default(false)
    .describe(
      'of openai and openai-responses: calls are held to the schemas, which have to be of the strict subset',
    ),
  deferLoading: z
    .boolean()
    .default(false)
    .describe(
      'of openai-responses and anthropic: tools are loaded when the provider’s own tool search finds them; it is added',
    ),
})

/** Findings and names in one reply: as many as a person reads, however large the catalog. */
const MOST_LISTED = 500

export const catalogExports = {
  'catalog.export': action({
    summary: 'Offer tools as a file that agents, other programs or this one read',
    input: ExportInput,
    async run({ sessions, exports }, { dir, ids, ...choice }): Promise<CatalogExportAnswer> {
      const session = await sessions.of(dir)
      const { name } = await session.store.info()
      const tools = chosen(await session.catalog(), ids)
      const { extension, text, names } = exportCatalog(tools, choice)
      const file = `${fileNameOf(name)}.${choice.format}`
      const offered = exports.offer(`${file}.${extension}`, Buffer.from(text))
      const mapping = names && `${JSON.stringify({ format: choice.format, names }, null, 2)}\n`
      return {
        ...offered,
        ...(mapping && { names: exports.offer(`${file}.names.json`, Buffer.from(mapping)) }),
      }
    },
  }),
  /** Writes nothing. */
  'catalog.checkExport': action({
    summary:
      'What a provider would refuse of an export in its format, and what would not reach the model',
    input: ExportInput,
    async run({ sessions }, { dir, ids, ...choice }): Promise<CatalogCheckExportAnswer> {
      const tools = chosen(await (await sessions.of(dir)).catalog(), ids)
      const { provider, switches, findings, names = [] } = checkCatalogExport(tools, choice)
      const refused = findings.filter(({ kind }) => kind === 'refused')
      return {
        provider,
        switches: [...switches],
        tools: new Set(refused.flatMap(({ tool }) => tool ?? [])).size,
        total: findings.length,
        refused: refused.length,
        lost: findings.filter(({ kind }) => kind === 'lost').length,
        findings: findings.slice(0, MOST_LISTED),
        names: names.slice(0, MOST_LISTED),
      }
    },
  }),
}

/**
 * The tools of these ids, in the catalog's order; all where none are named.
 * @throws Problem `not-found`.
 */
function chosen(catalog: Catalog, ids: readonly ToolId[] | undefined): CatalogTool[] {
  if (!ids) return [...catalog.tools]
  const wanted = new Set(ids.map((id) => idOf(catalog.tool(id))))
  return catalog.tools.filter((entry) => wanted.has(idOf(entry)))
}
