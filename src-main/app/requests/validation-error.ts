import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Faults told of one input; a form of many fields may have as many. */
const MOST_TOLD = 5

/** What does not fit, in words: `k must be at most 100; text is missing`. */
export function validationErrorText({ issues }: z.ZodError, input: unknown): string {
  const worth = worthTelling(issues)
  const told = worth.slice(0, MOST_TOLD).map((issue) => issueText(issue, input))
  const more = worth.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** Of what is no list it need not be told that it is too short a one. */
function worthTelling(issues: readonly Issue[]): Issue[] {
  const another = issues.filter(({ code }) => code === 'invalid_type')
  const places = new Set(another.map(({ path }) => path.join('.')))
  return issues.filter(({ code, path }) => code === 'invalid_type' || !places.has(path.join('.')))
}

function issueText(issue: Issue, input: unknown): string {
  const where = issue.path.join('.') || 'the input'
  if (issue.code === 'unrecognized_keys') {
    const of = issue.path.length > 0 ? ` in ${where}` : ''
    return `there is no ${issue.keys.join(', ')}${of}`
  }
  // What only we could find wrong, we say in sentences of their own, or in what goes on like those
  // below.
  if (issue.code === 'custom' && !issue.message.startsWith('must ')) {
    return issue.message.replace(/\.$/, '')
  }
  return valueAt(input, issue.path) === undefined
    ? `${where} is missing`
    : `${where} ${faultOf(issue)}`
}

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'must not be empty'
        : `must ${boundOf(issue.origin)} least ${String(issue.minimum)}${unitOf(issue.origin)}`
    case 'too_big':
      return `must ${boundOf(issue.origin)} most ${String(issue.maximum)}${unitOf(issue.origin)}`
    case 'custom':
      return issue.message
    default:
      return 'does not have the form it must have'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const isCounted = (origin: string): boolean => origin === 'string' || origin === 'array'

const boundOf = (origin: string): string => (isCounted(origin) ? 'hold at' : 'be at')

function unitOf(origin: string): string {
  if (!isCounted(origin)) return ''
  return origin === 'string' ? ' characters' : ' entries'
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value
}
