import { runInNewContext } from 'node:vm'
import { validate, dereference, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema'
import type { JsonObject } from '../../domain/tool/tool'

/** What is wrong with one argument. */
export interface ArgumentFault {
  /** Where: `to`, `to[0].name`; empty for the arguments as a whole. */
  path: string
  why: string
}

/** What holding arguments against a schema gave; `unchecked` says why that could not be done. */
export interface CheckedArguments {
  faults: ArgumentFault[]
  unchecked?: string
}

/** Enough to see what a model got wrong. */
const MOST_FAULTS = 20
/** A schema that somebody else wrote may hold a pattern that takes for ever. Honest ones take a millisecond. */
const LONGEST_CHECK_MS = 500

/** Holds a call's arguments against the tool's schema; both are untrusted. */
export function argumentFaults(schema: JsonObject, given: JsonObject): CheckedArguments {
  // A copy: the validator marks the schema that it walks through.
  const own = structuredClone(schema)
  const check = () => validate(given, own, draftOf(own), dereference(own), false).errors
  try {
    // In a context of its own only so that it can be stopped, from within a pattern as well.
    const errors = runInNewContext(
      'check()',
      { check },
      { timeout: LONGEST_CHECK_MS },
    ) as OutputUnit[]
    return { faults: faultsOf(errors).slice(0, MOST_FAULTS) }
  } catch (error) {
    return { faults: [], unchecked: reasonOf(error) }
  }
}

const DRAFTS: readonly [part: string, draft: SchemaDraft][] = [
  ['draft-04', '4'],
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
]

function draftOf({ $schema }: JsonObject): SchemaDraft {
  const named = typeof $schema === 'string' ? $schema : ''
  return DRAFTS.find(([part]) => named.includes(part))?.[1] ?? '2020-12'
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'its schema takes too long to check'
  const [first = ''] = (message ?? '').split('\n')
  return `its schema cannot be followed: ${first.slice(0, 200)}`
}

/** What only says that something within does not fit, which says so itself. */
const LEADING = new Set([
  ...['$ref', '$recursiveRef', 'allOf', 'then', 'else', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
])

/** The innermost faults; of alternatives none is told by itself, as only one of them need fit. */
function faultsOf(errors: readonly OutputUnit[]): ArgumentFault[] {
  const told = errors.filter(
    ({ keywordLocation }) => !/\/(anyOf|oneOf|not|if)\/./.test(keywordLocation),
  )
  const faults = told.filter(({ keyword }) => !LEADING.has(keyword)).map(faultOf)
  const texts = new Set<string>()
  return faults.filter(({ path, why }) => {
    const text = `${path} ${why}`
    return !texts.has(text) && texts.add(text)
  })
}

const WORDS: Readonly<Record<string, string>> = {
  anyOf: 'fits none of what is allowed here',
  oneOf: 'fits none, or more than one, of what is allowed here',
  not: 'is just what is not allowed here',
  pattern: 'is not written as it is to be',
  minItems: 'holds too few',
  maxItems: 'holds too many',
  uniqueItems: 'holds the same twice',
  false: 'is not a parameter of this tool',
}

function faultOf({ keyword, instanceLocation, error }: OutputUnit): ArgumentFault {
  const path = pathOf(instanceLocation)
  if (keyword === 'required') {
    const missing = /required property "(.*)"/s.exec(error)?.[1] ?? ''
    return { path: joined(path, missing), why: 'is missing' }
  }
  if (keyword === 'type') {
    const [, given, wanted] = /type "(.*?)" is invalid\. Expected "(.*?)"\./s.exec(error) ?? []
    if (given && wanted)
      return {
        path,
        why: `is ${worded(given)}, not ${wanted.split('", "').map(worded).join(' or ')}`,
      }
  }
  const allowed = /does not match (?:any of )?(.*)\.$/s.exec(error)?.[1]
  if ((keyword === 'enum' || keyword === 'const') && allowed) {
    return { path, why: `is none of ${allowed.slice(0, 300)}` }
  }
  return { path, why: WORDS[keyword] ?? `does not fit: ${error.slice(0, 300)}` }
}

const worded = (type: string): string =>
  type === 'null' ? 'nothing' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`

/** `#/to/0/name` as `to[0].name`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(joined, '')

const joined = (path: string, part: string): string =>
  /^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`
