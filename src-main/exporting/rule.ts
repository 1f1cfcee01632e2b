import type { JsonObject } from '../domain/tool'

/** A tool's definition as a format writes it, as far as providers have rules on it. */
export interface Definition {
  name: string
  description: string
  /** Absent where the tool takes no JSON arguments. */
  schema?: JsonObject | undefined
  /** `gemini`: Gemini's own subset of OpenAPI's schemas. */
  dialect?: 'gemini'
}

/** A rule that is broken: how, and what to do about it. */
export interface Breach {
  why: string
  fix: string
}

/** What is wrong with a definition's schema; undefined where the rule is kept. */
export type SchemaRule = (definition: Definition) => Breach | undefined

/** What a provider refuses. */
export interface ProviderRules {
  provider: string
  name: {
    pattern: RegExp
    /** The pattern in words. */
    said: string
    /** Any one character that the pattern never takes. */
    foreign: RegExp
    longest: number
  }
  /** Among which tools a name may stand once. */
  unique: 'in all' | 'in a server'
  longestDescription?: number
  /** In one request. */
  mostTools?: number
  schema: SchemaRule[]
}
