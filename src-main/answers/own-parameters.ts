import { isPinned, type OwnParameters } from '../domain/tool/own-parameters'
import type { JsonObject } from '../domain/tool/tool'
import { isJsonObject } from '../domain/value/json'

/**
 * A tool's schema as agents are shown it: without the parameters that its owner hid or pinned. One
 * that is required is hidden by no rule, since no call would fit: it stays.
 */
export function shownSchema(schema: JsonObject, rules: OwnParameters): JsonObject {
  const { properties, required } = schema
  if (rules.size === 0 || !isJsonObject(properties)) return schema
  const gone = new Set(namesLeftOut(schema, rules))
  if (gone.size === 0) return schema
  const stays = (name: unknown): boolean => typeof name !== 'string' || !gone.has(name)
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => stays(name))),
    ...(Array.isArray(required) && { required: required.filter(stays) }),
  }
}

function namesLeftOut({ properties, required }: JsonObject, rules: OwnParameters): string[] {
  const needed = Array.isArray(required) ? required : []
  return [...rules.values()]
    .filter(({ parameter }) => isJsonObject(properties) && Object.hasOwn(properties, parameter))
    .filter((rule) => isPinned(rule) || !needed.includes(rule.parameter))
    .map(({ parameter }) => parameter)
}

/**
 * Arguments as they go to the tool: with what its owner pinned, without what is hidden.
 * @returns with what was done otherwise than the agent wrote it, each in a sentence
 */
export function ownArguments(
  schema: JsonObject,
  given: JsonObject,
  rules: OwnParameters,
): { given: JsonObject; told: string[] } {
  const left = new Set(namesLeftOut(schema, rules))
  if (left.size === 0) return { given, told: [] }
  const kept = Object.entries(given).filter(([name]) => !left.has(name))
  const pinned = [...rules.values()].filter(isPinned).filter(({ parameter }) => left.has(parameter))
  return {
    given: Object.fromEntries([
      ...kept,
      ...pinned.map(({ parameter, value }) => [parameter, value] as const),
    ]),
    told: Object.keys(given)
      .filter((name) => left.has(name))
      .map((name) => {
        const rule = rules.get(name)
        return rule && isPinned(rule)
          ? `“${name}” was not taken: the owner of the tool pinned it.`
          : `“${name}” was left out: the owner of the tool hid it.`
      }),
  }
}
