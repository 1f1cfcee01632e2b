import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { serverOf, tagsOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'
import type { Failures } from './failures'

/** What tools and queries carry, to count by. */
export interface Facts {
  nameOf(tool: ToolId): { name: string; server?: string }
  tagsOf(tool: ToolId): string[]
  serverOf(tool: ToolId): string
  /** By the query's id. */
  queryTags: ReadonlyMap<string, readonly string[]>
}

/** Of what the catalog does not hold nothing is known but the id. */
export function factsOf(catalog: Catalog, queryTags: Facts['queryTags']): Facts {
  const entryOf = (tool: ToolId) => (catalog.has(tool) ? catalog.tool(tool) : undefined)
  const serverIn = (tool: ToolId) => {
    const entry = entryOf(tool)
    return (entry && serverOf(entry)) ?? ''
  }
  return {
    nameOf(tool) {
      const server = serverIn(tool)
      return { name: entryOf(tool)?.tool.name ?? tool, ...(server !== '' && { server }) }
    },
    tagsOf(tool) {
      const entry = entryOf(tool)
      return entry ? tagsOf(entry) : []
    },
    serverOf: serverIn,
    queryTags,
  }
}

/** As the golden set has them today; none where it is gone. */
export async function queryTags(session: Session, { open }: Failures): Promise<Facts['queryTags']> {
  const golden = await session.goldenQueries(open.run.goldenSet).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-found') return [] as GoldenQuery[]
    throw error
  })
  return new Map(golden.map(({ id, tags = [] }) => [id, tags]))
}
