import type { JsonObject } from './tool'

/** When an option has an effect: where another one is unset, or has one of these values. */
export type EffectCondition =
  { option: string; isUnset: true } | { option: string; isOneOf: readonly string[] }

/** What a form is to know of a recipe's option beyond its type. It stands in the option's JSON Schema. */
export interface OptionMeta {
  title: string
  description: string
  /** The part of the form it stands in, such as `matching`. */
  section: string
  /** It has an effect only where all of these hold; left out: always. */
  appliesWhen?: readonly EffectCondition[]
  /** Of what there is to choose from, by value: what is shown of it, and what is said where a list leaves it out. */
  choices?: Readonly<Record<string, { label: string; without?: string }>>
  /** What is embedded depends on it. */
  changesEmbedded?: boolean
}

/** Whether an option has an effect beside these values of all options, defaults included. */
export const hasEffect = (
  { appliesWhen = [] }: { appliesWhen?: readonly EffectCondition[] | undefined },
  values: JsonObject,
): boolean =>
  appliesWhen.every((condition) => {
    const value = values[condition.option]
    return 'isUnset' in condition
      ? value === undefined || value === null
      : typeof value === 'string' && condition.isOneOf.includes(value)
  })
