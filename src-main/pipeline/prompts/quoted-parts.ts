import type { Query } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import type { Kit } from '../kit'
import { quoted } from './quoted'

/** In characters: what is beyond is rather a document than a request, and not shown. */
const LONGEST_REQUEST = 4000
/** What was said before, the last of it. */
const MOST_TURNS = 10
const LONGEST_TURN = 1000
/** A tool in one prompt of many: its first sentences say what it is for. */
const LONGEST_TOOL = 400

/** A tool as prompts show it. */
export interface ShownTool {
  /** By which an answer names it. */
  name: string
  description: string
}

/** Whether a prompt shows the request as a whole. */
export const isShownWhole = ({ text }: Pick<Query, 'text'>): boolean =>
  text.length <= LONGEST_REQUEST

/** What the user asks, and what was said before. */
export const requestPart = ({ text, turns = [] }: Pick<Query, 'text' | 'turns'>): string =>
  [
    ...(turns.length > 0
      ? [`Said before, the oldest first:\n${quoted(turns.slice(-MOST_TURNS), LONGEST_TURN)}`]
      : []),
    `The request:\n${quoted([text], LONGEST_REQUEST)}`,
  ].join('\n\n')

/** Tools under a title. */
export const toolsPart = (title: string, tools: readonly ShownTool[]): string =>
  `${title}:\n${quoted(
    tools.map(({ name, description }) => ({ name, description })),
    LONGEST_TOOL,
  )}`

/** Texts under a title, none where there are none. */
export const textsPart = (title: string, texts: readonly string[]): string[] =>
  texts.length > 0 ? [`${title}:\n${quoted(texts, LONGEST_TURN)}`] : []

/** Tools as prompts show them, by the catalog that holds them; others are left out. */
export const shownBy =
  ({ tools }: Pick<Kit, 'tools'>) =>
  (ids: readonly ToolId[]): ShownTool[] =>
    ids.flatMap((id) => {
      const entry = tools.get(id)
      return entry
        ? [{ name: id, description: entry.layer.description ?? entry.tool.description }]
        : []
    })
