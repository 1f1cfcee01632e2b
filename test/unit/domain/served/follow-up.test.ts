import { expect, test } from 'vitest'
import { isTold, servedEvidence, takenOf } from '../../../../src-main/domain/served/evidence'
import { followUp } from '../../../../src-main/domain/served/follow-up'
import type { ServedRequest } from '../../../../src-main/domain/served/request'
import { ToolId } from '../../../../src-main/domain/tool/tool'

let count = 0
type Changed = Omit<Partial<ServedRequest>, 'tools'> & { tools?: string[] }

/** A request so many seconds after the beginning. */
const asked = (seconds: number, { tools = [], ...changed }: Changed = {}): ServedRequest => ({
  id: `r${(count += 1)}`,
  at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
  session: 's',
  did: 'search',
  seesCalls: true,
  ms: 1,
  ...changed,
  tools: tools.map((tool) => ToolId.parse(tool)),
})
const search = (seconds: number, query: string, tools: string[], changed: Changed = {}) =>
  asked(seconds, { query, tools, ...changed })
const call = (seconds: number, tool: string, changed: Changed = {}) =>
  asked(seconds, { did: 'call', tools: [tool], ...changed })
const get = (seconds: number, tool: string, changed: Changed = {}) =>
  asked(seconds, { did: 'get', tools: [tool], ...changed })

const LATER = '2026-01-02T00:00:00.000Z'
const outcomes = (...requests: ServedRequest[]) =>
  followUp(requests, LATER).map(({ outcome }) => outcome)

test('a tool is taken from the last search that gave it', () => {
  const followed = followUp(
    [search(0, 'a', ['x', 'y']), search(5, 'b', ['x']), call(9, 'x'), get(10, 'y')],
    LATER,
  )
  expect(followed.map(({ outcome, called, fetched }) => ({ outcome, called, fetched }))).toEqual([
    { outcome: 'fetched', called: [], fetched: ['y'] },
    { outcome: 'called', called: ['x'], fetched: [] },
  ])
})

test('a call that failed was tried, one of another session or of half an hour later takes nothing', () => {
  expect(outcomes(search(0, 'a', ['x']), call(1, 'x', { fault: 'no' }))).toEqual(['tried'])
  const again = [search(0, 'a', ['x']), call(1, 'x', { fault: 'no' }), search(2, 'b', ['y'])]
  expect(outcomes(...again)[0]).toBe('tried')
  expect(outcomes(search(0, 'a', ['x']), call(1, 'x', { fault: 'no' }), call(2, 'x'))).toEqual([
    'called',
  ])
  expect(outcomes(search(0, 'a', ['x']), call(1, 'x', { session: 't' }))).toEqual(['nothing taken'])
  expect(outcomes(search(0, 'a', ['x']), call(31 * 60, 'x'))).toEqual(['nothing taken'])
})

test('a search that follows at once, in other words, says that the one before found nothing', () => {
  expect(outcomes(search(0, 'a', ['x']), search(60, 'b', ['y']), call(61, 'y'))).toEqual([
    'asked again',
    'called',
  ])
  // The same words again, or long after, say nothing of the kind.
  expect(outcomes(search(0, 'a', ['x']), search(60, 'a', ['x']))).toEqual([
    'nothing taken',
    'nothing taken',
  ])
  expect(outcomes(search(0, 'a', ['x']), search(300, 'b', ['y']))[0]).toBe('nothing taken')
})

test('nobody knows what an agent takes whose calls are not seen, or that has just asked', () => {
  const unseen = search(0, 'a', ['x'])
  delete unseen.seesCalls
  expect(outcomes(unseen)).toEqual(['unseen'])
  // What it called before it asked again would not be seen either.
  expect(outcomes(unseen, search(9, 'b', ['y']))[0]).toBe('unseen')
  const now = search(0, 'a', ['x'])
  expect(followUp([now], now.at)[0]?.outcome).toBe('open')
  expect(outcomes(search(0, 'a', [], { fault: 'no such recipe' }))).toEqual(['failed'])
})

test('what was called and what was fetched are two grades of taking', () => {
  const [followed] = followUp([search(0, 'a', ['x', 'y']), call(1, 'x'), get(2, 'y')], LATER)
  expect(followed && takenOf(followed, 'called')).toEqual(['x'])
  expect(followed && takenOf(followed, 'fetched')).toEqual(['x', 'y'])
})

test('a tool that no search gave is missed by the last one before its call', () => {
  const followed = followUp([search(0, 'send a letter', ['x']), call(1, 'mail')], LATER)
  expect(followed[0]?.unlisted).toEqual(['mail'])
  const tool = servedEvidence(followed).get(ToolId.parse('mail'))
  expect(tool).toMatchObject({ missedBy: [{ query: 'send a letter', why: 'called' }] })
})

test('a tool that is found by asking again is missed by what was asked first', () => {
  const followed = followUp(
    [search(0, 'send a letter', ['x']), search(9, 'write mail', ['mail']), call(10, 'mail')],
    LATER,
  )
  const tool = servedEvidence(followed).get(ToolId.parse('mail'))
  expect(tool?.missedBy).toMatchObject([{ query: 'send a letter', why: 'asked again' }])
})

test('a tool is told of that is given ten times and never taken, not where calls are not seen', () => {
  const often = (changed: Changed) =>
    Array.from({ length: 10 }, (_, at) => search(at * 600, `query ${at}`, ['x', 'y'], changed))
  const seen = followUp([...often({}), call(9 * 600 + 1, 'y')], LATER)
  expect([...servedEvidence(seen).keys()]).toEqual(['x'])
  const unseen = often({}).map(({ seesCalls: _, ...request }) => request)
  expect(servedEvidence(followUp(unseen, LATER)).size).toBe(0)
  const fetched = unseen.flatMap((each, at) => [each, get(at * 600 + 1, 'y')])
  expect(servedEvidence(followUp(fetched, LATER)).size).toBe(0)
})

test('a tool that was given is not missed, though it was called after asking again', () => {
  const followed = followUp(
    [
      search(0, 'send a letter', ['mail', 'x']),
      search(9, 'write mail', ['mail']),
      call(10, 'mail'),
    ],
    LATER,
  )
  expect(followed[0]?.outcome).toBe('asked again')
  expect(servedEvidence(followed).size).toBe(0)
})

test('a search that failed, or is not over, says nothing of what was taken', () => {
  const told = (...requests: ServedRequest[]) => followUp(requests, LATER).map(isTold)
  expect(told(search(0, 'a', ['x']))).toEqual([true])
  expect(told(search(0, 'a', [], { fault: 'no such recipe' }))).toEqual([false])
  expect(told(search(0, 'a', ['x'], { lacking: true }))).toEqual([false])
  const now = search(0, 'a', ['x'])
  expect(followUp([now], now.at).map(isTold)).toEqual([false])
  const failing = Array.from({ length: 10 }, (_, at) =>
    search(at * 600, `query ${at}`, ['x'], { fault: 'the index is damaged' }),
  )
  expect(servedEvidence(followUp(failing, LATER)).size).toBe(0)
})
