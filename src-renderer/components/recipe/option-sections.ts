import { hasEffect, sameOption } from '../../../src-main/domain/recipe/option'
import type { JsonObject, JsonValue } from '../../../src-main/domain/tool/tool'
import { titleOf, valueText, type OptionField } from './option-fields'

/** A part of a recipe's form. */
export interface OptionSection {
  name: string
  title: string
  /** Those that have an effect beside the others' values. */
  fields: OptionField[]
  /**
   * What differs from the defaults, in one line: `depth 50, stop words kept`. Empty where nothing
   * does.
   */
  differences: string
}

/**
 * The sections in the order in which the recipe names them; those in which nothing has an effect
 * are left out.
 */
export function optionSections(
  fields: readonly OptionField[],
  changed: JsonObject,
): OptionSection[] {
  const shown = fieldsInEffect(fields, changed)
  return [...Map.groupBy(shown, ({ section }) => section)].map(([name, own]) => ({
    name,
    title: titleOf(name),
    fields: own,
    differences: differencesIn(own, changed),
  }))
}

const fieldsInEffect = (fields: readonly OptionField[], changed: JsonObject): OptionField[] => {
  const values = Object.fromEntries(
    fields.flatMap(({ name, standard }) => {
      const value = changed[name] ?? standard
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return fields.filter((field) => hasEffect({ appliesWhen: field.appliesWhen }, values))
}

/** What differs from the defaults and has an effect, in one line; empty where nothing does. */
export const differencesText = (fields: readonly OptionField[], changed: JsonObject): string =>
  differencesIn(fieldsInEffect(fields, changed), changed)

/**
 * The same of some of the fields that have an effect: what that depends on may stand in other
 * sections.
 */
const differencesIn = (shown: readonly OptionField[], changed: JsonObject): string =>
  shown
    .filter(({ name }) => changed[name] !== undefined)
    .flatMap((field) => differencesOf(field, changed[field.name]))
    .join(', ')

function differencesOf(field: OptionField, value: JsonValue | undefined): string[] {
  if (sameOption(value, field.standard)) return []
  if (field.kind !== 'choices' || !Array.isArray(value)) {
    return [`${inSentence(field.title)} ${valueText(field, value)}`]
  }
  const standard = Array.isArray(field.standard) ? field.standard : []
  return field.choices.flatMap(({ value: choice, label, without }) => {
    if (value.includes(choice) === standard.includes(choice)) return []
    return value.includes(choice)
      ? [`with ${inSentence(label)}`]
      : [without ?? `without ${inSentence(label)}`]
  })
}

/** A title within a sentence: `Depth` is `depth`, `BM25 b` stays. */
const inSentence = (title: string): string =>
  /^\p{Lu}(?:\p{Ll}|\s)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
