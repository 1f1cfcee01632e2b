import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rememberedTokenCounts } from '../../../../src-main/adapters/files/remembered-token-counts'

async function counterAt(content?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-counts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, content === undefined ? 'new/counts.json' : 'counts.json')
  if (content !== undefined) await writeFile(file, content)
  const counted: string[] = []
  const open = () =>
    rememberedTokenCounts(
      {
        tokenizer: 'letters',
        count: (text) => {
          counted.push(text)
          return { tokens: text.length, isEstimate: text.startsWith('long') }
        },
      },
      file,
    )
  return { open, counted }
}

it('counts a text once, also across starts', async () => {
  const { open, counted } = await counterAt()
  const first = open()
  expect(['abc', 'abc', ''].map((text) => first.count(text).tokens)).toEqual([3, 3, 0])
  await first.close?.()
  expect(['abc', ''].map((text) => open().count(text).tokens)).toEqual([3, 0])
  expect(counted).toEqual(['abc', ''])
  expect(open().tokenizer).toBe('letters')
})

it('remembers which counts are estimates', async () => {
  const { open } = await counterAt()
  const first = open()
  const counts = [first.count('long text'), first.count('text')]
  expect(counts.map(({ isEstimate }) => isEstimate)).toEqual([true, false])
  await first.close?.()
  const second = open()
  expect([second.count('long text'), second.count('text')]).toEqual(counts)
})

it.each(['no json', '[]', '{"key": "three"}', '{"key": 1.5}'])(
  'begins again where the file holds %s',
  async (content) => {
    const { open } = await counterAt(content)
    const counter = open()
    expect(counter.count('abcd').tokens).toBe(4)
    await counter.close?.()
    expect(open().count('abcd').tokens).toBe(4)
  },
)
