import type { JsonValue } from '../../domain/tool/tool'
import type { Conversation, LogEvent } from './log-shape'

type Call = Extract<LogEvent, { kind: 'call' }>
type Result = Extract<LogEvent, { kind: 'result' }>

/** A call as a turn has it. */
export interface CallOfTurn {
  name: string
  arguments: JsonValue | undefined
  failed: boolean
}

/** A request and what a model called for it before the next one. */
export interface Turn {
  request: string
  /** Requests before it, the oldest first. */
  earlier: string[]
  calls: CallOfTurn[]
  /** Calls that do not say which tool they call. */
  unread: number
}

/** A call that waits for what comes of it. */
interface OpenCall extends CallOfTurn {
  id: string | undefined
  isSettled: boolean
}

/** Earlier turns that a turn keeps: all of a long session would fill it many times over. */
const EARLIER_KEPT = 10

/** The turns of a conversation, and how many calls stand before the first request. */
export function turnsOf({ events }: Conversation): { turns: Turn[]; unasked: number } {
  const turns: (Turn & { calls: OpenCall[] })[] = []
  const calls: OpenCall[] = []
  const results: Result[] = []
  const asked: string[] = []
  let ids = new Set<string>()
  let unasked = 0
  for (const event of events) {
    const turn = turns.at(-1)
    if (event.kind === 'request') {
      const { text: request } = event
      turns.push({ request, earlier: asked.slice(-EARLIER_KEPT), calls: [], unread: 0 })
      if (request !== '') asked.push(request)
      ids = new Set()
    } else if (event.kind === 'result') results.push(event)
    else if (!turn) unasked += 1
    else if (event.name === undefined) turn.unread += 1
    else if (isNew(event, ids)) {
      const { name, id, arguments: given } = event
      const call = { name, arguments: given, id, failed: false, isSettled: false }
      turn.calls.push(call)
      calls.push(call)
    }
  }
  settle(calls, results)
  return { turns, unasked }
}

/** A call that is logged again, as streams do, counts once. */
function isNew({ id, name }: Call, ids: Set<string>): boolean {
  if (id === undefined) return true
  const before = ids.size
  return ids.add(`${id} ${name}`).size > before
}

/** Says of each call what came of it: of several that a result may mean, the first without one. */
function settle(calls: readonly OpenCall[], results: readonly Result[]): void {
  const byId = Map.groupBy(calls, ({ id }) => id)
  const byName = Map.groupBy(calls, ({ name }) => name)
  /** How many calls of a list are settled, from its beginning. */
  const settled = new Map<readonly OpenCall[], number>()
  const next = (some: readonly OpenCall[]): OpenCall | undefined => {
    let at = settled.get(some) ?? 0
    while (at < some.length && some[at]?.isSettled) at += 1
    settled.set(some, at)
    return some[at] ?? some.at(-1)
  }
  for (const { id, name, failed } of results) {
    const ofId = id === undefined ? undefined : byId.get(id)
    const call = next(ofId ?? (name === undefined ? calls : (byName.get(name) ?? [])))
    if (!call) continue
    call.isSettled = true
    call.failed ||= failed
  }
}
