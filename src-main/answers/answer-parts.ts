import type { AnswerDetail } from '../domain/agent/answer-form'
import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { canonical } from '../domain/value/canonical'
import { isJsonObject } from '../domain/value/json'
import { cutAtSentence } from '../domain/value/cut-at-sentence'
import { firstSentence } from './first-sentence'
import { leanSchema } from './lean-schema'

/** A tool as an answer would give it in full. */
export interface AnswerTool {
  name: string
  description: string
  /** A JSON Schema of its arguments. */
  inputSchema: JsonObject
}

/** A parameter of a tool, as an answer writes it. */
export interface AnswerParameter {
  name: string
  schema: JsonValue
  /** The same for the same parameter of another tool; left out: it refers to its own tool. */
  key?: string
  /** Tokens of the parameter, and of its name where the parameter stands elsewhere. */
  tokens: number
  nameTokens: number
}

/** A tool in pieces, each with its tokens. */
export interface AnswerParts {
  name: string
  description: string
  /** Its schema without its parameters. */
  frame: JsonObject
  parameters: readonly AnswerParameter[]
  /** What is told of it in short. */
  purpose: { description: string; requires?: string[] }
  /** Tokens at each detail; of `full` without the parameters. */
  tokens: Readonly<Record<AnswerDetail, number>>
  /** Whether its full text leaves out something that could be needed. */
  isCut: boolean
}

/** Characters of a description of which only the purpose is told, and of a compact one. */
const LONGEST = { purpose: 240, compact: 1_000 } as const
/** Required parameters that are named in short. */
const MOST_REQUIRED = 20
/** Characters of a name of a parameter that is told in short. */
const LONGEST_NAME = 100

/** What stands before a piece: tokenizers join signs across the seam. */
const BEFORE = {
  tool: '[{"name":"a","inputSchema":{"b":{"description":"C."}}}',
  parameter: '{"b":{"type":"string","description":"C."}',
  name: '["a"',
} as const

const tokensBehind = (before: string, text: string, tokensOf: (text: string) => number): number =>
  tokensOf(before + text) - tokensOf(before)

/**
 * Takes a tool apart.
 * @param tokensOf tokens of a text
 */
export function answerParts(
  { name, description, inputSchema }: AnswerTool,
  { compact }: { compact: boolean },
  tokensOf: (text: string) => number,
): AnswerParts {
  const lean = compact ? leanSchema(inputSchema) : { schema: inputSchema, isCut: false }
  const told = compact ? cutAtSentence(description.trim(), LONGEST.compact) : description
  const { properties, ...frame } = lean.schema
  const purpose = purposeOf(description, inputSchema)
  const tokensAt = (tool: object): number =>
    tokensBehind(BEFORE.tool, `,${JSON.stringify(tool)}`, tokensOf)
  return {
    name,
    description: told,
    frame: properties === undefined || isJsonObject(properties) ? frame : lean.schema,
    parameters: isJsonObject(properties) ? parametersOf(properties, tokensOf) : [],
    purpose,
    isCut: lean.isCut || told !== (compact ? description.trim() : description),
    tokens: {
      names: tokensAt({ name }),
      purpose: tokensAt({ name, ...purpose }),
      full: tokensAt({ name, description: told, inputSchema: { ...frame, properties: {} } }),
    },
  }
}

function parametersOf(
  properties: JsonObject,
  tokensOf: (text: string) => number,
): AnswerParameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const written = JSON.stringify(schema)
    const named = JSON.stringify(name)
    // What it refers to is the tool's own.
    const isOwn = written.includes('"$ref"')
    return {
      name,
      schema,
      ...(!isOwn && { key: canonical([name, schema]) }),
      tokens: tokensBehind(BEFORE.parameter, `,${named}:${written}`, tokensOf),
      nameTokens: tokensBehind(BEFORE.name, `,${named}`, tokensOf),
    }
  })
}

function purposeOf(description: string, { required }: JsonObject): AnswerParts['purpose'] {
  const names = Array.isArray(required)
    ? required.filter((each) => typeof each === 'string' && each.length <= LONGEST_NAME)
    : []
  const requires = names.slice(0, MOST_REQUIRED) as string[]
  return {
    description: firstSentence(description, LONGEST.purpose),
    ...(requires.length > 0 && { requires }),
  }
}
