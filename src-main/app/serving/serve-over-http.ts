import type { ServingState } from '../../contract/serving'
import { Problem } from '../../domain/problem'
import { within } from '../agent/within'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { bounded } from '../requests/bounded'
import { orStopped } from '../requests/or-stopped'
import { briefServed } from './brief-served'
import { endpointsOf } from './endpoints'
import { prepareServed } from './prepare-served'
import { refusedRequests } from './refused-requests'

const prepare = within(prepareServed)
const brief = within(briefServed)

/**
 * Where a workspace is served over HTTP, if it is, and with which token in any case.
 * @throws Problem where it cannot be opened
 */
export async function servingState(
  context: AppContext,
  { dir }: { dir: string },
): Promise<ServingState> {
  const workspace = await idAt(context, dir)
  const endpoint = endpointsOf(context).at(dir)
  const own = context.variable('PEGBOARD_TOKEN')
  const token = {
    token: await tokenOf(context, workspace),
    ...(own && { tokenFrom: 'PEGBOARD_TOKEN' as const }),
  }
  if (endpoint?.workspace !== workspace) return token
  const { url, since, refused } = endpoint
  const { last, count } = refused
  return { ...token, served: { url, since, ...(last && { refused: { ...last, count } }) } }
}

/**
 * Makes the token of a workspace another one. An endpoint that is open, of any program, takes it at
 * once, and the old one no more. What people agreed to stays.
 * @throws Problem `bad-input` where a variable sets it
 */
export async function renewToken(
  context: AppContext,
  { dir }: { dir: string },
): Promise<ServingState> {
  const workspace = await idAt(context, dir)
  if (context.variable('PEGBOARD_TOKEN')) {
    throw new Problem(
      'bad-input',
      'The variable PEGBOARD_TOKEN sets the token.',
      'Set it to another one, and start Pegboard again.',
    )
  }
  await context.servingTokens.change(workspace)
  context.outdate(dir, 'serving.state')
  return servingState(context, { dir })
}

/** The token of a workspace that is known by its id: for whoever serves it, at each request. */
export const tokenNow = async (
  context: AppContext,
  { dir, of }: { dir: string; of?: string | undefined },
): Promise<{ token: string }> => ({
  token: await tokenOf(context, of ?? (await idAt(context, dir))),
})

/**
 * Serves a workspace over HTTP once everything is ready; one that is served stays as it is.
 * @throws Problem as opening an endpoint does
 */
export async function startServing(
  context: AppContext,
  { dir, port, calls }: { dir: string; port: number; calls: boolean },
  call: Call,
): Promise<ServingState> {
  const workspace = await idAt(context, dir)
  const { serveAgents } = context
  if (!serveAgents) {
    throw new Problem('unavailable', CANNOT, 'Start it in the window, or run pegboard mcp --port.')
  }
  const endpoints = endpointsOf(context)
  const before = endpoints.at(dir)
  if (before && before.workspace !== workspace) await endpoints.stop(dir)
  await endpoints.open(dir, async (stopped) => {
    await prepareUntil(stopped, context, dir, call)
    const token = () => tokenOf(context, workspace)
    const { dispatch, about } = context
    const refused = refusedRequests(context, dir)
    const onBusy = () => refused.add({ why: 'busy' })
    const asked = { dir, of: workspace }
    const briefed = { signal: stopped, emit: () => undefined }
    const served = {
      dispatch: bounded(dispatch, { onBusy }),
      asked,
      briefing: () => brief(context, { ...asked, calls }, briefed),
      version: about.version,
    }
    const endpoint = await serveAgents(served, { port, token, onRefused: refused.add })
    return { ...endpoint, workspace, refused, since: context.clock.timestamp() }
  })
  return servingState(context, { dir })
}

const CANNOT = 'This program ends with its answer, so it serves nobody over HTTP.'

/**
 * Ends the serving of a workspace over HTTP.
 * @throws Problem where there is neither that nor a workspace
 */
export async function stopServing(
  context: AppContext,
  { dir }: { dir: string },
): Promise<{ stopped: boolean }> {
  const stopped = await endpointsOf(context).stop(dir)
  if (!stopped) await idAt(context, dir)
  return { stopped }
}

/**
 * Has everything ready, unless whoever asked for it, or another who asked for its end, stops it.
 */
async function prepareUntil(
  stopped: AbortSignal,
  context: AppContext,
  dir: string,
  call: Call,
): Promise<void> {
  const signal = AbortSignal.any([call.signal, stopped])
  try {
    await orStopped(prepare(context, { dir }, { ...call, signal }), signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Problem('cancelled', 'Serving was stopped before it began.')
  }
}

const idAt = async ({ sessions }: AppContext, dir: string): Promise<string> =>
  (await (await sessions.of(dir)).store.state()).id

/**
 * The same whenever this machine serves this workspace, until another is made, so that lines in a
 * client's configuration stay right.
 */
async function tokenOf(
  { variable, agreements, servingTokens }: AppContext,
  workspace: string,
): Promise<string> {
  const own = variable('PEGBOARD_TOKEN')
  if (own) return own
  const change = await servingTokens.changeOf(workspace)
  return agreements.markOf({ kind: 'serving', workspace, ...(change !== undefined && { change }) })
}
