import { describe, expect, it } from 'vitest'
import {
  openOnce,
  type Earlier,
  type OpenOnce,
} from '../../../../src-main/pipeline/knowledge-base/open-once'
import { id } from '../../../fakes/catalog-tool'

/** Something to open that notes how often it was opened. */
function opener() {
  const opened: string[] = []
  const open = (name: string) => async () => {
    opened.push(name)
    await new Promise(setImmediate)
    return { name }
  }
  return { opened, open }
}

const stop = () => new DOMException('Stopped by the user.', 'AbortError')

describe('opening once', () => {
  it('opens by key once, also for callers that come meanwhile, and keeps it', async () => {
    const { opened, open } = opener()
    const once = openOnce()
    const [first, second] = await Promise.all([
      once('words', open('words')),
      once('words', open('words')),
    ])
    expect(second).toBe(first)
    expect(await once('words', open('words'))).toBe(first)
    expect(await once('meaning', open('meaning'))).not.toBe(first)
    expect(opened).toEqual(['words', 'meaning'])
  })

  it('fails for everyone who waits where it cannot be opened, and is tried again later', async () => {
    const { open } = opener()
    const once = openOnce()
    let tries = 0
    const failing = async () => {
      tries++
      await new Promise(setImmediate)
      throw new Error('No vectors today')
    }
    const all = [once('meaning', failing), once('meaning', failing)]
    for (const each of all) await expect(each).rejects.toThrow('No vectors today')
    expect(tries).toBe(1)
    expect(await once('meaning', open('meaning'))).toMatchObject({ name: 'meaning' })
  })

  it('is opened again, once, for those who still wait where the first stops it', async () => {
    const { opened, open } = opener()
    const once = openOnce()
    const stopped = async () => {
      await new Promise(setImmediate)
      throw stop()
    }
    const first = once('meaning', stopped)
    const others = [once('meaning', open('second')), once('meaning', open('third'))]
    await expect(first).rejects.toThrow('Stopped by the user.')
    const [second, third] = await Promise.all(others)
    expect(second).toBe(third)
    expect(opened).toEqual(['second'])
  })
})

describe('what is handed on to a later catalog', () => {
  const ids = (...names: string[]) => new Set(names.map(id))
  const earlierOf = async (once: OpenOnce, key: string) => {
    let found: Earlier<string> | undefined
    await once.patched<string>(key, (earlier) => {
      found = earlier
      return Promise.resolve('made')
    })
    return found && { value: await found.value, changed: [...found.changed] }
  }

  it('is what was made to be patched, with the tools that are others since', async () => {
    const once = openOnce()
    await once.patched('words', () => Promise.resolve('of words'))
    await once('history', () => Promise.resolve('of history'))
    const later = openOnce(once.handOn(ids('a', 'b')))
    expect(await earlierOf(later, 'history')).toBeUndefined()
    expect(await earlierOf(later, 'words')).toEqual({ value: 'of words', changed: ['a', 'b'] })
  })

  it('goes on through catalogs that did not need it, whose changes add up', async () => {
    const once = openOnce()
    await once.patched('words', () => Promise.resolve('of words'))
    const next = openOnce(once.handOn(ids('a')))
    const last = openOnce(next.handOn(ids('b')))
    expect(await earlierOf(last, 'words')).toEqual({ value: 'of words', changed: ['a', 'b'] })
  })

  it('stays what it was where making its successor fails, and is the successor afterwards', async () => {
    const once = openOnce()
    await once.patched('words', () => Promise.resolve('first'))
    const next = openOnce(once.handOn(ids('a')))
    await expect(next.patched('words', () => Promise.reject(stop()))).rejects.toThrow('Stopped')
    expect(await earlierOf(openOnce(next.handOn(ids('b'))), 'words')).toEqual({
      value: 'first',
      changed: ['a', 'b'],
    })
    await next.patched('words', () => Promise.resolve('second'))
    expect(await earlierOf(openOnce(next.handOn(ids('c'))), 'words')).toEqual({
      value: 'second',
      changed: ['c'],
    })
  })
})
