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
import { checkMark } from '../sources/agree'
import { reach } from '../sources/reach'
import { lacksValues } from '../sources/read-source'

type Agreements = Pick<AppContext, 'agreements'>

/**
 * Stands for calls to just the server that a look's mark stands for: asked again when that changes.
 */
const markOf = ({ agreements }: Agreements, calls: AllowedCalls, mark: string): Promise<string> =>
  agreements.markOf({ calls, of: mark })

/** What calls a person agreed to. @param mark of the look at the server */
export async function allowedCalls(context: Agreements, mark: string): Promise<AllowedCalls> {
  for (const calls of ['all', 'read-only'] as const) {
    if (await context.agreements.has(await markOf(context, calls, mark))) return calls
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
  if (calls !== 'none' && !(await agreements.has(await markOf(context, calls, mark)))) {
    const what = calls === 'all' ? 'all tools' : 'tools that say they change nothing'
    const message = `Let agents call ${what} of “${shownText(name)}”?`
    await confirmed(context, { message, lines: consentLines(look) }, signal)
  }
  for (const other of ['all', 'read-only'] as const) {
    const agreed = await markOf(context, other, mark)
    await (other === calls ? agreements.add(agreed) : agreements.remove(agreed))
  }
  return { source: name, calls, where: startText(look), mark }
}

/** What calls may go to each MCP server of a workspace. Starts and asks none. */
export async function callsOfSources(
  context: AppContext,
  { dir }: { dir: string },
): Promise<CallsOfSource[]> {
  const servers = (await sourcesOf(context, dir)).filter(isCallable)
  return Promise.all(
    servers.map(async ({ name, origin }): Promise<CallsOfSource> => {
      try {
        const { look } = await reach(context, origin)
        const calls = await callsTo(context, look)
        return { source: name, calls, where: startText(look), mark: look.mark }
      } catch (error) {
        return { source: name, calls: 'none', why: problemReport(error).message }
      }
    }),
  )
}

const callsTo = async (context: Agreements, look: SourceLook): Promise<AllowedCalls> =>
  look.missing.length > 0 ? 'none' : allowedCalls(context, look.mark)

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
