import type { Table } from '@lancedb/lancedb'
import { z } from 'zod'
import { arrowTable, textsOf } from './arrow-tables'
import { newCommit, newWorkspaceId, orDamaged } from './manifest'
import type { Migration } from './migration'
import { clearTable, openAtVersion, type Writable } from './table-versions'

const TableState = z.looseObject({ version: z.number().int() })
const OldManifest = z.looseObject({
  schemaVersion: z.literal(1),
  tables: z.looseObject({ tools: TableState }),
  goldenSets: z.array(z.unknown()),
})
const OldHead = z.looseObject({ goldenSets: z.array(z.string()) })
const OldTool = z.object({ tool: z.looseObject({ id: z.string() }), layer: z.looseObject({}) })
const OldGoldenLine = z.object({ set: z.string(), query: z.unknown() })

/**
 * From one table of tools with their author's layers to two tables, so that an import never writes a layer and an edit
 * never a tool. Workspaces get an identity, and summaries a place for those of any kind.
 */
export const layersApart: Migration = {
  async workspace(manifest, folder) {
    const { goldenSets, ...old } = orDamaged(folder.dir, () => OldManifest.parse(manifest))
    const { version } = old.tables.tools
    const tools = await openAtVersion(folder, 'tools', version)
    const layers = await moveLayers(tools, folder)
    await tools.dropColumns(['layer'])
    await folder.onStep?.('tools written')
    return {
      ...old,
      id: newWorkspaceId(),
      commit: newCommit(),
      tables: {
        ...old.tables,
        tools: { ...old.tables.tools, version: await tools.version() },
        ...(layers && { layers }),
      },
      summaries: { goldenSets },
    }
  },
  archive({ head, rows }) {
    const tools = z.array(OldTool).parse(rows['tools.jsonl'] ?? [])
    const queries = z.array(OldGoldenLine).parse(rows['golden_queries.jsonl'] ?? [])
    return {
      head,
      rows: {
        ...rows,
        'tools.jsonl': tools.map(({ tool }) => tool),
        'layers.jsonl': tools.flatMap(({ tool, layer }) =>
          Object.keys(layer).length > 0 ? [{ tool: tool.id, layer }] : [],
        ),
        'goldenSets.jsonl': OldHead.parse(head).goldenSets.map((name) => ({ name })),
        'golden_queries.jsonl': queries.map(({ set, query }) => ({ golden_set: set, query })),
      },
    }
  },
}

/** Gives the new table's state; nothing where no tool has a layer. */
async function moveLayers(tools: Table, folder: Writable) {
  const rows = await tools.query().select(['id', 'layer']).toArrow()
  const layers = textsOf(rows, 'layer')
  const written = textsOf(rows, 'id').flatMap((tool, at) => {
    const layer = JSON.parse(layers[at] ?? '{}') as object
    return Object.keys(layer).length > 0 ? [{ tool, layer }] : []
  })
  await clearTable(folder, 'layers')
  if (written.length === 0) return undefined
  const table = await folder.database.createTable(
    'layers',
    arrowTable({
      tool: written.map(({ tool }) => tool),
      layer: written.map((row) => JSON.stringify(row)),
    }),
  )
  const version = await table.version()
  await folder.onStep?.('layers written')
  return { version, rows: written.length, compacted: version }
}
