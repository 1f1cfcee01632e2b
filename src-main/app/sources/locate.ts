import { resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'
import { named } from '../../domain/value/json'
import type { Agreed } from '../../ports/agreements'
import type { CodeFile, FoundProgram } from '../../ports/programs'
import type { AppContext } from '../context'

/** A command as it is to be started. */
export interface Command {
  command: string
  args: readonly string[]
  cwd: string
  variables: Readonly<Record<string, string>>
}

/** The program of a command, and the PATH that it was found by and is given. */
export interface Located extends FoundProgram {
  path: string
}

/** Located, with what runs. */
export interface Ran extends Located {
  code: CodeFile[]
}

type Ports = Pick<AppContext, 'programs' | 'variable'>

/**
 * Finds what a command starts. What was agreed to is found as it was then, whoever started
 * Pegboard: by the PATH that was kept. Where it is not found so any more, what it is here and now
 * counts, by this program’s own.
 * @throws Problem `not-found`.
 */
export async function locate(
  context: Ports,
  { command, cwd }: Command,
  before: Agreed | undefined,
): Promise<Located> {
  const { programs } = context
  const kept = await byPath(programs, { command, cwd }, before?.path)
  if (kept && kept.program === before?.program) return kept
  const found = (await byPath(programs, { command, cwd }, ownPath(context))) ?? kept
  if (found) return found
  throw notFound(context, { command, cwd }, before)
}

/** What runs where a command is started. @throws Problem as {@link locate}. */
export async function ranBy(
  context: Ports,
  command: Command,
  before: Agreed | undefined,
): Promise<Ran> {
  const located = await locate(context, command, before)
  const ran = await withCode(context, command, located, before)
  if (located.path !== before?.path || runsTheSame(ran.code, before)) return ran
  // By the kept PATH it would not run what it did: what runs here and now is what may be agreed to
  // anew.
  const here = await byPath(context.programs, command, ownPath(context))
  return here ? withCode(context, command, here, before) : ran
}

const runsTheSame = (code: readonly CodeFile[], { code: before = [] }: Agreed): boolean =>
  before.every(({ path }) => code.some((file) => file.path === path))

async function withCode(
  { programs }: Ports,
  { args, cwd, variables }: Command,
  located: Located,
  before: Agreed | undefined,
): Promise<Ran> {
  // A script has its interpreter looked up by the PATH that the program is given.
  const path = named(variables, 'PATH') ?? located.path
  return { ...located, code: await programs.code({ ...located, args, cwd, path }, before?.code) }
}

const ownPath = ({ variable }: Pick<Ports, 'variable'>): string => variable('PATH') ?? ''

async function byPath(
  programs: Ports['programs'],
  { command, cwd }: Pick<Command, 'command' | 'cwd'>,
  path: string | undefined,
): Promise<Located | undefined> {
  if (path === undefined) return undefined
  const found = await programs.find(command, cwd, path)
  return found && { ...found, path }
}

/** Characters of a PATH that are told. */
const TOLD = 300

function notFound(
  context: Ports,
  { command, cwd }: Pick<Command, 'command' | 'cwd'>,
  before: Agreed | undefined,
): Problem {
  const isPath = /[\\/]/.test(command)
  const shown = isPath ? shownText(resolve(cwd, command)) : `“${shownText(command)}”`
  if (before?.program !== undefined) {
    return new Problem(
      'not-found',
      `${shown} was found at ${shownText(before.program)} when you agreed, and is not there any more.`,
      'Install it again. Where it is elsewhere now, refresh the source in a terminal that finds it, and agree anew: pegboard sources refresh.',
    )
  }
  if (isPath) {
    return new Problem(
      'not-found',
      `There is no program ${shown}.`,
      'Install it, or correct the path of the command.',
    )
  }
  const path = ownPath(context)
  const told = path.length > TOLD ? `${path.slice(0, TOLD)}…` : path
  return new Problem(
    'not-found',
    `There is no program ${shown} in the folders that Pegboard was started with as PATH: ${shownText(told)}.`,
    'Install it, or write the whole path of the command. Where a terminal finds it, agree there once: pegboard sources refresh --allow-start.',
  )
}
