import { expect, it } from 'vitest'
import type { Ranking } from '../../../../src-main/domain/query/query'
import { isDependency } from '../../../../src-main/domain/trace/tool-groups'
import { lastPlaces } from '../../../../src-main/pipeline/dependencies/last-places'
import { pipe } from '../../../../src-main/pipeline/stage'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { ranking } from '../fusion/rankings'
import { partsOf, type Needs } from './graph'

const OTHERS: Needs = { d: [], e: [], f: [], g: [], h: [], i: [], j: [], login: [], vault: [] }
const FIVE = found('a', 'b', 'c', 'd', 'e')
const TEN = found('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')

function found(...tools: string[]): Ranking {
  return ranking('standard', Object.fromEntries(tools.map((tool, at) => [tool, 10 - at])))
}

async function given(
  needs: Needs,
  { of = FIVE, k = 5, hidden = [] }: { of?: Ranking; k?: number; hidden?: string[] } = {},
) {
  const stage = lastPlaces(partsOf({ a: [], b: [], c: [], ...OTHERS, ...needs }, hidden))
  const { output, steps } = await recorded(pipe(stage), of, { k })
  const names = namesOf(output)
  return { output, names: names.join(' '), first: names.slice(0, k).join(' '), step: steps[0] }
}

it('gives the last place to what two of the first three tools need', async () => {
  const { output, names } = await given({ a: ['login'], c: ['login'] })
  expect(names).toBe('a b c d login e')
  expect(output.tools[4]).toMatchObject({
    tool: 'login',
    witnesses: [
      { kind: 'edge', from: 'a', main: 'a' },
      { kind: 'edge', from: 'c', main: 'c' },
    ],
  })
  expect(output.tools.filter(isDependency).map(({ tool }) => tool)).toEqual(['login'])
})

it('leaves out what one of them alone needs, what the fourth needs, and what a dependency needs', async () => {
  const needs = { a: ['login'], d: ['login'], login: ['vault'], b: ['vault'] }
  expect((await given(needs)).names).toBe('a b c d e')
})

it('gives one place in five, none of fewer, and never more tools than are wanted', async () => {
  const needs = { a: ['login', 'vault', 'x'], b: ['login', 'vault', 'x'], x: [] }
  expect((await given(needs, { of: TEN, k: 4 })).first).toBe('a b c d')
  expect((await given(needs, { of: TEN, k: 5 })).first).toBe('a b c d login')
  expect((await given(needs, { of: TEN, k: 9 })).first).toBe('a b c d e f g h login')
  expect((await given(needs, { of: TEN, k: 10 })).first).toBe('a b c d e f g h login vault')
})

it('takes free places where fewer were found than are wanted', async () => {
  const needs = { a: ['login'], b: ['login'] }
  expect((await given(needs, { of: found('a', 'b'), k: 5 })).names).toBe('a b login')
})

it('keeps the place of a tool that one of them needs', async () => {
  const needs = { a: ['login', 'j'], b: ['login'] }
  expect((await given(needs, { of: TEN, k: 10 })).first).toBe('a b c d e f g h j login')
  expect((await given({ ...needs, a: ['login', 'e'] })).names).toBe('a b c d e')
})

it('brings a tool forward that was found behind the cut, once', async () => {
  const needs = { a: ['h'], b: ['h'] }
  expect((await given(needs, { of: TEN })).names).toBe('a b c d h e f g i j')
})

it('never brings back a hidden tool, and says which edge led to it', async () => {
  const { names, step } = await given({ a: ['secret'], b: ['secret'] }, { hidden: ['secret'] })
  expect(names).toBe('a b c d e')
  expect(step?.step.dropped).toMatchObject([
    { why: 'needed, but kept back by the filters (a → secret)' },
  ])
})

it('ends where tools need each other', async () => {
  const { names } = await given({ a: ['b', 'login'], b: ['a', 'login'], login: ['a'] })
  expect(names).toBe('a b c d login e')
})

it('passes the ranking on as it is where no tool needs another', async () => {
  expect((await given({})).output).toEqual(FIVE)
})
