import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { z } from 'zod'
import { validationErrorText } from '../../app/requests/validation-error'
import type { CommandSession } from './session'
import { withToolIds } from './tool-arguments'

/** What a command takes, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>

interface Taken<Input extends Shape> {
  input: Input
  args?: readonly (keyof Input & string)[]
  names?: Readonly<Partial<Record<keyof Input & string, string>>>
}

/** Reads what was given, after the command line is parsed. */
type Read = (session: CommandSession, words: readonly unknown[]) => Promise<Record<string, unknown>>

/**
 * Makes arguments and flags of what a command takes. A text is read as its schema says: a number,
 * one of some choices, a list of what is given several times, `key=value`; anything else that a
 * text is to become is a schema that transforms it. A flag that may be null is so by `--no-…`, of
 * which its description tells; one whose schema also takes `true` may stand without a value.
 */
export function parameters<Input extends Shape>(
  to: Command,
  { input, args = [], names }: Taken<Input>,
): Read {
  for (const field of args)
    to.addArgument(argumentOf(input[field] as z.ZodType, names?.[field] ?? field))
  const flags = new Map<string, string>()
  for (const [field, schema] of Object.entries(input)) {
    if (args.includes(field)) continue
    const option = optionOf(
      schema,
      flagsOf(names?.[field] ?? (field === 'dir' ? 'workspace' : kebab(field))),
    )
    to.addOption(option)
    if (isNullable(schema)) to.addOption(new Option(`--no-${option.name()}`).hideHelp())
    flags.set(field, option.attributeName())
  }
  return async (session, words) => {
    const options = to.opts<Record<string, unknown>>()
    const given: Record<string, unknown> = {}
    for (const [field, schema] of Object.entries(input)) {
      const at = args.indexOf(field)
      const value = at < 0 ? valueOf(options[flags.get(field) ?? field], schema) : words[at]
      const isGiven =
        value !== undefined && !(Array.isArray(value) && value.length === 0 && at >= 0)
      const read = isGiven ? value : schema.parse(undefined)
      given[field] =
        field === 'dir' && typeof read === 'string' ? await session.workspace(read) : read
    }
    return withToolIds(session, input, given)
  }
}

/** Where a flag is given as `--no-…`, its value is false. */
const valueOf = (value: unknown, schema: z.ZodType): unknown =>
  value === false && isNullable(schema) ? null : value

const isNullable = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodNullable || (isWrapped(schema) && isNullable(schema.unwrap() as z.ZodType))

/** `-k` is what everybody types. */
const flagsOf = (name: string): string => (name === 'k' ? '-k, --k' : `--${name}`)

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function argumentOf(schema: z.ZodType, name: string): Argument {
  const kind = bare(schema)
  const many = kind instanceof z.ZodArray ? '...' : ''
  const isNeeded = !schema.safeParse(undefined).success
  const argument = new Argument(
    isNeeded ? `<${kebab(name)}${many}>` : `[${kebab(name)}${many}]`,
    descriptionOf(schema),
  )
  return kind instanceof z.ZodArray
    ? argument.argParser(collecting(kind.element as z.ZodType))
    : argument.argParser((text) => readText(kind, text))
}

function optionOf(schema: z.ZodType, flag: string): Option {
  const kind = bare(schema)
  const without = schema.safeParse(undefined)
  const about = descriptionOf(schema)
  if (kind instanceof z.ZodBoolean) {
    const isOnAtFirst = without.data === true
    return new Option(isOnAtFirst ? flag.replace('--', '--no-') : flag, about)
  }
  const label = labelOf(schema, flag)
  const mayStandAlone = kind.safeParse(true).success
  const option = new Option(`${flag} ${mayStandAlone ? `[${label}]` : `<${label}>`}`, about)
  const entry = entryOf(kind)
  if (entry instanceof z.ZodEnum) option.choices(entry.options.map(String))
  if (kind instanceof z.ZodArray) option.argParser(collecting(kind.element as z.ZodType))
  else if (kind instanceof z.ZodRecord) option.argParser(collectingByKey(kind))
  else option.argParser((text) => readText(kind, text))
  if (!without.success) option.makeOptionMandatory()
  else if (without.data !== undefined && !isEmpty(without.data)) option.default(without.data)
  return option
}

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0)

/** What a list is of, or what it is itself. */
const entryOf = (kind: z.ZodType): z.ZodType =>
  kind instanceof z.ZodArray ? (kind.element as z.ZodType) : kind

/** What a schema is without what only says that it may be left out. */
const bare = (schema: z.ZodType): z.ZodType =>
  isWrapped(schema) ? bare(schema.unwrap() as z.ZodType) : schema

const isWrapped = (schema: z.ZodType) =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault

/** Its title and description: the outermost that is written goes first. */
const meta = (schema: z.ZodType): z.GlobalMeta => ({
  ...(isWrapped(schema) && meta(schema.unwrap() as z.ZodType)),
  ...schema.meta(),
})

const descriptionOf = (schema: z.ZodType): string => meta(schema).description ?? ''

/** What the value of a flag is called: as its schema, or that of its entries, is titled. */
function labelOf(schema: z.ZodType, flag: string): string {
  const kind = bare(schema)
  const entry = entryOf(kind)
  const { title } = { ...meta(entry), ...meta(schema) }
  if (title !== undefined) return title
  if (kind instanceof z.ZodRecord) return 'key=value'
  return entry instanceof z.ZodNumber ? 'n' : flag.replace(/^--/, '')
}

/** @throws InvalidArgumentError with what it must be. */
function readText(schema: z.ZodType, text: string): unknown {
  const kind = bare(schema)
  const value = kind instanceof z.ZodNumber && text.trim() !== '' ? Number(text) : text
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new InvalidArgumentError(advice(kind) ?? faultText(error, text))
}

function advice(kind: z.ZodType): string | undefined {
  if (kind instanceof z.ZodEnum) {
    const { options } = kind
    return options.length === 2
      ? `Choose ${options.join(' or ')}.`
      : `Choose one of: ${options.join(', ')}.`
  }
  return kind instanceof z.ZodNumber ? `Give ${numberText(kind)}.` : undefined
}

function faultText(error: z.ZodError, text: string): string {
  const fault = validationErrorText(error, text)
  return fault.startsWith('the input ')
    ? `It ${fault.replace('the input ', '')}.`
    : `It does not fit: ${fault}.`
}

function numberText({ format, minValue, maxValue }: z.ZodNumber): string {
  const isWhole = format !== null && format.endsWith('int')
  const least = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? minValue : undefined
  const most = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? maxValue : undefined
  const range =
    least === undefined
      ? ''
      : most === undefined
        ? ` of ${least} or more`
        : ` from ${least} to ${most}`
  return `a ${isWhole ? 'whole ' : ''}number${range}`
}

/** A parser that adds what is given to what was given before; a default is replaced. */
function collecting(entry: z.ZodType): (text: string) => unknown[] {
  const found: unknown[] = []
  return (text) => {
    found.push(readText(entry, text))
    return [...found]
  }
}

/** The same for `key=value`; where each key has a list, its values are added to it. */
function collectingByKey({ valueType }: z.ZodRecord): (text: string) => Record<string, unknown> {
  const found = new Map<string, unknown>()
  const entry = bare(valueType as z.ZodType)
  return (text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (key === undefined || value === undefined) {
      throw new InvalidArgumentError('Write it as key=value.')
    }
    const name = key.trim()
    if (entry instanceof z.ZodArray) {
      const earlier = (found.get(name) ?? []) as unknown[]
      found.set(name, [
        ...new Set([...earlier, readText(entry.element as z.ZodType, value.trim())]),
      ])
    } else {
      found.set(name, readText(entry, value.trim()))
    }
    return Object.fromEntries(found)
  }
}
