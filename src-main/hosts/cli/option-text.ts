import type { ActionAnswer } from '../../features/actions'
import { sameOption } from '../../domain/recipe/option'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'

type Info = ActionAnswer<'recipes.list'>[number]

/** What differs from the defaults: `clauses=false, depth=50`; empty where nothing does. */
export const changesText = ({ defaults }: Pick<Info, 'defaults'>, options: JsonObject): string =>
  Object.entries(options)
    .filter(([name, value]) => !sameOption(value, defaults[name]))
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(', ')

/** As `--option` takes it. */
export const valueText = (value: JsonValue | undefined): string =>
  Array.isArray(value)
    ? value.map(valueText).join(',') || 'none'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value ?? null)
