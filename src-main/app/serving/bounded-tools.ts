import type { ServedTool } from '../../contract/serving'
import { boundedJson, sizeWithin } from './bounded-json'

/** Characters of an answer as JSON: some 8,000 tokens. */
const MOST_OF_AN_ANSWER = 30_000
/** Characters of a tool that is told in short. */
const SHORT = { description: 240, schema: 800, name: 200 }
/** Names that a note lists. */
const MOST_NAMED = 10

/** Tools as they fit into an answer. */
export interface BoundedTools {
  tools: ServedTool[]
  /**
   * How many of those asked for are in it: the last are left out where not even their names fit.
   */
  given: number
  /** What was shortened or left out, and how to get it; left out where nothing was. */
  note?: string
}

/**
 * Tools as far as an answer takes them, those before others whole. A large definition is given in
 * short: its name, the beginning of its description and the parameters that it requires.
 */
export function boundedTools(
  tools: readonly ServedTool[],
  { most = MOST_OF_AN_ANSWER }: { most?: number } = {},
): BoundedTools {
  const sizes = tools.map((tool) => sizeWithin(tool, most))
  if (sum(sizes) <= most) return { tools: [...tools], given: tools.length }
  const alone = tools.length === 1
  const shorts = tools.map(alone ? (tool) => leaner(tool, most) : shortened)
  const shortSizes = shorts.map((tool) => sizeWithin(tool, most))
  const kept: ServedTool[] = []
  const cut: string[] = []
  let room = most
  let rest = sum(shortSizes)
  for (const [place, tool] of tools.entries()) {
    const size = sizes[place] ?? 0
    const shortSize = shortSizes[place] ?? 0
    rest -= shortSize
    const isWhole = size + rest <= room
    if (!isWhole && shortSize > room) break
    kept.push(isWhole ? tool : (shorts[place] as ServedTool))
    if (!isWhole) cut.push(tool.name)
    room -= isWhole ? size : shortSize
  }
  return { tools: kept, given: kept.length, note: noteOf(cut, tools.length - kept.length, alone) }
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)

function noteOf(cut: readonly string[], left: number, alone: boolean): string {
  const named = cut.slice(0, MOST_NAMED).map((name) => name.slice(0, SHORT.name))
  const more = cut.length > named.length ? ` and ${cut.length - named.length} more` : ''
  const said = alone
    ? [
        `The definition of ${named.join('')} is too large to be given: long texts and inner parts of it are left out.`,
      ]
    : cut.length > 0
      ? [`In short, as all would be too much: ${named.join(', ')}${more}; get_tools gives each.`]
      : []
  const beyond =
    left > 0
      ? [`${left} more ${left === 1 ? 'tool is' : 'tools are'} left out: ask for fewer at a time.`]
      : []
  return [...said, ...beyond].join(' ')
}

/** A tool in a few hundred characters. */
function shortened({ name, description, inputSchema, why }: ServedTool): ServedTool {
  const { required, properties } = inputSchema
  const names = Array.isArray(required) ? required.filter((each) => typeof each === 'string') : []
  const own = typeof properties === 'object' ? (properties as Record<string, unknown>) : {}
  const asked = Object.fromEntries(
    names
      .slice(0, 20)
      .map((field) => [field, typeOnly(Object.hasOwn(own, field) ? own[field] : undefined)]),
  )
  const schema = {
    type: 'object',
    ...(names.length > 0 && { properties: asked, required: names.slice(0, 20) }),
  }
  const isSmall = sizeWithin(schema, SHORT.schema) <= SHORT.schema
  return {
    name,
    description: firstSentence(description),
    inputSchema: { ...(isSmall ? schema : { type: 'object' }), description: IN_SHORT },
    ...(why !== undefined && { why }),
  } as ServedTool
}

const IN_SHORT = 'Only what is required; get_tools gives the whole schema.'

function typeOnly(schema: unknown): object {
  const type =
    typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined
  return typeof type === 'string' ? { type } : {}
}

function firstSentence(text: string): string {
  const sentence = /^[^\n]*?[.!?](?=\s|$)/.exec(text.slice(0, SHORT.description))?.[0]
  if (sentence) return sentence
  return text.length > SHORT.description ? `${text.slice(0, SHORT.description)} …` : text
}

/** A tool with as much of its schema and description as there is room for. */
function leaner(tool: ServedTool, most: number): ServedTool {
  const description =
    tool.description.length > most / 4
      ? `${tool.description.slice(0, Math.floor(most / 4))} …`
      : tool.description
  const inputSchema = boundedJson(tool.inputSchema, most / 2)
  return { ...tool, description, inputSchema }
}
