import { parametersOf } from '../../domain/schema-parameters'
import type { CatalogTool, ToolId } from '../../domain/tool'
import { analyser } from '../../pipeline/knowledge-base/analyse'
import { holdsLogin, logsIn, plainWords, whoseLogin } from './login'

/** A parameter of a tool, or a value that it returns. */
export interface DescribedParameter {
  name: string
  nameWords: ReadonlySet<string>
  /** Of the name and what is said of it. */
  words: ReadonlySet<string>
  /** What is searched for by meaning. */
  text: string
  required: boolean
  /** Whether it takes what a login gives. */
  holdsLogin: boolean
}

/** What of a tool is looked at to find its edges. */
export interface DescribedTool {
  id: ToolId
  name: string
  server: string | undefined
  nameWords: ReadonlySet<string>
  /** Of the name, the server and the description, as written. */
  plainWords: ReadonlySet<string>
  /** Set where it logs in to something: the words of its name that say to what. */
  logsInTo: ReadonlySet<string> | undefined
  parameters: readonly DescribedParameter[]
  outputs: readonly DescribedParameter[]
}

/** Looked at of one tool: more are a form rather than a call. */
const MOST_PARAMETERS = 40
/** Parameters within parameters are the caller's to fill in, and rarely another tool's output. */
const DEEPEST_LEVEL = 2
/** Characters of a parameter's description: its first sentences say what it is. */
const LONGEST_TEXT = 300
/** Characters of a tool's description whose words are looked at. */
const LONGEST_DESCRIPTION = 2000

const analyse = analyser(['split-identifiers', 'stop-words', 'stemming'])
/** The words of a text as they are compared: without endings. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(analyse(text))

export function describedTool(entry: CatalogTool): DescribedTool {
  const { tool, layer } = entry
  const description = (layer.description ?? tool.description).slice(0, LONGEST_DESCRIPTION)
  return {
    id: tool.id,
    name: tool.name,
    server: tool.server,
    nameWords: wordsOf(tool.name),
    plainWords: plainWords(`${tool.name} ${tool.server ?? ''} ${description}`),
    logsInTo: logsIn(tool.name) ? whoseLogin(tool.name) : undefined,
    parameters: described(tool.parameters),
    outputs: tool.response ? described(tool.response) : [],
  }
}

const described = (schema: CatalogTool['tool']['parameters']): DescribedParameter[] =>
  parametersOf(schema)
    .parameters.filter(({ level }) => level <= DEEPEST_LEVEL)
    .slice(0, MOST_PARAMETERS)
    .map(({ name, description, required }) => {
      const text = `${name}: ${description}`.slice(0, LONGEST_TEXT)
      return {
        ...{ name, text, required },
        nameWords: wordsOf(name),
        words: wordsOf(text),
        holdsLogin: holdsLogin(name),
      }
    })
