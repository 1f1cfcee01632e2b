import { dependenciesOf } from '../../domain/catalog-tool'
import type { CatalogTool } from '../../domain/tool'
import { EDGES_KEY } from '../kit'
import type { Source } from '../stage'

/** Tools looked at before others have their turn: reading them takes some ten milliseconds. */
const AT_ONCE = 500

/** Whether any tool depends on another, looked up once: most catalogs with edges tell by their first tools. */
export function hasDependencies(tools: readonly CatalogTool[]): Source<boolean> {
  let known: Promise<boolean> | undefined
  return { key: EDGES_KEY, prepare: () => (known ??= lookUp(tools)) }
}

async function lookUp(tools: readonly CatalogTool[]): Promise<boolean> {
  for (let at = 0; at < tools.length; at += AT_ONCE) {
    if (tools.slice(at, at + AT_ONCE).some((entry) => dependenciesOf(entry).length > 0)) return true
    await new Promise(setImmediate)
  }
  return false
}
