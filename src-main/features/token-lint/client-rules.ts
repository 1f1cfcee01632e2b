import { listed, type LintedTool } from '../../authoring/lint/linted-tool'
import { byNotes, type LintRule, type LintSubject, type Objection } from '../../authoring/lint/rule'
import { CLIENT_LIMITS, type ClientLimits } from '../../domain/agent/client-limits'
import { MCP_CLIENTS, type McpClient } from '../../domain/agent/client-lines'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { counted, definitionLength, placesByServer, serverAt, serverNumber } from './by-server'

/** A client that has a limit. */
interface Limited {
  title: string
  most: number
}

/** Clients of which it is known how much they take, those that take least first. */
const limitedBy = (kind: keyof ClientLimits & ('tools' | 'description')): Limited[] =>
  Object.entries(CLIENT_LIMITS)
    .flatMap(([client, limits]) => {
      const most = limits[kind]?.most
      return most === undefined ? [] : [{ title: MCP_CLIENTS[client as McpClient].title, most }]
    })
    .sort((a, b) => a.most - b.most)

const TOOLS = limitedBy('tools')
const FEWEST_TOOLS = TOOLS[0]?.most ?? Infinity
const DESCRIPTIONS = limitedBy('description')
const SHORTEST = DESCRIPTIONS[0]?.most ?? Infinity

const takers = (limits: readonly Limited[], size: number): string =>
  listed(
    limits.filter(({ most }) => size > most).map(({ title, most }) => `${title} ${counted(most)}`),
  )

/** What is beyond what known clients take. */
export const CLIENT_RULES: readonly LintRule[] = [
  {
    id: 'tools-too-many',
    severity: 'note',
    title: 'Server with more tools than clients take',
    why: 'A client that the server is connected to leaves tools out, warns, or refuses the request.',
    ofCatalog: byNotes(
      (tool: LintedTool) => ({ server: serverNumber(tool.entry), length: definitionLength(tool) }),
      tooMany,
    ),
  },
  {
    id: 'description-cut',
    severity: 'note',
    title: 'Description longer than a client reads',
    why: 'What is cut off is paid for in no prompt, but its author relies on it.',
    ofCatalog: byNotes(
      ({ sent }: LintedTool) => (sent.text.length > SHORTEST ? sent.text.length : 0),
      cutDescriptions,
    ),
  },
]

/** Characters of a definition that a token has, about. */
const CHARACTERS_A_TOKEN = 4

function tooMany(
  notes: readonly { server: number; length: number }[],
  subject: LintSubject,
): Objection[] {
  return placesByServer(notes).flatMap((places) => {
    if (places.length <= FEWEST_TOOLS) return []
    const { tool, ofServer } = serverAt(subject, places[0] ?? 0)
    const characters = places.reduce((all, at) => all + (notes[at]?.length ?? 0), 0)
    return [
      {
        tool,
        where: `tools ${ofServer}`,
        about: `${places.length}`,
        what: `There are ${counted(places.length)} tools ${ofServer}; clients take fewer: ${takers(TOOLS, places.length)}.`,
        fix: `Serve them by search, or split the server: all of them cost about ${counted(characters / CHARACTERS_A_TOKEN)} tokens in every prompt.`,
      },
    ]
  })
}

function cutDescriptions(
  lengths: readonly number[],
  { tools, read, tokensOf }: LintSubject,
): Objection[] {
  return lengths.flatMap((length, at) => {
    if (length === 0) return []
    const { tool, layer } = read(at)
    const text = layer.modelDescription ?? tool.description
    const cut = tokensOf(text.slice(SHORTEST))
    return [
      {
        tool: idOf(tools[at] as CatalogTool),
        where: layer.modelDescription === undefined ? 'description' : 'model-facing description',
        about: text,
        what: `It has ${counted(length)} characters; clients read fewer: ${takers(DESCRIPTIONS, length)}. The last ${counted(cut)} tokens are cut off there.`,
        fix: `Write the model-facing description anew in ${counted(SHORTEST)} characters: ${counted(cut)} tokens fewer, and all of it is read.`,
      },
    ]
  })
}
