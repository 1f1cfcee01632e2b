import { idOf, rememberedOf } from '../../../domain/tool/stored-tool'
import type { CatalogTool, Tool, ToolId } from '../../../domain/tool/tool'
import { textNumberer, wordNumbers, type WordNumbers } from '../../../authoring/lint/word-numbers'
import {
  holdsLogin,
  loginOf,
  parametersToLookAt,
  plainWordsOf,
  saidByTool,
  stemsOf,
} from './described-tool'

/** Words by their numbers, each once, in the order in which they stand. */
export type Words = Int32Array

/**
 * A parameter, or a value that is returned, of which many tools may have one that is called and
 * said to be the same.
 */
export interface NumberedParameter {
  name: string
  /** The same for parameters of the same name. */
  nameNumber: number
  nameWords: Words
  /** Of the name and what is said of it. */
  words: Words
  /** What is searched for by meaning. */
  text: string
  holdsLogin: boolean
}

/**
 * What of a tool is looked at to find its edges, as numbers: of 100,000 tools it takes some ten
 * megabytes.
 */
export interface NumberedTool {
  server: number
  nameWords: Words
  plainWords: Words
  /** Set where it logs in to something: the words of its name that say to what. */
  logsInTo: Words | undefined
  /** Numbers of its parameters, and how many of them are required. */
  parameters: Int32Array
  required: number
  outputs: Int32Array
}

/** Tools with what their numbers stand for. */
export interface NumberedTools {
  ids: readonly ToolId[]
  tools: readonly NumberedTool[]
  parameters: readonly NumberedParameter[]
  words: WordNumbers
}

/**
 * Different words and parameters that are remembered: some 200 MB. Catalogs that are edited for
 * days have ever new ones.
 */
const MOST_WORDS = 1_000_000
const MOST_PARAMETERS = 300_000

/** One for all that are not said to return anything. */
const NO_OUTPUTS = new Int32Array()

function startNumbering() {
  const words = wordNumbers()
  const stemNumbers = textNumberer(stemsOf, words)
  const plainNumbers = textNumberer(plainWordsOf, words)
  const parameters: NumberedParameter[] = []
  const known = new Map<string, number>()
  const parameterNumber = ({ name, text }: { name: string; text: string }): number => {
    const key = `${name}\n${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, parameters.length)
    return (
      parameters.push({
        name,
        text,
        holdsLogin: holdsLogin(name),
        nameNumber: words.numberOf(name),
        nameWords: stemNumbers(name),
        words: stemNumbers(text),
      }) - 1
    )
  }
  const numbersOf = (schema: Tool['parameters']) => parametersToLookAt(schema)
  const toolOf = rememberedOf((entry): NumberedTool => {
    const { tool } = entry
    const taken = numbersOf(tool.parameters)
    const login = loginOf(tool.name)
    return {
      server: tool.server === undefined ? -1 : words.numberOf(tool.server),
      nameWords: stemNumbers(tool.name),
      plainWords: plainNumbers(saidByTool(entry)),
      logsInTo: login && Int32Array.from(login, words.numberOf),
      parameters: Int32Array.from(taken, parameterNumber),
      required: taken.filter(({ required }) => required).length,
      outputs: tool.response
        ? Int32Array.from(numbersOf(tool.response), parameterNumber)
        : NO_OUTPUTS,
    }
  })
  return { words, parameters, toolOf }
}

let numbering = startNumbering()

/**
 * What is looked at of the tools; what was worked out of a tool that is as it was is not worked out
 * again.
 */
export async function numberedTools(
  entries: readonly CatalogTool[],
  onEach: (at: number) => Promise<unknown>,
): Promise<NumberedTools> {
  const { words, parameters } = numbering
  if (words.size > MOST_WORDS || parameters.length > MOST_PARAMETERS) numbering = startNumbering()
  const { toolOf, ...numbers } = numbering
  const tools: NumberedTool[] = []
  for (const [at, entry] of entries.entries()) {
    tools.push(toolOf(entry))
    await onEach(at)
  }
  return { ids: entries.map(idOf), tools, ...numbers }
}
