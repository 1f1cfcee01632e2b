import { hasEffect, sameOption, type EffectCondition } from '../../../domain/recipe/option'
import type { JsonObject, JsonValue } from '../../../domain/tool/tool'

/** A recipe's options with one part of it left out, or made plain. */
export interface Ablation {
  /** `without questions`, `Split into steps: off`, `BM25 b: 0`. */
  label: string
  /** All options, with what was changed. */
  options: JsonObject
  /** Names of the options that were changed. */
  changed: string[]
  /** Whether tool documents are embedded otherwise. */
  embedsAnew: boolean
}

/** An option as its JSON Schema describes it; see {@link OptionMeta}. */
interface Described {
  type?: string
  title?: string
  minimum?: number
  minItems?: number
  default?: JsonValue
  section?: string
  changesEmbedded?: boolean
  appliesWhen?: readonly EffectCondition[]
  choices?: Readonly<Record<string, { label: string; without?: string }>>
  leftOut?: readonly { value: JsonValue; label: string }[]
}

type Change = Pick<Ablation, 'label'> & { options: JsonObject }

/**
 * Every part of a recipe that its options can leave out, one at a time: what is switched on is
 * switched off, each entry of a list of choices is left out of all lists that offer the same, what
 * is set beyond the defaults is unset, an amount that may be 0 is 0, and where a choice has plain
 * values, these. What has no effect with these options is left alone. In the order of the stages:
 * what is planned, searched, joined, reranked and kept, whatever the form begins with.
 * @param schema of the recipe's options
 * @param options those left out stand at their defaults
 */
export function ablationsOf(
  { options: schema, defaults }: { options: JsonObject; defaults: JsonObject },
  options: JsonObject,
): Ablation[] {
  const described = (schema['properties'] ?? {}) as unknown as Readonly<Record<string, Described>>
  const known = Object.entries({ ...defaults, ...options }).filter(([name]) => name in described)
  const values = Object.fromEntries(known)
  const inForce = Object.entries(described)
    .filter(([, option]) => hasEffect(option, values))
    .sort(([, one], [, other]) => stageOf(one) - stageOf(other))
  const changes = inForce.flatMap(([name, option]) => changesOf(name, option, { values, inForce }))
  const byLabel = Map.groupBy(changes, ({ label }) => label)
  return [...byLabel.values()].flatMap(([change]) => {
    if (!change) return []
    const all = { ...values, ...change.options }
    const changed = Object.keys(change.options)
    const unset = Object.entries(all).filter(([, value]) => value !== null)
    const embedsAnew = changed.some((name) => described[name]?.changesEmbedded)
    return [{ label: change.label, options: Object.fromEntries(unset), changed, embedsAnew }]
  })
}

/** The sections that options stand in, in the order in which what they say is done. */
export const STAGES = [
  'plan',
  'fields',
  'matching',
  'meaning',
  'history',
  'search',
  'fusion',
  'dependencies',
  'reranking',
  'filters',
  'selection',
]
const stageOf = ({ section = '' }: Described): number => STAGES.indexOf(section)

interface Beside {
  values: JsonObject
  inForce: readonly (readonly [string, Described])[]
}

/** What is null is unset. */
function changesOf(name: string, option: Described, beside: Beside): Change[] {
  const { leftOut, type, title = name, minimum } = option
  const value = beside.values[name]
  if (leftOut) {
    // With one part left out, leaving out the other leaves nothing.
    if (leftOut.some((plain) => sameOption(plain.value, value))) return []
    return leftOut.map((plain) => ({ label: plain.label, options: { [name]: plain.value } }))
  }
  if (value === undefined || value === null) return []
  if (value === true) return [{ label: `${title}: off`, options: { [name]: false } }]
  if (Array.isArray(value)) return entriesLeftOut([name, option], beside)
  if ((type === 'number' || type === 'integer') && typeof value === 'number') {
    if (option.default === undefined)
      return [{ label: `without ${inWords(title)}`, options: { [name]: null } }]
    if (minimum === 0 && value > 0) return [{ label: `${title}: 0`, options: { [name]: 0 } }]
  }
  return []
}

/**
 * Each entry of a list of choices left out, of this list and of those that offer the same choices.
 */
function entriesLeftOut(
  [name, option]: readonly [string, Described],
  { values, inForce }: Beside,
): Change[] {
  const { choices } = option
  if (!choices) return []
  const offered = Object.keys(choices).join('\n')
  const lists = inForce.filter(
    ([, other]) => Object.keys(other.choices ?? {}).join('\n') === offered,
  )
  return (values[name] as string[]).flatMap((entry) => {
    const left = lists.flatMap(([list, { minItems = 0 }]) => {
      const entries = values[list]
      if (!Array.isArray(entries) || !entries.includes(entry)) return []
      const others = entries.filter((one) => one !== entry)
      return [{ list, others, isEnough: others.length >= minItems }]
    })
    if (left.some(({ isEnough }) => !isEnough)) return []
    const { label, without } = choices[entry] ?? { label: entry }
    const changed = left.map(({ list, others }) => [list, others] as const)
    return [{ label: without ?? `without ${inWords(label)}`, options: Object.fromEntries(changed) }]
  })
}

/** Within a sentence; what is written with more capitals stays, such as `BM25`. */
const inWords = (title: string): string =>
  /^\p{Lu}[\p{Lu}\d]/u.test(title) ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`
