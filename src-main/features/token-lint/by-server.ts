import { onceForTool } from '../../authoring/lint/linted-tool'
import type { LintSubject } from '../../authoring/lint/rule'
import { definitionOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { textNumber } from '../../domain/value/text-number'

/** A number that stands for the server of a tool, also where it has none. */
export const serverNumber = ({ tool }: CatalogTool): number => textNumber(tool.server ?? '')

/** Places of tools by server, in the order of the catalog. */
export function placesByServer(notes: readonly { server: number }[]): number[][] {
  const places = new Map<number, number[]>()
  for (const [at, { server }] of notes.entries()) {
    const before = places.get(server)
    if (before) before.push(at)
    else places.set(server, [at])
  }
  return [...places.values()]
}

/** The tool that a finding about a server stands at, and whose tools are meant, in words. */
export function serverAt(
  { tools, read }: Pick<LintSubject, 'tools' | 'read'>,
  at: number,
): { tool: ToolId; ofServer: string } {
  const { server } = read(at).tool
  return {
    tool: idOf(tools[at] as CatalogTool),
    ofServer: server === undefined ? 'without a server' : `of the server ${server}`,
  }
}

const grouped = new Intl.NumberFormat('en-US')
export const counted = (count: number): string => grouped.format(Math.round(count))

/** Characters of what an agent is sent of a tool. */
export const definitionLength = onceForTool(
  ({ entry }) => JSON.stringify(definitionOf(entry)).length,
)
