import type { ToolId } from '../../domain/tool/tool'
import type { ToolNames } from '../kit'

/** Tools that a request names, and names in it that no tool has. */
export interface NamedTools {
  /** Each once, in the order of the request, with its name as it stands there. */
  tools: ReadonlyMap<ToolId, string>
  /** Only where the request is made of names alone: of a sentence no word need be one. */
  missing: readonly string[]
}

/** As clients ask for tools by name alone: `select:create_issue,list_issues`. */
const SELECTS = /^select:/i

/**
 * The tools that a request names exactly: where it is one name or a list of names, by any name;
 * within a sentence only by what is written as a name is (`create_issue`, `closeIssue`), and not
 * behind a “not” or “without”.
 */
export function namedIn(text: string, names: ToolNames): NamedTools {
  const whole = text.trim()
  const asked = whole.replace(SELECTS, '')
  const pieces = piecesOf(asked)
  const isList =
    SELECTS.test(whole) || (pieces.length > 1 && pieces.every((piece) => isName(piece, names)))
  if (isList) {
    const missing = pieces.filter((piece) => !isName(piece, names))
    return { tools: byTool(pieces, names), missing }
  }
  if (isName(unquoted(whole), names))
    return { tools: byTool([unquoted(whole)], names), missing: [] }
  return { tools: byTool(distinctiveWords(whole), names), missing: [] }
}

const isName = (text: string, names: ToolNames): boolean => names.called(text).length > 0

function byTool(written: readonly string[], names: ToolNames): Map<ToolId, string> {
  const found = new Map<ToolId, string>()
  for (const name of written) {
    for (const tool of names.called(name)) if (!found.has(tool)) found.set(tool, name)
  }
  return found
}

/** Between commas, semicolons and line breaks. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[,;\n]+/)
    .map(unquoted)
    .filter(Boolean)

const QUOTES = '"\'`“”‘’«»'
const QUOTED = new RegExp(`^[\\s${QUOTES}]+|[\\s${QUOTES}]+$`, 'g')

const unquoted = (text: string): string => text.replace(QUOTED, '')

/** Words looked at: a longer request is a text that names tools in passing. */
const MOST_WORDS = 1_000
/** So many words behind one of these, a name is of a tool that is not wanted. */
const WORDS_BEHIND = 2
const NOT_WANTED = /^(?:not|don['’]t|never|without|except|instead|unlike)$/i

/** Words of a sentence that are written as only names are, where they are wanted. */
function distinctiveWords(text: string): string[] {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  const isWanted = (at: number) =>
    !words.slice(Math.max(0, at - WORDS_BEHIND), at).some((word) => NOT_WANTED.test(word))
  return words.filter((word, at) => isDistinctive(word) && isWanted(at))
}

/** Words without the punctuation around them, that within them kept. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,;()"`“”‘«»]+/)
    .map((word) => word.replace(/^[.:!?'’]+|[.:!?'’]+$/g, ''))
    .filter(Boolean)

/** Whether a word is written as only a name is: within a sentence, “fetch” asks for no tool. */
const isDistinctive = (word: string): boolean =>
  /[\p{L}\d][_./:-]+[\p{L}\d]|\p{Ll}\p{Lu}/u.test(word)
