import { z } from 'zod'
import { JsonValue } from './tool'

/** What of a tool agents are not shown: left out, or put in by Pegboard when the tool is called. */
export const ParameterRule = z.object({
  /** Which tools: ids, in which `*` stands for any characters: `aws/*`, `aws/list_*`, `*`. */
  of: z.string().trim().min(1).max(500),
  /** A parameter of theirs, by its name. */
  parameter: z.string().min(1).max(500),
  /** What it is pinned to. Absent: it is hidden. */
  value: JsonValue.optional(),
})
export type ParameterRule = z.infer<typeof ParameterRule>

/** What a rule is known by: another one for the same takes its place. */
export const parameterRuleKey = ({ of, parameter }: Omit<ParameterRule, 'value'>): string =>
  JSON.stringify([of, parameter])
