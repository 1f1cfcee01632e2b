import type { ParameterRule } from '../../domain/tool/parameter-rule'
import { isPinned, meansTool, ownParameters } from '../../domain/tool/own-parameters'
import type { CatalogTool, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import type { Catalog } from '../../app/workspaces/catalog'
import type { CommonParameter, RuleRow } from './shared/answers'

/** Tools that a server needs before something of them is common, and the share that has it. */
const FEWEST = 5
const SHARE = 0.5
const MOST_LISTED = 50

type TokensOf = (text: string) => number

/** The parameters of a tool, by name. */
export function propertiesOf({ tool }: CatalogTool): Readonly<Record<string, JsonValue>> {
  const { properties } = tool.parameters
  return isJsonObject(properties) ? properties : {}
}

export const requires = ({ tool }: CatalogTool, parameter: string): boolean =>
  Array.isArray(tool.parameters['required']) && tool.parameters['required'].includes(parameter)

/** The tools that a rule means and that have its parameter. */
export const toolsOf = (
  { tools }: Pick<Catalog, 'tools'>,
  { of, parameter }: Pick<ParameterRule, 'of' | 'parameter'>,
): CatalogTool[] =>
  tools.filter(
    (entry) => meansTool(of, entry.tool.id) && Object.hasOwn(propertiesOf(entry), parameter),
  )

const tokensIn = (tools: readonly CatalogTool[], parameter: string, tokensOf: TokensOf): number => {
  const texts = tools.map((entry) =>
    JSON.stringify({ [parameter]: propertiesOf(entry)[parameter] }),
  )
  const counts = Map.groupBy(texts, (text) => text)
  let sum = 0
  for (const [text, same] of counts) sum += tokensOf(text) * same.length
  return tools.length === 0 ? 0 : Math.round(sum / tools.length)
}

/** What the rules of a workspace do now. */
export const ruleRows = (
  catalog: Pick<Catalog, 'tools'>,
  rules: readonly ParameterRule[],
  tokensOf: TokensOf,
): RuleRow[] =>
  rules.map((rule) => {
    const tools = toolsOf(catalog, rule).filter(
      (entry) =>
        ownParameters(rules, entry.tool.id).get(rule.parameter) === rule &&
        (isPinned(rule) || !requires(entry, rule.parameter)),
    )
    return { ...rule, tools: tools.length, tokens: tokensIn(tools, rule.parameter, tokensOf) }
  })

/**
 * Parameters that half of a server's tools have, of which no rule says anything, those that take
 * most first.
 */
export function commonParameters(
  { tools }: Pick<Catalog, 'tools'>,
  rules: readonly ParameterRule[],
  tokensOf: TokensOf,
): CommonParameter[] {
  const servers = Map.groupBy(tools, ({ tool }) => tool.server)
  const found = [...servers].flatMap(([server, own]) => {
    if (own.length < FEWEST) return []
    const having = new Map<string, CatalogTool[]>()
    for (const entry of own) {
      const ruled = ownParameters(rules, entry.tool.id)
      for (const name of Object.keys(propertiesOf(entry))) {
        if (ruled.has(name)) continue
        const before = having.get(name)
        if (before) before.push(entry)
        else having.set(name, [entry])
      }
    }
    return [...having]
      .filter(([, with_]) => with_.length >= FEWEST && with_.length >= SHARE * own.length)
      .map(([parameter, with_]) => ({
        of: server === undefined ? '*' : `${server}/*`,
        parameter,
        tools: with_.length,
        requiredBy: with_.filter((entry) => requires(entry, parameter)).length,
        among: own.length,
        tokens: tokensIn(with_, parameter, tokensOf),
      }))
  })
  return found.toSorted((a, b) => b.tokens * b.tools - a.tokens * a.tools).slice(0, MOST_LISTED)
}
