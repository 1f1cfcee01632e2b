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
          return text.length
        },
      },
      file,
    )
  return { open, counted }
}

it('counts a text once, also across starts', async () => {
  const { open, counted } = await counterAt()
  const first = open()
  expect([first.count('abc'), first.count('abc'), first.count('')]).toEqual([3, 3, 0])
  await first.close?.()
  expect([open().count('abc'), open().count('')]).toEqual([3, 0])
  expect(counted).toEqual(['abc', ''])
  expect(open().tokenizer).toBe('letters')
})

it.each(['no json', '[]', '{"key": "three"}', '{"key": -1}'])(
  'begins again where the file holds %s',
  async (content) => {
    const { open } = await counterAt(content)
    const counter = open()
    expect(counter.count('abcd')).toBe(4)
    await counter.close?.()
    expect(open().count('abcd')).toBe(4)
  },
)
