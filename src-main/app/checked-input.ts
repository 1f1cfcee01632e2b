import type { z } from 'zod'
import { routes, type ParsedInput, type RouteName } from '../contract/routes'
import { isNestedDeeper, MOST_LEVELS } from '../domain/nesting'
import { Problem } from '../domain/problem'
import { validationErrorText } from './validation-error'

/**
 * The input of a route as its handler takes it. Nothing is left aside: a field whose name is misspelt would be lost
 * without a word.
 * @throws Problem `bad-input`.
 */
export function checkedInput<Name extends RouteName>(
  route: Name,
  input: unknown,
): ParsedInput<Name> {
  if (isNestedDeeper(input, MOST_LEVELS)) {
    const message = `The request is nested deeper than ${MOST_LEVELS} levels.`
    throw new Problem('bad-input', message, 'Leave out the inner levels.')
  }
  const schema = strictSchema(route)
  const { success, data, error } = schema.safeParse(input)
  if (success) return data as ParsedInput<Name>
  const message = `This cannot be done: ${validationErrorText(error, input)}.`
  const fix = isOfUnknownField(error) ? fieldsText(route, schema) : undefined
  throw new Problem('bad-input', message, fix)
}

const strictSchemas = new Map<RouteName, z.ZodObject>()

/** Made once for each route that is asked for. */
function strictSchema(route: RouteName): z.ZodObject {
  const made = strictSchemas.get(route)
  if (made) return made
  const schema = (routes[route].input as z.ZodObject).strict()
  strictSchemas.set(route, schema)
  return schema
}

const isOfUnknownField = ({ issues }: z.ZodError): boolean =>
  issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)

function fieldsText(route: RouteName, { shape }: z.ZodObject): string {
  const fields = Object.keys(shape)
  return fields.length > 0 ? `${route} takes ${fields.join(', ')}.` : `${route} takes no field.`
}
