import { descriptionOf } from '../../../domain/tool/catalog-tool'
import { parametersOf } from '../../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { analyser, chunkAnalyser, splitIdentifier } from '../../../pipeline/text/analyse'

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
/** The same of a text without white space. */
export const stemsOf = chunkAnalyser(['split-identifiers', 'stop-words', 'stemming'])

/** What a tool says of itself, as far as its words are looked at. */
export function saidByTool({ tool, layer }: CatalogTool): string {
  const description = descriptionOf({ tool, layer }).slice(0, LONGEST_DESCRIPTION)
  return `${tool.name} ${tool.server ?? ''} ${description}`
}

export function describedTool(entry: CatalogTool): DescribedTool {
  const { tool } = entry
  return {
    id: tool.id,
    name: tool.name,
    server: tool.server,
    nameWords: wordsOf(tool.name),
    plainWords: new Set(plainWordsOf(saidByTool(entry))),
    logsInTo: loginOf(tool.name),
    parameters: described(tool.parameters),
    outputs: tool.response ? described(tool.response) : [],
  }
}

/** The parameters of a schema that are looked at, each with what it is searched by. */
export const parametersToLookAt = (
  schema: CatalogTool['tool']['parameters'],
): { name: string; text: string; required: boolean }[] =>
  parametersOf(schema)
    .parameters.filter(({ level }) => level <= DEEPEST_LEVEL)
    .slice(0, MOST_PARAMETERS)
    .map(({ name, description, required }) => ({
      name,
      required,
      text: `${name}: ${description}`.slice(0, LONGEST_TEXT),
    }))

const described = (schema: CatalogTool['tool']['parameters']): DescribedParameter[] =>
  parametersToLookAt(schema).map((parameter) => ({
    ...parameter,
    nameWords: wordsOf(parameter.name),
    words: wordsOf(parameter.text),
    holdsLogin: holdsLogin(parameter.name),
  }))

/** What logs in, or gives what shows that one is logged in, by its name. */
const LOGS_IN =
  /\b(log ?(in|on)|sign ?in|authenticat(e|ion)|oauth2?|auth|(create|start|open|begin|new) session$|(create|get|request|issue|generate|obtain|fetch) (\w+ )?(access|auth|bearer|session) tokens?)\b/
/** What only looks whether one is logged in, or ends it. */
const DOES_NOT =
  /\b(log ?out|sign ?out|log ?off|check|is|verify|revoke|cancel|end|close|delete|list|history)\b/
/** A parameter that is given by logging in, by its name. */
const HOLDS_LOGIN =
  /^(user |login |auth |game )?(session( (id|token|key|handle))?|(access |auth |authentication |authorization |bearer |login |api |session |id )*token|api key|access key|auth|authentication|authorization|credentials?|cookie|jwt)$/

/** Words of a name as it is matched here: lower case, one space between. */
const wordsIn = (name: string): string =>
  splitIdentifier(name)
    .replace(/[_\-./\s]+/g, ' ')
    .toLowerCase()

/**
 * Whether a tool logs in to something, told by its name. English names only: others are never taken
 * for one.
 */
export function logsIn(name: string): boolean {
  const words = wordsIn(name)
  return LOGS_IN.test(words) && !DOES_NOT.test(words)
}

/** Whether a parameter takes what a login gives: a session, a token, a key. */
export const holdsLogin = (parameter: string): boolean => HOLDS_LOGIN.test(wordsIn(parameter))

/** Words of a login's name that do not say whose login it is. */
const NOBODYS = new Set(
  `access account an api app auth authenticate authentication bearer begin by create fetch for generate get in into
   issue log login logon me my new oauth oauth2 obtain on open request session sign signin start the to token user
   users via with your`.split(/\s+/),
)

/**
 * Whose login it is, by the words of its name: `login_to_uber` is `uber`'s, and `login` whoever's
 * the server is.
 */
export const whoseLogin = (name: string): ReadonlySet<string> =>
  new Set(
    wordsIn(name)
      .split(' ')
      .filter((word) => word !== '' && !NOBODYS.has(word)),
  )

/** Whose login a tool is, by its name; undefined where it logs in to nothing. */
export const loginOf = (name: string): ReadonlySet<string> | undefined =>
  logsIn(name) ? whoseLogin(name) : undefined

/** The words of a text as {@link whoseLogin} gives them. */
export const plainWordsOf = (text: string): readonly string[] =>
  wordsIn(text).match(/[\p{L}\p{N}]+/gu) ?? []
