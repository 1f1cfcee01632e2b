import { capitalised } from '../../../src-main/domain/value/capitalised'
import { sameOption, type OptionMeta } from '../../../src-main/domain/recipe/option'
import type { JsonObject, JsonValue } from '../../../src-main/domain/tool/tool'

export interface Choice {
  value: string
  label: string
  /** What is said where a list leaves it out: `stop words kept`. */
  without?: string | undefined
}

/** One option of a recipe as a form shows it. */
export interface OptionField {
  name: string
  title: string
  description?: string
  kind: 'boolean' | 'number' | 'numbers' | 'choice' | 'choices' | 'words' | 'text' | 'json'
  /** For `choice` and `choices`; for `numbers`, what has a number each. */
  choices: Choice[]
  minimum?: number
  maximum?: number
  /** 1 for whole numbers. */
  step?: number
  /** What holds where nothing is set; undefined: the option may stay empty. */
  standard: JsonValue | undefined
  /** The part of the form it stands in. */
  section: string
  /** It has an effect only where these hold. */
  appliesWhen?: OptionMeta['appliesWhen'] | undefined
  /** What is embedded depends on it. */
  changesEmbedded: boolean
  /** What the workspace keeps of which it names one. */
  namesKept?: OptionMeta['namesKept'] | undefined
}

export type Words = readonly { value: string; count: number }[]

/** What the catalog holds to choose from, for options that are filters. */
export interface OptionWords {
  tags: Words
  servers: Words
}

type Schema = JsonObject

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
const numberOf = (value: JsonValue | undefined): number | undefined =>
  // JSON Schema made from code writes “no bound” as the largest safe integer.
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

/** `split-identifiers` as a person writes it: `Split identifiers`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  // Abbreviations have no vowels: RRF.
  return /^[^aeiou ]+$/.test(words) ? words.toUpperCase() : capitalised(words)
}

/** Where options stand that name no section. */
const OTHER = 'other'

/** What the recipe says of an option; one without a section says nothing. */
const metaOf = (schema: Schema): Partial<OptionMeta> =>
  // Written into the schema as it is: see the recipes' own options.
  typeof schema.section === 'string' ? schema : {}

function choicesOf(schema: Schema, told: OptionMeta['choices'] = {}): Choice[] {
  const values = Array.isArray(schema.enum)
    ? schema.enum
    : Array.isArray(schema.anyOf)
      ? schema.anyOf.map((option) => (isObject(option) ? option.const : undefined))
      : []
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => ({ value, label: titleOf(value), ...told[value] }))
}

function kindOf(
  schema: Schema,
  told: OptionMeta['choices'] = {},
): Pick<OptionField, 'kind' | 'choices' | 'step'> {
  const choices = choicesOf(schema, told)
  if (choices.length) return { kind: 'choice', choices }
  if (schema.type === 'boolean') return { kind: 'boolean', choices }
  if (schema.type === 'integer') return { kind: 'number', choices, step: 1 }
  if (schema.type === 'number') return { kind: 'number', choices }
  if (schema.type === 'string') return { kind: 'text', choices }
  if (isObject(schema.properties)) {
    const named = Object.keys(schema.properties)
    return {
      kind: 'numbers',
      choices: named.map((value) => ({ value, label: titleOf(value), ...told[value] })),
    }
  }
  const items = isObject(schema.items) ? schema.items : {}
  if (schema.type === 'array' && choicesOf(items).length)
    return { kind: 'choices', choices: choicesOf(items, told) }
  if (schema.type === 'array' && items.type === 'string') return { kind: 'words', choices }
  return { kind: 'json', choices }
}

/** A value of kind `numbers` with one of them set; undefined where none is. */
export function withNumber(
  value: JsonValue | undefined,
  name: string,
  number: JsonValue | undefined,
): JsonValue | undefined {
  const { [name]: _, ...others } = isObject(value) ? value : {}
  const set = typeof number === 'number' ? { ...others, [name]: number } : others
  return Object.keys(set).length > 0 ? set : undefined
}

/** One number of a value of kind `numbers`, where it is set. */
export const numberIn = (value: JsonValue | undefined, name: string): number | undefined =>
  isObject(value) ? numberOf(value[name]) : undefined

/**
 * The form fields of a recipe's options, in the schema's order. `k` is left out: it has its own
 * control wherever a recipe is run.
 */
export const optionFields = ({
  options,
  defaults,
}: {
  options: JsonObject
  defaults: JsonObject
}): OptionField[] => schemaFields(options, defaults).filter(({ name }) => name !== 'k')

/** The form fields of what a JSON Schema describes, in its order. */
export function schemaFields(of: JsonObject, defaults: JsonObject = {}): OptionField[] {
  const properties = isObject(of.properties) ? of.properties : {}
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isObject(schema)) return []
    const { section = OTHER, changesEmbedded = false, choices, ...meta } = metaOf(schema)
    return [
      {
        name,
        title: textOf(schema.title) ?? titleOf(name),
        description: textOf(schema.description),
        section,
        changesEmbedded,
        appliesWhen: meta.appliesWhen,
        namesKept: meta.namesKept,
        ...kindOf(schema, choices),
        minimum: numberOf(schema.minimum),
        maximum: numberOf(schema.maximum),
        standard: defaults[name] ?? schema.default,
      },
    ]
  })
}

/** The options with one set; only what differs from the defaults is kept. */
export function withOption(
  changed: JsonObject,
  { name, standard }: Pick<OptionField, 'name' | 'standard'>,
  value: JsonValue | undefined,
): JsonObject {
  const { [name]: _, ...rest } = changed
  return value === undefined || sameOption(value, standard) ? rest : { ...rest, [name]: value }
}

/** Only those of `values` that differ from the recipe's defaults, `k` aside. */
export const changedOptions = (values: JsonObject, fields: OptionField[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ name, standard }) => {
      const value = values[name]
      return value === undefined || sameOption(value, standard) ? [] : [[name, value]]
    }),
  )

/** An option's value in few words: `on`, `0.5`, `Name, Description`. */
export function valueText(field: OptionField, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) {
    const labels = value.map((entry) => labelOf(field, entry))
    return labels.length ? labels.join(', ') : 'none'
  }
  if (isObject(value) && field.kind === 'numbers') {
    const set = Object.entries(value)
    return set
      .map(([name, number]) => `${labelOf(field, name)} ${JSON.stringify(number)}`)
      .join(', ')
  }
  return labelOf(field, value)
}

/** An option's value as it is typed into a text field; empty for none. */
export function typedText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(typedText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const labelOf = ({ choices }: OptionField, value: JsonValue): string =>
  choices.find((choice) => choice.value === value)?.label ??
  (typeof value === 'string' ? value : JSON.stringify(value))

/** The changed options in one line: `b 0.4 · Stemming off`; empty where all are the defaults. */
export const optionsText = (changed: JsonObject, fields: OptionField[]): string =>
  fields
    .filter(({ name }) => changed[name] !== undefined)
    .map((field) => `${field.title}: ${valueText(field, changed[field.name])}`)
    .join(' · ')
