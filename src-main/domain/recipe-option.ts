import { z } from 'zod'
import type { JsonObject, JsonValue } from './tool'

/** When an option has an effect: where another one is unset, or has one of these values. */
const Condition = z.union([
  z.object({ option: z.string(), isUnset: z.literal(true) }),
  z.object({ option: z.string(), isOneOf: z.array(z.string()) }),
])

/** What a form is to know of a recipe's option beyond its type. It stands in the option's JSON Schema. */
export const OptionMeta = z.object({
  title: z.string(),
  description: z.string(),
  /** The part of the form it stands in, such as `matching`. */
  section: z.string(),
  /** It has an effect only where all of these hold; left out: always. */
  appliesWhen: z.array(Condition).optional(),
  /** Of what there is to choose from, by value: what is shown of it, and what is said where a list leaves it out. */
  choices: z
    .record(z.string(), z.object({ label: z.string(), without: z.string().optional() }))
    .optional(),
  /** What is embedded depends on it. */
  changesEmbedded: z.boolean().optional(),
})
export type OptionMeta = z.infer<typeof OptionMeta>

/** Whether an option has an effect beside these values of all options, defaults included. */
export const hasEffect = (
  { appliesWhen = [] }: Pick<OptionMeta, 'appliesWhen'>,
  values: JsonObject,
): boolean =>
  appliesWhen.every((condition) => {
    const value: JsonValue | undefined = values[condition.option]
    return 'isUnset' in condition
      ? value === undefined || value === null
      : typeof value === 'string' && condition.isOneOf.includes(value)
  })
