import { expect, it } from 'vitest'
import { rememberVectors } from '../../../../src-main/pipeline/knowledge-base/remember-vectors'

const signal = new AbortController().signal

/** An embedder that notes what it is asked, one list a call. */
function noted() {
  const asked: string[][] = []
  const embedQueries = async (texts: string[]) => {
    asked.push(texts)
    return texts.map((text) => Float32Array.of(text.length))
  }
  const embedder = { name: 'noted', fingerprint: 'noted', dimensions: 1 }
  return {
    asked,
    embed: rememberVectors({ ...embedder, embedQueries, embedDocuments: embedQueries }),
  }
}

it('embeds each text once, in one call, and gives vectors in the order of the texts', async () => {
  const { asked, embed } = noted()
  expect(await embed(['one', 'three', 'one'], signal)).toEqual([[3], [5], [3]].map(floats))
  expect(await embed(['fifth', 'three'], signal)).toEqual([[5], [5]].map(floats))
  expect(await embed(['one', 'three'], signal)).toEqual([[3], [5]].map(floats))
  expect(asked).toEqual([['one', 'three'], ['fifth']])
})

it('forgets the texts that were asked for longest ago', async () => {
  const { asked, embed } = noted()
  await embed(['first', 'second'], signal)
  await embed(['first'], signal)
  for (let at = 0; at < 99; at++) await embed([`other ${at}`], signal)
  asked.length = 0
  await embed(['first'], signal)
  expect(asked).toEqual([])
  await embed(['second'], signal)
  expect(asked).toEqual([['second']])
})

it('remembers nothing of a call that failed', async () => {
  let fails = true
  const embed = rememberVectors({
    ...{ name: 'failing', fingerprint: 'failing', dimensions: 1 },
    embedDocuments: async () => [],
    async embedQueries(texts) {
      if (fails) throw new Error('away')
      return texts.map(() => Float32Array.of(1))
    },
  })
  await expect(embed(['one'], signal)).rejects.toThrow('away')
  fails = false
  expect(await embed(['one'], signal)).toEqual([Float32Array.of(1)])
})

const floats = (values: number[]) => Float32Array.from(values)
