import { describe, expect, it } from 'vitest'
import { queryOf } from '../../src-main/domain/query/query'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { run } from '../../src-main/pipeline/runner'
import type { Embedder } from '../../src-main/ports/embedder'
import { catalogTool } from '../fakes/catalog-tool'
import { kitOf } from '../fakes/kit'
import { runCall } from '../fakes/run-call'

/** Gives every text the vector that this makes of it. */
const embedderOf = (vectorOf: (text: string, at: number) => number[]): Embedder => {
  const embed = (texts: readonly string[]) =>
    Promise.resolve(texts.map((text, at) => Float32Array.from(vectorOf(text, at))))
  return {
    name: 'odd',
    fingerprint: String(vectorOf),
    dimensions: 2,
    reads: 'sentences',
    embedQueries: embed,
    embedDocuments: embed,
  }
}
const turned = (text: string): number[] => [Math.cos(text.length), Math.sin(text.length)]
const usual = embedderOf(turned)

const TOOLS = ['send mail', 'read mail', 'book room'].map((name) =>
  catalogTool(name.replace(' ', '_'), { description: `Can ${name}.` }),
)

async function found(text: string, { tools = TOOLS, embedder = usual } = {}) {
  const kit = kitOf({ tools, embedder })
  return run(hybrid.build(kit, hybrid.options.parse({})), queryOf(text), runCall({ k: 5 }))
}

/** Scores that are numbers, fall, and are the sums of their shares. */
function expectSound({ tools }: Awaited<ReturnType<typeof found>>): void {
  const scores = tools.map(({ score = NaN }) => score)
  for (const score of scores) expect(Number.isFinite(score)).toBe(true)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  for (const { score, witnesses } of tools) {
    const parts = scorePartsOf(witnesses)
    const isCovered = parts.some(({ source }) => source.startsWith('cover '))
    const method = isCovered ? 'cover ' : 'calibrated '
    const own = parts.filter(({ source }) => source.startsWith(method))
    expect(own.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score ?? NaN, 9)
  }
}

describe('words and meaning on one scale', () => {
  it.each([
    ['of stop words', 'what is it of the'],
    ['of one letter', 'a'],
    ['of 5,000 words', 'send the mail '.repeat(1_667)],
    ['of mixed scripts', 'send 邮件 to мама, και κλείσε room'],
    ['of no letter', '42 + 1'],
    ['of nothing that is known', 'zzz qqq'],
    ['for several things', 'send a mail, and then book a room on 14 and 15 March'],
  ])('answer a request %s', async (_, text) => {
    expectSound(await found(text))
  })

  it('find one tool by itself', async () => {
    const set = await found('send mail', { tools: TOOLS.slice(0, 1) })
    expectSound(set)
    expect(set.tools.map(({ tool }) => tool)).toEqual(['send_mail'])
  })

  it('give tools that are all alike one score', async () => {
    const tools = ['a', 'b', 'c'].map((name) =>
      catalogTool(`x/${name}`, { name: 'send', description: 'Sends mail.' }),
    )
    const set = await found('send mail', { tools })
    expectSound(set)
    expect(new Set(set.tools.map(({ score }) => score?.toFixed(9))).size).toBe(1)
  })

  it('go by words where an embedder finds all texts alike', async () => {
    const set = await found('book room', { embedder: embedderOf(() => [1, 0]) })
    expectSound(set)
    expect(set.tools[0]?.tool).toBe('book_room')
  })

  it('say so where an embedder gives no numbers', async () => {
    const embedder = embedderOf(() => [NaN, NaN])
    await expect(found('book room', { embedder })).rejects.toThrow('no finite number')
  })

  it('take cosines below zero', async () => {
    const opposite = embedderOf((text) => (text.length < 12 ? [-1, 0] : turned(text)))
    expectSound(await found('book room', { embedder: opposite }))
  })

  it('find a tool without a vector by its words', async () => {
    const without = embedderOf((text) => (text.includes('room.') ? [0, 0] : turned(text)))
    const set = await found('book room', { embedder: without })
    expectSound(set)
    expect(set.tools[0]?.tool).toBe('book_room')
  })

  it('answer where every word is in every tool', async () => {
    const tools = ['send mail now', 'mail now send', 'now send mail'].map((description, at) =>
      catalogTool(`tool_${at}`, { name: 'mail', description }),
    )
    expectSound(await found('send mail now', { tools }))
  })
})
