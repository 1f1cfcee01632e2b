import type { JsonValue } from '../../domain/tool/tool'
import { isJsonObject, named } from '../../domain/value/json'

/**
 * By it a schema says that a header is to repeat an argument, so that what stands between can read
 * it.
 */
const DECLARED = 'x-mcp-header'

/** What may stand in a header as it is. */
const PLAIN = /^(?!=\?base64\?)[!-~]([\t -~]*[!-~])?$/

/** The headers `Mcp-Param-…` that the version 2026-07-28 of MCP has with a call over HTTP. */
export function parameterHeaders(
  schema: JsonValue | undefined,
  given: JsonValue | undefined,
): Record<string, string> {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || !isJsonObject(given)) return {}
  return Object.assign(
    {},
    ...Object.entries(schema.properties).map(([name, property]) => {
      const value = named(given, name)
      const own = isJsonObject(property) ? headerOf(property[DECLARED], value) : {}
      return { ...own, ...parameterHeaders(property, value) }
    }),
  ) as Record<string, string>
}

function headerOf(
  name: JsonValue | undefined,
  value: JsonValue | undefined,
): Record<string, string> {
  const isSimple = value !== null && value !== undefined && typeof value !== 'object'
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !isSimple) return {}
  const text = String(value)
  const encoded = PLAIN.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
  return { [`Mcp-Param-${name}`]: encoded }
}
