import type { ToolId } from '../../domain/tool/tool'
import type { ToolNames } from '../kit'

/** Tools that a request names, and names in it that no tool has. */
export interface NamedTools {
  /** Each once, in the order of the request, with its name as it stands there. */
  tools: ReadonlyMap<ToolId, string>
  /** Only of a list that a client selects: of a sentence no word need be a name. */
  missing: readonly string[]
}

/** Gives the tools of a name, of those that may be given. */
type Called = (name: string) => readonly ToolId[]

/** As clients ask for tools by name alone: `select:create_issue,list_issues`. */
const SELECTS = /^select:/i
/** In characters: what is longer is no name and no list of plain names. */
const LONGEST_LIST = 1_000

/**
 * The tools that a request names exactly: where it is one name or a list of names, by any name;
 * within a sentence only by what is written as a name is (`create_issue`, `closeIssue`), and not
 * behind a “not” or “without”.
 * @param given those that may be given; absent: all
 */
export function namedIn(text: string, names: ToolNames, given?: ReadonlySet<ToolId>): NamedTools {
  const called: Called = (name) => names.called(name, given)
  const isName = (name: string) => called(name).length > 0
  const whole = text.trim()
  if (SELECTS.test(whole)) {
    const pieces = piecesOf(whole.replace(SELECTS, ''))
    return { tools: byTool(pieces, called), missing: pieces.filter((piece) => !isName(piece)) }
  }
  const pieces = whole.length <= LONGEST_LIST ? piecesOf(whole) : []
  if (pieces.length > 0 && pieces.every(isName)) {
    return { tools: byTool(pieces, called), missing: [] }
  }
  return { tools: byTool(wordsNamed(whole), called, isSpelledSo), missing: [] }
}

/** @param isMeant whether a tool is meant by a name that is found to be one of its */
function byTool(
  written: readonly string[],
  called: Called,
  isMeant: (id: ToolId, name: string) => boolean = () => true,
): Map<ToolId, string> {
  const found = new Map<ToolId, string>()
  for (const name of new Set(written)) {
    for (const tool of called(name)) {
      if (!found.has(tool) && isMeant(tool, name)) found.set(tool, name)
    }
  }
  return found
}

/** Between commas, semicolons and line breaks. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[,;\n]+/)
    .map((piece) => without(piece, BESIDE_NAMES))
    .filter(Boolean)

const BESIDE_NAMES = ' \t\r"\'`“”‘’«»()'
const BEHIND_WORDS = `${BESIDE_NAMES}.:!?`

/** A text without these characters at its ends. */
function without(text: string, characters: string): string {
  let from = 0
  let to = text.length
  while (from < to && characters.includes(text[from] as string)) from++
  while (to > from && characters.includes(text[to - 1] as string)) to--
  return text.slice(from, to)
}

/** Words looked at, from the beginning. */
const MOST_WORDS = 1_000
/** Where a part of a sentence ends. */
const PART_END = /[.!?;:,](?=\s|$)|\n/
/** What follows it in the same part is not wanted. */
const NOT_WANTED =
  /(?:^|\s)(?:not|don['’]t|never|without|except|avoid|unlike|instead of|rather than|other than)\s/i

/** Words of a sentence that are written as only names are, where they are wanted. */
function wordsNamed(text: string): string[] {
  const found: string[] = []
  let isUnwanted = false
  let left = MOST_WORDS
  for (const part of text.split(PART_END)) {
    const said = part.split(/\s+/).map((word) => without(word, BEHIND_WORDS))
    const words = said.filter(Boolean).slice(0, left)
    left -= words.length
    // “Do not use a_b, c_d or e_f”: a list goes on.
    const first = words.find((word) => !/^(?:and|or|nor)$/i.test(word))
    isUnwanted &&= first !== undefined && isDistinctive(first)
    const from = NOT_WANTED.exec(part)?.index
    for (const word of words.filter(isDistinctive)) {
      if (!isUnwanted && (from === undefined || part.indexOf(word) < from)) found.push(word)
    }
    isUnwanted ||= from !== undefined
    if (left <= 0) break
  }
  return found
}

/** Whether a word is written as only a name is: within a sentence, “fetch” asks for no tool. */
const isDistinctive = (word: string): boolean =>
  /[\p{L}\d][_./:-]+[\p{L}\d]|\p{Ll}\p{Lu}/u.test(word)

/**
 * Whether a word of a sentence means the tool: “check-in” and “GitHub” are English as well, and
 * mean a tool only that is called so to the letter.
 */
const isSpelledSo = (id: ToolId, word: string): boolean =>
  /[_./:]/.test(word) || `/${id}`.endsWith(`/${word}`)
