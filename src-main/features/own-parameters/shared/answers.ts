import type { ParameterRule } from '../../../domain/tool/parameter-rule'

/** A rule, and what it does now. */
export interface RuleRow extends ParameterRule {
  /** Tools that have the parameter and that it means. */
  tools: number
  /** Tokens that it saves in each of them, mean. */
  tokens: number
}

/** A parameter that many tools of a server have. */
export interface CommonParameter {
  /** The tools that it is asked of: all of a server. */
  of: string
  parameter: string
  /** How many of the server's tools have it, and require it. */
  tools: number
  requiredBy: number
  /** How many tools the server has. */
  among: number
  /** Tokens in each definition, mean. */
  tokens: number
}

export interface ParametersAnswer {
  rules: RuleRow[]
  common: CommonParameter[]
  tokenizer: string
}
