import { describe, expect, it } from 'vitest'
import { turnsOf } from '../../../../src-main/adapters/ollama/turns'

const never = new AbortController().signal

/** Work that ends when it is told to, and notes that it began. */
function works(atOnce: number) {
  const turns = turnsOf(atOnce)
  const begun: string[] = []
  const begin = (name: string, signal = never, onSign?: () => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const signs: (() => void)[] = []
    const done = turns({ signal, onSign }, (sign) => {
      begun.push(name)
      signs.push(sign)
      return promise
    })
    done.catch(() => undefined)
    return { done, end: () => resolve(name), fail: reject, sign: () => signs[0]?.() }
  }
  return { begun, begin }
}

describe('turns', () => {
  it('are taken first come, first served, so many at a time', async () => {
    const { begun, begin } = works(2)
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(name))
    await expect.poll(() => begun).toEqual(['a', 'b'])
    b?.end()
    expect(await b?.done).toBe('b')
    await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
    a?.end()
    c?.end()
    d?.end()
    expect(await Promise.all([a?.done, c?.done, d?.done])).toEqual(['a', 'c', 'd'])
  })

  it('are passed on by work that fails', async () => {
    const { begin } = works(1)
    const first = begin('first')
    const second = begin('second')
    first.fail(new Error('It failed.'))
    await expect(first.done).rejects.toThrow('It failed.')
    second.end()
    expect(await second.done).toBe('second')
  })

  it('are left by who is stopped while waiting', async () => {
    const { begun, begin } = works(1)
    const first = begin('first')
    const stop = new AbortController()
    const stopped = begin('stopped', stop.signal)
    const last = begin('last')
    stop.abort()
    await expect(stopped.done).rejects.toMatchObject({ name: 'AbortError' })
    first.end()
    last.end()
    expect(await last.done).toBe('last')
    expect(begun).toEqual(['first', 'last'])
  })

  it('tell all who wait that there is work going on', async () => {
    const { begin } = works(1)
    const told: string[] = []
    const first = begin('first', never, () => told.push('first'))
    const second = begin('second', never, () => told.push('second'))
    await new Promise(setImmediate)
    first.sign()
    expect(told).toEqual(['first', 'second'])
    first.end()
    await first.done
    second.end()
    await second.done
    first.sign()
    expect(told).toHaveLength(2)
  })
})
