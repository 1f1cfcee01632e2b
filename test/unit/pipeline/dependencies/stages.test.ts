import { describe, expect, it } from 'vitest'
import type { Ranking } from '../../../../src-main/domain/query/query'
import { boundDependencies } from '../../../../src-main/pipeline/dependencies/bound-dependencies'
import { concatenate } from '../../../../src-main/pipeline/dependencies/concatenate'
import {
  expectedRelevance,
  reservePlaces,
} from '../../../../src-main/pipeline/dependencies/expected-relevance'
import { pipe, type Stage } from '../../../../src-main/pipeline/stage'
import { DependencyKind } from '../../../../src-main/domain/tool/tool'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { ranking, unscored } from '../fusion/rankings'
import { partsOf, type Needs } from './graph'

const NEEDS: Needs = {
  mail: ['log_in', 'wifi'],
  call: ['log_in', 'microphone'],
  room: [],
  log_in: ['vault'],
  wifi: [],
  microphone: [],
  vault: [],
}
const FOUND = ranking('standard', { mail: 3, call: 2, room: 1 })
const options = { seeds: 2, edges: DependencyKind.options, reserve: 0, fill: false }

const from = async (
  stage: Stage<Ranking, Ranking>,
  { of = FOUND, k = 5 }: { of?: Ranking; k?: number } = {},
) => {
  const { output, steps, call } = await recorded(pipe(stage), of, { k })
  return { output, names: namesOf(output).join(' '), step: steps[0]?.step, call }
}

describe('taking dependencies along as the paper does', () => {
  const stage = concatenate(partsOf(NEEDS), options)

  it('puts each tool before all it needs, each tool once, and no others', async () => {
    const { names, output } = await from(stage)
    expect(names).toBe('mail log_in vault wifi call microphone')
    expect(output.seeds?.map(({ tool }) => tool)).toEqual(['mail', 'call'])
    expect(output.order).toBe('given')
  })

  it('tells every main tool that needs a tool', async () => {
    const { output } = await from(stage)
    const logIn = output.tools[1]?.witnesses
    expect(logIn).toMatchObject([{ main: 'mail' }, { main: 'call' }])
  })

  it('keeps what was found of a tool that another one needs', async () => {
    const { output } = await from(stage, { of: ranking('standard', { mail: 3, log_in: 2 }) })
    expect(output.tools[1]).toMatchObject({
      tool: 'log_in',
      score: 2,
      witnesses: [{ kind: 'score' }, { kind: 'edge', main: 'mail' }],
    })
  })

  it('says which edge led to a hidden tool, and which to none', async () => {
    const parts = partsOf({ mail: ['vault', 'pigeon'] }, ['vault'])
    const { names, step } = await from(concatenate(parts, options), {
      of: ranking('standard', { mail: 1 }),
    })
    expect(names).toBe('mail')
    expect(step?.dropped.map(({ why }) => why)).toEqual([
      'needed, but kept back by the filters (mail → vault)',
      'needed, but not in the catalog (mail → pigeon)',
    ])
  })

  it('passes the ranking on and says so where no tool depends on another', async () => {
    const { output, call } = await from(concatenate(partsOf({ mail: [], call: [] }), options))
    expect(output).toEqual(FOUND)
    expect(call.tally.degraded).toEqual([
      'No tool of this catalog depends on another: searched tools only (Add dependencies).',
    ])
  })
})

describe('ordering by expected relevance', () => {
  const parts = partsOf(NEEDS)

  it('puts what several likely tools need before what one of them needs', async () => {
    const { names } = await from(expectedRelevance(parts, options), {
      of: ranking('standard', { mail: 3, call: 2.999, room: 1 }),
    })
    // Both need log_in and through it vault: .95 and .9, against .5 for mail itself.
    expect(names).toBe('log_in vault mail call wifi microphone')
  })

  it('gives each seed its chance, and what it needs a twentieth less at each place', async () => {
    const { output } = await from(expectedRelevance(parts, { ...options, seeds: 1 }))
    const scores = output.tools.map(({ tool, score = 0 }) => `${tool} ${score.toFixed(4)}`)
    expect(scores).toEqual(['mail 1.0000', 'log_in 0.9500', 'vault 0.9025', 'wifi 0.8574'])
  })

  it('takes the chances from the standard scores: e to the power of a deviation by .6', async () => {
    // Scores 1, 0 and -1 deviate by √(2/3); the odds of the second are exp(-1 / √(2/3) / .6).
    const found = ranking('standard', { mail: 1, room: 0, call: -1 })
    const { output } = await from(expectedRelevance(parts, options), { of: found })
    const odds = Math.exp(-1 / Math.sqrt(2 / 3) / 0.6)
    const chanceOf = (name: string) => output.tools.find(({ tool }) => tool === name)?.score
    expect(chanceOf('mail')).toBeCloseTo(1 / (1 + odds))
    expect(chanceOf('room')).toBeCloseTo(odds / (1 + odds))
  })

  it('goes by places where a model gave the order', async () => {
    const { output } = await from(expectedRelevance(parts, options), {
      of: unscored('mail', 'room'),
    })
    const mail = output.tools.find(({ tool }) => tool === 'mail')
    expect(mail?.score).toBeCloseTo(1 / 1.45)
  })

  it('tells scores in parts that add up to them', async () => {
    const { output } = await from(expectedRelevance(parts, options))
    for (const { score = 0, witnesses } of output.tools) {
      const sum = witnesses.reduce(
        (total, part) =>
          part.kind === 'score' && part.source.startsWith('expected ') ? total + part.score : total,
        0,
      )
      expect(sum).toBeCloseTo(score)
    }
  })

  it('lets the other tools found follow where places are to be filled, and says where not', async () => {
    const filled = await from(expectedRelevance(parts, { ...options, fill: true }))
    expect(filled.names.endsWith(' room')).toBe(true)
    const { step } = await from(expectedRelevance(parts, options))
    expect(step?.dropped).toMatchObject([
      { why: 'beyond the first 2, and needed by none of them', tools: [{ tool: 'room' }] },
    ])
  })

  it('is none the worse for a ranking without tools', async () => {
    expect((await from(expectedRelevance(parts, options), { of: unscored() })).names).toBe('')
  })
})

describe('reserving places', () => {
  const likely = partsOf({
    mail: ['a', 'b', 'c', 'd', 'e'],
    call: [],
    room: [],
    a: [],
    b: [],
    c: [],
    d: [],
    e: [],
  })
  const of = ranking('standard', { mail: 3, call: 2.6, room: 1 })
  const ordered = expectedRelevance(likely, { ...options, seeds: 1, reserve: 0.1 })
  const reserved = async (k: number, least = 0.1) => {
    const { output } = await recorded(pipe(ordered).to(reservePlaces(least)), of, { k })
    return namesOf(output).slice(0, k).join(' ')
  }

  it('gives a likely tool the last place that a dependency holds', async () => {
    expect(await reserved(4)).toBe('mail a b call')
  })

  it('leaves all as it is where likely tools are among the first k anyway', async () => {
    expect(await reserved(7)).toBe('mail a b c d e call')
  })

  it('leaves half of the places, so that what the likeliest needs is not pushed out in turn', async () => {
    expect(await reserved(3)).toBe('mail a call')
    expect(await reserved(2)).toBe('mail a')
    expect(await reserved(1)).toBe('mail')
  })

  it('keeps no place for a tool below the chance', async () => {
    expect(await reserved(4, 0.9)).toBe('mail a b c')
  })

  it('puts who had to go right behind', async () => {
    const { output } = await recorded(pipe(ordered).to(reservePlaces(0.1)), of, { k: 4 })
    expect(namesOf(output).join(' ')).toBe('mail a b call c d e')
  })

  it('puts the likeliest tool first where one place alone is wanted and a dependency holds it', async () => {
    const shared = partsOf({ mail: ['a'], call: ['a'], a: [] })
    const chain = pipe(expectedRelevance(shared, { ...options, reserve: 0.1 })).to(
      reservePlaces(0.1),
    )
    const near = ranking('standard', { mail: 3, call: 2.999, room: 1 })
    expect(namesOf((await recorded(chain, near, { k: 3 })).output)[0]).toBe('a')
    expect(namesOf((await recorded(chain, near, { k: 1 })).output)[0]).toBe('mail')
  })
})

describe('bounding dependencies', () => {
  const taken = concatenate(partsOf(NEEDS), options)
  const bounded = async (bounds: { most?: number; tokens?: number }) => {
    const kit = { promptTokens: (tool: string) => (tool === 'vault' ? 100 : 10) }
    const chain = pipe(taken).to(boundDependencies(kit, bounds))
    const { output, steps } = await recorded(chain, FOUND)
    return { names: namesOf(output).join(' '), dropped: steps[1]?.step.dropped }
  }

  it('keeps the first so many, and every tool that was found', async () => {
    const { names, dropped } = await bounded({ most: 1 })
    expect(names).toBe('mail log_in call')
    expect(dropped).toMatchObject([{ why: 'beyond the first 1 dependencies' }])
  })

  it('keeps what fits into so many tokens', async () => {
    const { names, dropped } = await bounded({ tokens: 25 })
    expect(names).toBe('mail log_in wifi call')
    expect(dropped).toMatchObject([{ why: 'beyond 25 prompt tokens of dependencies' }])
  })

  it('keeps none where none may come along', async () => {
    expect((await bounded({ most: 0 })).names).toBe('mail call')
    expect((await bounded({ tokens: 0 })).names).toBe('mail call')
  })
})
