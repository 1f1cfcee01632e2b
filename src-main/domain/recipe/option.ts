import type { SetSize } from '../query/query'
import type { JsonObject, JsonValue } from '../tool/tool'
import { plainText } from '../value/plain-text'
import type { OwnRecipe } from './choice'
import type { ValuesToTry } from './trial'

/**
 * What must hold of an option: that it has one of these values, is on or above 0, or is
 * neither.
 */
export type EffectCondition =
  | { option: string; isOneOf: readonly string[] }
  | { option: string; isOn: true }
  | { option: string; isOff: true }

/**
 * What a form is to know of a recipe's option beyond its type. It stands in the option's JSON
 * Schema.
 */
export interface OptionMeta {
  title: string
  description: string
  /** The part of the form it stands in, such as `matching`. */
  section: string
  /** It has an effect only where all of these hold; left out: always. */
  appliesWhen?: readonly EffectCondition[]
  /**
   * Of what there is to choose from, by value: what is shown of it, and what is said where a list
   * leaves it out.
   */
  choices?: Readonly<Record<string, { label: string; without?: string }>>
  /**
   * Values with which a part of the recipe is left out, or done in the plainest way, and what that
   * is called.
   */
  leftOut?: readonly { value: JsonValue; label: string }[]
  /** What is embedded depends on it. */
  changesEmbedded?: boolean
  /** What is worth trying on golden queries. */
  tries?: ValuesToTry
  /** It names something that the workspace keeps, which there is a dialog for. */
  namesKept?: 'field weights'
}

/** Whether an option has an effect beside these values of all options, defaults included. */
export const hasEffect = (
  { appliesWhen = [] }: { appliesWhen?: readonly EffectCondition[] | undefined },
  values: JsonObject,
): boolean => appliesWhen.every((condition) => holds(condition, values))

function holds(condition: EffectCondition, values: JsonObject): boolean {
  const value = values[condition.option]
  const isOn = value === true || (typeof value === 'number' && value > 0)
  if ('isOn' in condition) return isOn
  if ('isOff' in condition) return !isOn
  return typeof value === 'string' && condition.isOneOf.includes(value)
}

/** A recipe as far as it tells when it asks a language model. */
interface MayAsk {
  /** With its defaults. */
  asksModel: boolean
  /**
   * Any of these, each with all that must hold of the options; left out: whatever they are, it asks
   * as with its defaults.
   */
  asksModelWhere?: readonly (readonly EffectCondition[])[] | undefined
  defaults: JsonObject
}

/** Whether a recipe may ask a language model with these options, which costs time and tokens. */
export const asksModelWith = (
  { asksModel, asksModelWhere, defaults }: MayAsk,
  options: JsonObject,
): boolean =>
  asksModelWhere?.some((all) => hasEffect({ appliesWhen: all }, { ...defaults, ...options })) ??
  asksModel

/** A recipe as far as it tells who decides how many tools a set holds. */
interface SizedBy {
  /** With its defaults. */
  size: SetSize
  /**
   * Any of these, each with all that must hold of the options: then the recipe decides it itself.
   */
  adaptiveWhere?: readonly (readonly EffectCondition[])[] | undefined
}

/**
 * Who decides with these options how many tools a set holds.
 * @param options those left out stand at the defaults
 */
export const sizeWith = (
  { size, adaptiveWhere = [], defaults }: SizedBy & { defaults: JsonObject },
  options: JsonObject,
): SetSize =>
  adaptiveWhere.some((all) => hasEffect({ appliesWhen: all }, { ...defaults, ...options }))
    ? 'adaptive'
    : size

/**
 * Whether two values of an option mean the same; lists are sets, as the order of choices says
 * nothing.
 */
export function sameOption(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry) => b.some((other) => sameOption(entry, other)))
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The recipe of one’s own that has these options, those left out at their defaults; undefined where
 * none has, or all are defaults.
 */
export const ownRecipeWith = (
  options: JsonObject,
  { own, defaults }: { own: readonly OwnRecipe[]; defaults: JsonObject },
): OwnRecipe | undefined =>
  sameOptions(options, {}, defaults)
    ? undefined
    : own.find((each) => sameOptions(each.options, options, defaults))

/**
 * What a recipe that was used is called where there are such of one’s own: a name of its own where
 * it has one, else its id.
 */
export function usedName(
  { recipe: id, options }: { recipe: string; options: JsonObject },
  recipe: { own: readonly OwnRecipe[]; defaults: JsonObject } | undefined,
): string {
  const own = recipe && ownRecipeWith(options, recipe)
  return own ? plainText(own.name) : id
}

/**
 * Whether two choices of options mean the same, what is left out of either standing at its default.
 */
export function sameOptions(one: JsonObject, other: JsonObject, defaults: JsonObject): boolean {
  const a = { ...defaults, ...one }
  const b = { ...defaults, ...other }
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    sameOption(a[name], b[name]),
  )
}
