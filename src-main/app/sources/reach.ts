import { Problem } from '../../domain/problem'
import type { Origin } from '../../domain/catalog/source'
import { canonical } from '../../domain/value/canonical'
import { shownText } from '../../domain/value/shown-text'
import type { WrittenServer } from '../../importing/client-configs/client'
import type { SentVariable, SourceLook } from '../../contract/source'
import { startText } from '../../contract/start-text'
import type { Address } from '../../ports/addresses'
import type { Agreed } from '../../ports/agreements'
import type { ToolServer } from '../../ports/tool-servers'
import { perApp } from '../action'
import type { AddressKind, AppContext } from '../context'
import { AGREED_TO_LESS, keptOf, whatChanged } from './agreed-before'
import { locate, ranBy, type Located, type Ran } from './locate'
import { resolveOrigin, type Resolved } from './resolve-origin'

/** What a source is read from, with everything filled in. */
export type Reached = ToolServer | ReadAddress | { kind: 'files'; path: string }

/** An address that is read by a feature, named by its id. */
type ReadAddress = Address & { kind: 'address'; as: string }

interface Reach {
  reached: Reached
  /** What was filled in, which no message may tell. */
  unsaid: string[]
  look: SourceLook
  /** What is kept of it beside its mark once somebody agrees, by a mark of what it is about. */
  known: { about: string; agreed: Agreed }
  /** Whether that is kept already. */
  isKept: boolean
  /** The mark of an earlier agreement that this one would take the place of. */
  before?: string | undefined
}

/** What was given for variables, by where the tools live: gone when the program ends. */
const given = perApp(() => new Map<string, Record<string, string>>())

export function keepValues(
  context: AppContext,
  origin: Origin,
  values: Record<string, string>,
): void {
  const kept = given(context)
  const key = canonical(origin) ?? ''
  kept.set(key, { ...kept.get(key), ...values })
}

const valuesFor = (context: AppContext, origin: Origin): Record<string, string> =>
  given(context).get(canonical(origin) ?? '') ?? {}

/** Of what a mark is made: agreements by another one are asked for anew. */
const RECIPE = 2

/**
 * Finds out what reading a source would start, ask or read; does none of it.
 * @throws Problem where that cannot be told.
 */
export async function reach(context: AppContext, origin: Origin): Promise<Reach> {
  const { agreements } = context
  const about = await agreements.markOf({ about: origin })
  const before = await agreements.about(about)
  const read = origin.kind === 'address' ? addressKind(context, origin.as) : undefined
  const resolved = await resolveOrigin(context, origin, { values: valuesFor(context, origin) })
  const ran = resolved.kind === 'stdio' ? await ranBy(context, resolved, before) : undefined
  const server = serverOf(resolved, ran)
  const plain = await plainMark(context, server, ran)
  const { sent, missing, unsaid } = resolved
  const mark = await markOf(context, server, { ran, sent })
  const isAgreed = missing.length === 0 && (await agreements.has(mark))
  const isKept = before?.mark === mark
  const replaced = isKept ? before.before : (before?.mark ?? plain)
  const agreed = await keptOf(
    context,
    { path: ran?.path, program: ran?.program, code: ran?.code, parts: partsOf(server, resolved) },
    { mark, before: replaced },
  )
  const isAgain = !isAgreed && missing.length === 0
  const asksAgain = isAgain ? await whyAgain(context, { before, agreed, plain }) : undefined
  return {
    reached: withPath(server, ran),
    unsaid,
    look: {
      ...lookOf(server),
      ...(read && { what: read.title }),
      ...resolved.shown,
      variables: sent,
      missing,
      isAgreed,
      ...(asksAgain !== undefined && { asksAgain }),
      mark,
    },
    known: { about, agreed },
    isKept,
    before: replaced,
  }
}

/**
 * What reads an address as a source names it.
 * @throws Problem `unavailable` where no feature does.
 */
export function addressKind({ places }: Pick<AppContext, 'places'>, as: string): AddressKind {
  const found = places.addresses.find(({ id }) => id === as)
  if (found) return found
  const known = places.addresses.map(({ id }) => id).join(', ')
  throw new Problem(
    'unavailable',
    `Nothing here reads a “${shownText(as)}” from an address.`,
    `${known === '' ? '' : `What can be read is: ${known}. `}Where a newer Pegboard added this source, update Pegboard, or remove the source.`,
  )
}

/** Stands for exactly what would run, or be asked or read, and the names of what goes out. */
const markOf = (
  { agreements }: AppContext,
  server: Reached,
  { ran, sent }: { ran: Ran | undefined; sent: readonly SentVariable[] },
): Promise<string> =>
  agreements.markOf({
    recipe: RECIPE,
    ...server,
    file: ran?.file,
    code: ran?.code.map(({ path, digest }) => [path, digest]),
    sent: sent.map(({ name }) => name),
  })

/**
 * Stands for the server that a source is, however it is written: two of one mark start or ask the
 * same.
 * @param written what its configuration file says, where that was read just now
 */
export async function sameServerMark(
  context: AppContext,
  origin: Origin,
  written?: WrittenServer,
): Promise<string> {
  const before = await context.agreements.about(await context.agreements.markOf({ about: origin }))
  const values = valuesFor(context, origin)
  const resolved = await resolveOrigin(context, origin, { values, written })
  const located = resolved.kind === 'stdio' ? await locate(context, resolved, before) : undefined
  return plainMark(context, serverOf(resolved, located), located)
}

/**
 * Also of what earlier versions made their marks. A link that leads to another program is another
 * program.
 */
const plainMark = (
  { agreements }: AppContext,
  server: Reached,
  located: Located | undefined,
): Promise<string> => agreements.markOf({ ...server, file: located?.file })

function serverOf(resolved: Resolved, located: Located | undefined): Reached {
  switch (resolved.kind) {
    case 'files':
      return { kind: 'files', path: resolved.path }
    case 'http':
      return { kind: 'http', url: resolved.url, headers: resolved.headers }
    case 'address':
      return { kind: 'address', as: resolved.as, url: resolved.url, headers: resolved.headers }
    case 'stdio': {
      const { args, cwd, variables } = resolved
      return { kind: 'stdio', program: located?.program ?? '', args, cwd, variables }
    }
  }
}

/** A program is given the PATH that it was found by, but for one that has its own. */
function withPath(server: Reached, ran: Ran | undefined): Reached {
  if (server.kind !== 'stdio' || !ran || ran.path === '') return server
  const { variables } = server
  const isOwn = Object.keys(variables).some((name) => /^path$/i.test(name))
  return isOwn ? server : { ...server, variables: { PATH: ran.path, ...variables } }
}

function lookOf(server: Reached): Pick<SourceLook, 'kind' | 'program' | 'cwd' | 'path'> {
  switch (server.kind) {
    case 'files':
      return { kind: 'files', path: server.path }
    case 'http':
      return { kind: 'http' }
    case 'address':
      return { kind: 'address' }
    case 'stdio':
      return { kind: 'stdio', program: server.program, cwd: server.cwd }
  }
}

/** What may have changed, by what a sentence calls it. */
function partsOf(server: Reached, { sent }: Resolved): Record<string, unknown> {
  const names = { 'which variables go out': sent.map(({ name }) => name) }
  switch (server.kind) {
    case 'files':
      return { 'the path': server.path }
    case 'http':
    case 'address':
      return { 'the address': server.url, ...valuesOf(server.headers), ...names }
    case 'stdio':
      return {
        'the arguments': server.args,
        'the folder it runs in': server.cwd,
        ...valuesOf(server.variables),
        ...names,
      }
  }
}

const valuesOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`what ${name} says`, value] as const),
  )

/** @param asked.plain the mark that an earlier version would have made */
async function whyAgain(
  { agreements }: AppContext,
  { before, agreed, plain }: { before: Agreed | undefined; agreed: Agreed; plain: string },
): Promise<string | undefined> {
  if (before) return whatChanged(before, agreed)
  return (await agreements.has(plain)) ? AGREED_TO_LESS : undefined
}

/**
 * Why nothing is started, asked or read, where nobody agreed to just this.
 * @param fix what to do about it
 */
export const notAgreed = (look: SourceLook, fix: string): Problem =>
  new Problem(
    'asks-start',
    look.asksAgain === undefined
      ? `Nobody has agreed yet to ${startText(look)}.`
      : `${look.asksAgain} Nobody has agreed since to ${startText(look)}.`,
    fix,
  )
