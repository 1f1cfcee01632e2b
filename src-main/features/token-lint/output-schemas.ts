import type { LintedTool } from '../../authoring/lint/linted-tool'
import {
  byNotes,
  type LintRule,
  type LintSubject,
  type Objection,
  type Pause,
} from '../../authoring/lint/rule'
import type { CatalogTool, JsonObject } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { counted, placesByServer, serverAt, serverNumber } from './by-server'

/** Tokens of a server's output schemas that are worth a finding. */
const LEAST_TOKENS = 500

/** What an MCP server says of its answers, which no model needs in order to call. */
export const OUTPUT_SCHEMAS: LintRule = {
  id: 'output-schemas',
  severity: 'note',
  title: 'Output schemas that cost tokens',
  why: 'A client that hands on definitions as they are has them in every prompt, and no model needs them to call a tool.',
  ofCatalog: byNotes(
    ({ entry }: LintedTool) => ({
      server: serverNumber(entry),
      has: outputSchema(entry) !== undefined,
    }),
    ofServers,
  ),
}

/** As the server sent it: kept with what the tool was imported from. */
function outputSchema({ tool: { source } }: CatalogTool): JsonObject | undefined {
  if (source.format !== 'mcp' || !isJsonObject(source.entry)) return undefined
  const { outputSchema: schema } = source.entry
  return isJsonObject(schema) ? schema : undefined
}

async function ofServers(
  notes: readonly { server: number; has: boolean }[],
  subject: LintSubject,
  pause: Pause,
): Promise<Objection[]> {
  const found: Objection[] = []
  for (const places of placesByServer(notes)) {
    const having = places.filter((at) => notes[at]?.has)
    let tokens = 0
    for (const at of having) {
      await pause()
      tokens += subject.tokensOf(JSON.stringify(outputSchema(subject.read(at))))
    }
    if (tokens < LEAST_TOKENS) continue
    const { tool, ofServer } = serverAt(subject, having[0] ?? 0)
    found.push({
      tool,
      where: `output schemas ${ofServer}`,
      about: `${tokens}`,
      what: `${counted(having.length)} of the ${counted(places.length)} tools ${ofServer} have an output schema: ${counted(tokens)} tokens in all.`,
      fix: `Leave them out at the server where nothing checks answers by them: ${counted(tokens)} tokens fewer in a client that hands them on. Pegboard sends none.`,
    })
  }
  return found
}
