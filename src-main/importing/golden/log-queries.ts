import type { JsonObject } from '../../domain/tool/tool'
import { causes, type Causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import type { ReadLog } from '../logs/conversations'
import { turnsOf, type CallOfTurn, type Turn } from '../logs/turns'
import { cleanJson } from '../reading/clean-json'
import { isObject, jsonIn, type Alteration } from '../reading/parse-json'

/**
 * The requests of a log with weak labels: the tools that were called for each before the next one,
 * but for calls that failed. A request for which nothing was called says nothing about which tools
 * were right, and is left out.
 */
export function queriesOfLog(
  { conversations, foreign, repeated }: ReadLog,
  report: Report,
): LabelledQuery[] {
  const turns = causes('turns')
  const calls = causes('calls')
  const entries = causes('entries')
  const queries = conversations.flatMap((conversation) => {
    const { id, where } = conversation
    const read = turnsOf(conversation)
    if (read.unasked > 0) {
      const why = 'It has calls before the first request, which were left out'
      entries.add({ outcome: 'notice', where, entry: id, why })
    }
    return read.turns.flatMap((turn, index) => {
      const place = `${where}, user turn ${index + 1}`
      const labelled = labelsOf(turn, { place, report, turns, calls })
      return labelled ? [{ id: `${id}-${index + 1}`, ...labelled }] : []
    })
  })
  for (const { where } of foreign) {
    const why = 'The entry is not of a log: it holds no messages, spans or calls that are known'
    entries.add({ outcome: 'skipped', where, why })
  }
  for (const { where } of repeated) {
    const why = 'What it says stands at the beginning of another entry as well, and counts once'
    entries.add({ outcome: 'notice', where, why })
  }
  for (const found of [turns, calls, entries]) found.report(report)
  return queries
}

interface Telling {
  place: string
  report: Report
  turns: Causes
  calls: Causes
}

/** A turn as a golden query; undefined where it does not tell which tools were right. */
function labelsOf(turn: Turn, telling: Telling): Omit<LabelledQuery, 'id'> | undefined {
  const { place: where, turns, calls } = telling
  const right = turn.calls.filter(({ failed }) => !failed)
  for (const { name } of turn.calls.filter(({ failed }) => failed)) {
    const why = 'A call failed, and does not make its tool right'
    calls.add({ outcome: 'notice', where, entry: name, why })
  }
  if (right.length === 0) {
    const why = whyNone(turn)
    turns.add({ outcome: turn.unread > 0 ? 'skipped' : 'notice', where, why })
    return undefined
  }
  if (turn.unread > 0) {
    calls.add({ outcome: 'altered', where, why: 'A tool call without a name was left out' })
  }
  return {
    text: turn.request,
    tools: right.map(({ name }) => name),
    calls: right.map((call) => callOf(call, telling)),
    ...(turn.earlier.length > 0 && { turns: turn.earlier }),
    origin: 'weak',
    where,
  }
}

function whyNone({ calls, unread }: Turn): string {
  if (unread > 0) return 'The calls of the turn were not understood, and it was left out'
  return calls.length > 0
    ? 'Every call of the turn failed, and it was left out'
    : 'The turn led to no tool call and was left out'
}

function callOf(
  { name, arguments: given }: CallOfTurn,
  { place: where, report, calls }: Telling,
): { tool: string; arguments: JsonObject } {
  const altered: Alteration[] = []
  const written = given ?? {}
  const values = typeof written === 'string' ? jsonIn(written.trim() || '{}', altered) : written
  for (const what of altered) report.add({ outcome: 'altered', where, ...what, entry: name })
  if (isObject(values)) return { tool: name, arguments: cleanJson(values).value }
  const why = 'The arguments of a call are not a JSON object and were left out'
  calls.add({ outcome: 'altered', where, entry: name, why })
  return { tool: name, arguments: {} }
}
