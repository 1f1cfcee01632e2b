import type { JsonValue } from '../../../domain/tool/tool'
import type { ToolCollector } from '../../../importing/catalog/collect-tools'
import { readMcpTool } from '../../../importing/catalog/mcp-tool'
import type { Report } from '../../../importing/catalog/report'
import { isObject } from '../../../importing/reading/parse-json'

/** The tools of one server, as MCP writes them. */
export interface ServerTools {
  server: string
  tools: readonly JsonValue[]
  tags?: string[]
  where: string
}

/** Files the tools of a server; an entry that is none goes to the report. */
export function addServerTools(
  { server, tools, tags = [], where }: ServerTools,
  collector: ToolCollector,
  report: Report,
): void {
  for (const [index, entry] of tools.entries()) {
    const place = `${where}, tool ${index + 1}`
    if (isObject(entry)) collector.add({ ...readMcpTool(entry), server, tags, where: place })
    else {
      const why = 'The entry is not a tool: it is not an object'
      report.add({ outcome: 'skipped', where: place, why })
    }
  }
}

/** The texts of a list; none where it is something else. */
export const textsOf = (list: JsonValue | undefined): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []

/** Whether a list holds texts alone. */
export const isTexts = (list: JsonValue): boolean =>
  Array.isArray(list) && list.every((text) => typeof text === 'string')

/** A text that says something, as a list of one; for fields that may be anything. */
export const textOf = (value: JsonValue | undefined): string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value] : []
