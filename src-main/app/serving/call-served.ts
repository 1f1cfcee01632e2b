import { ownArguments } from '../../answers/own-parameters'
import { startText } from '../../contract/start-text'
import { Problem } from '../../domain/problem'
import { asImported } from '../../domain/tool/hand-fields'
import type { OwnParameters } from '../../domain/tool/own-parameters'
import type { JsonObject, Tool } from '../../domain/tool/tool'
import { shownText } from '../../domain/value/shown-text'
import { perApp } from '../action'
import { within } from '../agent/within'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { QueryChoices } from '../recipes/works-with'
import { distinctFaults } from '../requests/argument-faults'
import { mendedArguments, type MendedArguments } from '../requests/mended-arguments'
import type { LoggedAnswer } from '../served/keep-request'
import { notAgreed, reach } from '../sources/reach'
import { lacksValues } from '../sources/read-source'
import { allowedCalls, notCallable } from './allowed-calls'
import { findCalled, type CalledTool } from './find-called'
import { ownParametersIn, pinnedTexts } from './own-parameters'
import { serverCache, type CalledServer } from './server-cache'
import { isAsImported, listedTools, trueName, type ListedTools } from './listed-tools'

/** Bytes of an answer as JSON: more would fill any agent's context. */
const MOST_ANSWERED = 1 << 20

const servers = perApp((context) => {
  const kept = serverCache(context, (listing, signal) => listedTools(context, listing, signal))
  context.onClose(kept.close)
  return kept
})

type Mended = Pick<MendedArguments, 'arguments' | 'mended'>

/**
 * Calls a tool at the server that it came from, where a person agreed to that and the server lists
 * it as it was imported. The answer is passed on as it is, and nothing in it is followed; how its
 * arguments were read is said after it, where they were not written as its schema asks.
 * @throws Problem where the call is not to be made, or the server does not answer it.
 */
export async function callServed(
  context: AppContext,
  {
    arguments: given,
    ...asked
  }: QueryChoices & { dir: string; name: string; arguments: JsonObject },
  call: Call,
): Promise<LoggedAnswer<JsonObject>> {
  const called = await within(findCalled)(context, asked, call)
  const own = (await ownParametersIn(context, asked.dir))(called.tool.id)
  const kept = { tools: [called.tool.id], arguments: given }
  try {
    const { answer, mended } = await madeCall(context, { called, given, own, dir: asked.dir }, call)
    // What it says may hold what only the agent's user may read.
    const fault = answer['isError'] === true && { fault: 'The tool answered with an error.' }
    const note = mended.length > 0 && { note: mended.join(' ') }
    return { answer: withNote(answer, mended), kept: { ...kept, ...fault, ...note } }
  } catch (error) {
    return { error, kept: { ...kept, fault: textOfFault(error) } }
  }
}

/**
 * What is kept of why there is no answer: the whole sentence may hold what was given, or what the
 * server said.
 */
function textOfFault(error: unknown): string {
  switch (error instanceof Problem ? error.code : undefined) {
    case 'bad-input':
      return 'The arguments did not fit.'
    case 'unreadable':
      return 'The arguments could not be checked.'
    case 'asks-start':
      return 'Nobody has agreed to this call.'
    case 'conflict':
      return 'The tool has changed since it was imported.'
    default:
      return 'The server did not answer the call.'
  }
}

interface Calling {
  dir: string
  called: CalledTool
  given: JsonObject
  own: OwnParameters
}

async function madeCall(
  context: AppContext,
  { called, given, own, dir }: Calling,
  { signal }: Call,
): Promise<{ answer: JsonObject; mended: string[] }> {
  const server = await allowedServer(context, dir, called)
  const { arguments: taken, mended } = takenArguments(called.tool, given, own)
  return servers(context).use(server, signal, async ({ connection, listed }) => {
    const name = nameAtServer(called, await listed())
    return { answer: passedOn(called, await connection.call(name, taken, signal)), mended }
  })
}

/**
 * The server of a tool, with all that is needed to reach it.
 * @throws Problem where nobody agreed to a call of this tool.
 */
async function allowedServer(
  context: AppContext,
  dir: string,
  { tool, source: { name, origin, protocol, server } }: CalledTool,
): Promise<CalledServer> {
  const { reached, unsaid, look, before } = await reach(context, origin)
  if (look.missing.length > 0) throw lacksValues(name, look)
  if (reached.kind === 'files' || reached.kind === 'address') throw notCallable(name)
  if (!look.isAgreed) {
    const fix =
      'Tell the user: who owns the workspace agrees to it with Refresh, or pegboard sources refresh.'
    throw notAgreed(look, fix)
  }
  const pinned = await pinnedTexts(context, { dir, server })
  const calls = await allowedCalls(context, { mark: look.mark, pinned })
  if (calls === 'none') {
    throw new Problem(
      'asks-start',
      before !== undefined && (await allowedCalls(context, { mark: before, pinned })) !== 'none'
        ? `Calls of tools of “${shownText(name)}” were agreed to before it changed, and not since. A call means ${startText(look)} now.`
        : `Nobody has agreed yet that agents call tools of “${shownText(name)}”, by ${startText(look)}.`,
      'Tell the user: who owns the workspace agrees with pegboard sources calls.',
    )
  }
  if (calls === 'read-only' && tool.annotations?.readOnly !== true) {
    throw new Problem(
      'asks-start',
      `Of “${name}” only tools that say they change nothing may be called, and “${tool.name}” does not say so.`,
      'Tell the user: who owns the workspace agrees to all of them with pegboard sources calls.',
    )
  }
  return { mark: look.mark, server: reached, protocol, unsaid }
}

/**
 * Arguments as the tool's schema takes them.
 * @throws Problem where they do not fit it, or where that cannot be said
 */
function takenArguments(
  { name, parameters }: Tool,
  written: JsonObject,
  own: OwnParameters,
): Mended {
  const { given, told } = ownArguments(parameters, written, own)
  const { faults, unchecked, ...read } = mendedArguments(parameters, given)
  if (unchecked !== undefined) {
    throw new Problem(
      'unreadable',
      `“${name}” was not called: its arguments could not be checked, as ${unchecked}.`,
      'Tell the user: who owns the tool can write its inputSchema so that it can be checked.',
    )
  }
  if (faults.length === 0) return { ...read, mended: [...told, ...read.mended] }
  const wrong = distinctFaults(faults).map(({ path, why }) => `${path || 'all of it'} ${why}`)
  throw new Problem(
    'bad-input',
    `The arguments do not fit “${name}”, which was not called: ${wrong.join('; ')}.`,
    'Write them as its inputSchema says; get_tools gives it again.',
  )
}

/**
 * The name by which the server calls the tool.
 * @throws Problem `conflict` where it does not list just the tool that was imported.
 */
function nameAtServer({ tool, source }: CalledTool, listed: ListedTools): string {
  const { name } = asImported(tool)
  const [found, ...others] = listed.get(name) ?? []
  if (found && others.length === 0 && isAsImported(tool, found)) return trueName(found)
  const what = !found
    ? `“${source.name}” no longer lists it`
    : others.length > 0
      ? `“${source.name}” lists several of this name`
      : 'its definition has changed since it was imported'
  throw new Problem(
    'conflict',
    `“${name}” was not called: ${what}.`,
    `Tell the user: who owns the workspace refreshes the source “${source.name}” and looks at what has changed.`,
  )
}

/**
 * Says after a tool's own words how the call of it was read, where that was otherwise than it was
 * written.
 */
export function withNote(answer: JsonObject, mended: readonly string[]): JsonObject {
  if (mended.length === 0) return answer
  const content = Array.isArray(answer['content']) ? answer['content'] : []
  const text = `Pegboard: ${mended.join(' ')}`
  return { ...answer, content: [...content, { type: 'text', text }] }
}

/** What of an answer is the tool's: the rest is between Pegboard and the server. */
const OF_TOOL = ['content', 'structuredContent', 'isError', '_meta']

/** @throws Problem `unavailable` for an answer that is too long to pass on. */
function passedOn({ tool }: CalledTool, answer: JsonObject): JsonObject {
  const parts = Object.entries(answer).filter(([name]) => OF_TOOL.includes(name))
  const passed = Object.fromEntries(parts)
  const bytes = Buffer.byteLength(JSON.stringify(passed))
  if (bytes <= MOST_ANSWERED) return passed
  throw new Problem(
    'unavailable',
    `“${tool.name}” answered with ${(bytes / MOST_ANSWERED).toFixed(1)} MB; more than 1 MB is not passed on.`,
    'It was called, and may have done what it does. Ask for less of it at a time.',
  )
}
