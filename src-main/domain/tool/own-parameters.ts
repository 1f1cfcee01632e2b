import type { ParameterRule } from './parameter-rule'
import type { JsonValue, ToolId } from './tool'

/** The rules of a tool, by the parameter. */
export type OwnParameters = ReadonlyMap<string, ParameterRule>

export const NO_OWN_PARAMETERS: OwnParameters = new Map()

/** Whether a pattern means a tool. */
export function meansTool(of: string, id: ToolId): boolean {
  if (!of.includes('*')) return of === id
  const parts = of.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (id.length < first.length + last.length) return false
  if (!id.startsWith(first) || !id.endsWith(last)) return false
  let from = first.length
  const end = id.length - last.length
  for (const part of parts.slice(1, -1)) {
    const at = id.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}

/** The rules that count for a tool: of several for one parameter that which says most of the id. */
export function ownParameters(rules: readonly ParameterRule[], id: ToolId): OwnParameters {
  const fitting = rules.filter(({ of }) => meansTool(of, id))
  if (fitting.length === 0) return NO_OWN_PARAMETERS
  const said = ({ of }: ParameterRule): number => of.replaceAll('*', '').length
  const leastFirst = fitting.toSorted((a, b) => said(a) - said(b))
  return new Map(leastFirst.map((rule) => [rule.parameter, rule]))
}

/** Whether Pegboard puts a value in. */
export const isPinned = (rule: ParameterRule): rule is ParameterRule & { value: JsonValue } =>
  rule.value !== undefined

/** A rule in words: “region of aws/* pinned to "eu-1"”. */
export const ruleText = (rule: ParameterRule): string => {
  const what = `“${rule.parameter}” of ${rule.of}`
  return isPinned(rule) ? `${what} pinned to ${JSON.stringify(rule.value)}` : `${what} hidden`
}
