import { z } from 'zod'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'

/** What a form is to know of an option beside its section and title. */
type About = Omit<OptionMeta, 'section' | 'title'>

/**
 * Of a choice: the label of each value, and what is missing with those that leave a part of the
 * recipe out.
 */
interface AboutChoice<Value extends string> extends Omit<About, 'choices' | 'leftOut'> {
  labels: Record<Value, string>
  leftOut?: Partial<Record<Value, string>>
}

/** Builders of the options in one section of the form. */
export function inSection(section: string) {
  return { option, toggle, choice }

  /** An option of any type; the schema says its default and bounds. */
  function option<Schema extends z.ZodType>(title: string, schema: Schema, about: About) {
    return schema.meta({ section, title, ...about } satisfies OptionMeta)
  }

  /** An option that is on or off. */
  function toggle(title: string, standard: boolean, about: About) {
    return option(title, z.boolean().default(standard), about)
  }

  /** An option with one of several values. */
  function choice<const Value extends string>(
    title: string,
    standard: NoInfer<Value>,
    { labels, leftOut, ...about }: AboutChoice<Value>,
  ) {
    const values = z.enum(Object.keys(labels) as Value[])
    const choices = Object.entries<string>(labels).map(([value, label]) => [value, { label }])
    const without = Object.entries((leftOut ?? {}) as Record<string, string>)
    return option(title, values.default(standard as never), {
      ...about,
      choices: Object.fromEntries(choices) as OptionMeta['choices'],
      ...(leftOut && { leftOut: without.map(([value, label]) => ({ value, label })) }),
    })
  }
}

/** A whole number within these bounds. */
export const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** A number within these bounds. */
export const real = (least: number, most: number) => z.number().min(least).max(most)

/** Options by name. */
type Options = Readonly<Record<string, z.ZodType>>

/** These options, with an effect only where all of this holds as well. */
export function onlyWhere<Group extends Options>(
  conditions: readonly EffectCondition[],
  options: Group,
): Group {
  const entries = Object.entries(options).map(([name, option]) => {
    const { appliesWhen = [] }: Partial<OptionMeta> = option.meta() ?? {}
    return [name, option.meta({ appliesWhen: [...conditions, ...appliesWhen] })]
  })
  return Object.fromEntries(entries) as Group
}
