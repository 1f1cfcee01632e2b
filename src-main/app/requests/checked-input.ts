import type { z } from 'zod'
import { Problem } from '../../domain/problem'
import { isNestedDeeper, MOST_LEVELS } from '../../domain/value/json'
import { validationErrorText } from './validation-error'

/**
 * An action's input as it runs with it. Nothing is left aside: a field whose name is misspelt would
 * be lost without a word.
 * @throws Problem `bad-input`.
 */
export function checkedInput<Input extends z.ZodObject>(
  { name, input: schema }: { name: string; input: Input },
  input: unknown,
): z.output<Input> {
  if (isNestedDeeper(input, MOST_LEVELS)) {
    const message = `The request is nested deeper than ${MOST_LEVELS} levels.`
    throw new Problem('bad-input', message, 'Leave out the inner levels.')
  }
  const { success, data, error } = schema.safeParse(input)
  if (success) return data
  const message = `This cannot be done: ${validationErrorText(error, input)}.`
  throw new Problem('bad-input', message, fieldsText(name, schema, error))
}

/** What it takes, where a field is unknown. */
function fieldsText(name: string, { shape }: z.ZodObject, { issues }: z.ZodError) {
  const isUnknown = issues.some(
    ({ code, path }) => code === 'unrecognized_keys' && path.length === 0,
  )
  if (!isUnknown) return undefined
  const fields = Object.keys(shape)
  return fields.length > 0 ? `${name} takes ${fields.join(', ')}.` : `${name} takes no field.`
}
