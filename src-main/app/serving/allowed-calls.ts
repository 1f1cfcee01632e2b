import type { AllowedCalls, CallsOfSource } from '../../contract/serving'
import type { SourceLook } from '../../contract/source'
import { consentLines } from '../../contract/consent-text'
import { startText } from '../../contract/start-text'
import { isToolServer, type Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import type { AppContext } from '../context'
import { shownText } from '../../domain/value/shown-text'
import type { Call } from '../app'
import { confirmed } from '../confirmed'
import { problemReport } from '../requests/problem-report'
import { sourceNamed } from '../sources/stored-sources'
import { pinnedTexts } from './own-parameters'
import { checkMark } from '../sources/agree'
import { reach } from '../sources/reach'
import { lacksValues } from '../sources/read-source'

type Agreements = Pick<AppContext, 'agreements'>

/** What is agreed to: calls to a server, by the mark of a look, with what is put into them. */
interface AgreedTo {
  mark: string
  pinned: readonly string[]
}

/**
 * Stands for calls to just the server that a look's mark stands for, with just these values put in:
 * asked again when that changes.
 */
const markOf = (
  { agreements }: Agreements,
  calls: AllowedCalls,
  { mark, pinned }: AgreedTo,
): Promise<string> =>
  agreements.markOf({ calls, of: mark, ...(pinned.length > 0 && { pinned: pinned.join('\n') }) })

/** What calls a person agreed to. */
export async function allowedCalls(context: Agreements, to: AgreedTo): Promise<AllowedCalls> {
  for (const calls of ['all', 'read-only'] as const) {
    if (await context.agreements.has(await markOf(context, calls, to))) return calls
  }
  return 'none'
}

interface Allowing {
  dir: string
  source: string
  calls: AllowedCalls
  /** Of what was looked at. */
  mark: string
}

/**
 * Agrees to calls, or takes that back.
 * @throws Problem `conflict` where something else was looked at.
 */
export async function allowCalls(
  context: AppContext,
  { dir, source: name, calls, mark }: Allowing,
  { signal }: Pick<Call, 'signal'>,
): Promise<CallsOfSource> {
  const source = sourceNamed(await sourcesOf(context, dir), name)
  if (!isCallable(source)) throw notCallable(name)
  const { look } = await reach(context, source.origin)
  if (look.missing.length > 0) throw lacksValues(name, look)
  checkMark(look, mark)
  const { agreements } = context
  const pinned = await pinnedTexts(context, { dir, server: source.server })
  const to = { mark, pinned }
  if (calls !== 'none' && !(await agreements.has(await markOf(context, calls, to)))) {
    const what = calls === 'all' ? 'all tools' : 'tools that say they change nothing'
    const message = `Let agents call ${what} of “${shownText(name)}”?`
    await confirmed(
      context,
      { message, lines: [...consentLines(look), ...putInLines(pinned)] },
      signal,
    )
  }
  for (const other of ['all', 'read-only'] as const) {
    const agreed = await markOf(context, other, to)
    await (other === calls ? agreements.add(agreed) : agreements.remove(agreed))
  }
  return { source: name, calls, where: startText(look), mark, ...(pinned.length > 0 && { pinned }) }
}

/** What Pegboard puts into calls, as a consent says it. */
const putInLines = (pinned: readonly string[]): string[] =>
  pinned.map((each) => `Pegboard puts in: ${shownText(each)}`)

/** What calls may go to each MCP server of a workspace. Starts and asks none. */
export async function callsOfSources(
  context: AppContext,
  { dir }: { dir: string },
): Promise<CallsOfSource[]> {
  const servers = (await sourcesOf(context, dir)).filter(isCallable)
  return Promise.all(
    servers.map(async ({ name, origin, server }): Promise<CallsOfSource> => {
      try {
        const { look } = await reach(context, origin)
        const pinned = await pinnedTexts(context, { dir, server })
        const calls = await callsTo(context, look, pinned)
        return {
          source: name,
          calls,
          where: startText(look),
          mark: look.mark,
          ...(pinned.length > 0 && { pinned }),
        }
      } catch (error) {
        return { source: name, calls: 'none', why: problemReport(error).message }
      }
    }),
  )
}

const callsTo = async (
  context: Agreements,
  look: SourceLook,
  pinned: readonly string[],
): Promise<AllowedCalls> =>
  look.missing.length > 0 ? 'none' : allowedCalls(context, { mark: look.mark, pinned })

export const sourcesOf = async ({ sessions }: AppContext, dir: string): Promise<Source[]> => {
  const { store } = await sessions.of(dir)
  return (await store.read('sources')).sources
}

/** Whether there is a server to call. */
export const isCallable = ({ origin }: Source): boolean => isToolServer(origin)

export const notCallable = (name: string): Problem =>
  new Problem(
    'bad-input',
    `The source “${shownText(name)}” is no MCP server: none of its tools can be called.`,
    'Choose a source that is one.',
  )
