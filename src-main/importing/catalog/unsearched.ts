import type { ReportRow } from '../../domain/catalog/import'
import type { JsonValue, Tool } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { counted } from '../../domain/value/quantity'
import { type Report } from './report'

const FIX = 'Write what people ask for of it into the questions or topics of the tool.'

/**
 * Parts of a tool that no search looks at unless it is told to, each with what the report says of
 * the tools that have it.
 */
const PARTS: readonly [has: (tool: Tool) => boolean, say: (count: number) => string][] = [
  [
    ({ response }) => saysMore(response),
    (count) =>
      `${counted(count, 'tool says what it returns', 'tools say what they return')}; that is kept, and not searched`,
  ],
  [
    ({ examples }) => examples.length > 0,
    (count) =>
      `${counted(count, 'tool shows', 'tools show')} calls by example; they are kept, and not searched`,
  ],
  [
    ({ annotations = {} }) => Object.values(annotations).some((hint) => hint !== undefined),
    (count) =>
      `${counted(count, 'tool hints', 'tools hint')} at what a call changes; that is kept, and not searched`,
  ],
  [
    ({ parameters }) => listsValues(parameters),
    (count) =>
      `${counted(count, 'tool lists', 'tools list')} allowed values of parameters; they are searched only where a recipe is told to`,
  ],
]

/**
 * One notice of what the tools of an import have that is not searched, a sentence for each kind;
 * none where there is nothing.
 */
export function unsearchedParts(tools: readonly Tool[]): ReportRow[] {
  const said = PARTS.flatMap(([has, say]) => {
    const count = tools.filter(has).length
    return count > 0 ? [say(count)] : []
  })
  return said.length > 0
    ? [{ outcome: 'notice', where: 'tools', why: said.join('. '), fix: FIX }]
    : []
}

/** Whether a schema says more than that there is an object. */
const saysMore = (schema: Tool['response'] = {}): boolean =>
  Object.keys(schema).some((key) => key !== 'type' && !key.startsWith('$'))

/** Levels of a schema that are looked at: deeper parameters are not matched anyway. */
const DEEPEST = 12

/** Whether words are allowed values anywhere in a schema. */
function listsValues(schema: JsonValue, depth = 0): boolean {
  if (depth > DEEPEST) return false
  if (Array.isArray(schema)) return schema.some((part) => listsValues(part, depth + 1))
  if (!isObject(schema)) return false
  const { enum: values } = schema
  if (Array.isArray(values) && values.some((value) => typeof value === 'string')) return true
  return Object.values(schema).some((part) => listsValues(part, depth + 1))
}

/** Counts fields that no part of a catalog holds. */
export interface UnreadFields {
  add(names: readonly string[]): void
  /** Says in the report which they are, and of how many tools or servers. */
  report(report: Report, where: string): void
}

/** Names of fields that one notice spells out. */
const MOST_NAMED = 8

/** What has such fields, and what a notice says of them. */
interface FieldHolders {
  one: string
  why: string
  fix?: string
}

const DOCUMENTS: FieldHolders = {
  one: 'tool',
  why: 'Fields of documents are kept, and not searched',
  fix: FIX,
}

/** A catalog has of a server no more than its name. */
export const SERVERS: FieldHolders = {
  one: 'server',
  why: 'What the files say of servers has no place in a catalog and was left out',
}

export function unreadFields({ one, why: said, fix }: FieldHolders = DOCUMENTS): UnreadFields {
  const counts = new Map<string, number>()
  return {
    add(names) {
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    report(report, where) {
      if (counts.size === 0) return
      const named = [...counts]
        .toSorted(([, one], [, other]) => other - one)
        .map(([name, count]) => `“${name}” of ${counted(count, one)}`)
      const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : ''
      const list = `${named.slice(0, MOST_NAMED).join(', ')}${more}`
      report.add({ outcome: 'notice', where, why: `${said}: ${list}`, ...(fix && { fix }) })
    },
  }
}
