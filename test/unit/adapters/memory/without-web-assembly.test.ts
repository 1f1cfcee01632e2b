import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { unitLength } from '../../../../src-main/domain/model/vector'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What a machine lacks. */
const LACKS: Record<string, () => void> = {
  'no WebAssembly': () => vi.stubGlobal('WebAssembly', undefined),
  'none with SIMD': () =>
    vi.stubGlobal('WebAssembly', {
      Memory: WebAssembly.Memory,
      Instance: WebAssembly.Instance,
      Module: function compile() {
        throw new Error('Compiling function #0 failed: Wasm SIMD unsupported')
      },
    }),
  'no memory for it': () =>
    vi.stubGlobal('WebAssembly', {
      Module: WebAssembly.Module,
      Instance: WebAssembly.Instance,
      Memory: function allocate() {
        throw new RangeError('WebAssembly.Memory(): could not allocate memory')
      },
    }),
}

/** As they are loaded by a program that begins on such a machine. */
async function onMachine(lacks?: string) {
  vi.resetModules()
  if (lacks) LACKS[lacks]?.()
  const [index, held] = await Promise.all([
    import('../../../../src-main/adapters/memory/memory-vector-index'),
    import('../../../../src-main/adapters/memory/in-memory-rows/hold-rows'),
  ])
  return { ...index, ...held }
}

function documents(count: number, dimensions: number) {
  const random = randomNumbers(4)
  const vector = () => unitLength(Float32Array.from({ length: dimensions }, () => random() - 0.5))
  const all = Array.from({ length: count }, (_, at) => ({ key: `t${at}`, vector: vector() }))
  return { all, queries: [vector(), vector(), vector()] }
}

describe.each(Object.keys(LACKS))('a machine with %s', (lacks) => {
  it('finds the same tools by the same scores, to the last bit', async () => {
    const { all, queries } = documents(2_000, 37)
    const found = async (machine: Awaited<ReturnType<typeof onMachine>>) => {
      const index = machine.buildMemoryVectorIndex(all)
      const call = { depth: 20, signal: new AbortController().signal }
      // The second time by way of a first look, where there is one.
      return [await index.search(queries, call), await index.search(queries, call)]
    }
    const wanted = await found(await onMachine())
    expect(await found(await onMachine(lacks))).toEqual(wanted)
  })

  it('multiplies rows to the same products, to the last bit', async () => {
    const there = await onMachine()
    const here = await onMachine(lacks)
    const without = here.holdRowsInMemory
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 37 }), fc.nat(99), (dimensions, seed) => {
        const random = randomNumbers(seed)
        const rows = [there.holdRowsInMemory(9, dimensions), without(9, dimensions)]
        for (let at = 0; at < 9; at++) {
          const row = Float32Array.from({ length: dimensions }, () => random() - 0.5)
          for (const each of rows) each.row(at).set(row)
        }
        const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5)
        const [wanted, found] = rows.map((each) => [...each.products(vector)])
        expect(found).toEqual(wanted)
      }),
    )
  })
})
