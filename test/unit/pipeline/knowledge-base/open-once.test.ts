import { describe, expect, it } from 'vitest'
import { openOnce } from '../../../../src-main/pipeline/knowledge-base/open-once'

/** Something to open that notes how often it was opened and in which order closed. */
function opener() {
  const closed: string[] = []
  const opened: string[] = []
  const open = (name: string) => async () => {
    opened.push(name)
    await new Promise(setImmediate)
    return { name, close: async () => void closed.push(name) }
  }
  return { opened, closed, open }
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

describe('closing', () => {
  it('closes all that was opened, also what is still being opened', async () => {
    const { closed, open } = opener()
    const once = openOnce()
    await once('words', open('words'))
    const opening = once('meaning', open('meaning'))
    await once.close()
    expect(closed).toEqual(['words', 'meaning'])
    expect(await opening).toMatchObject({ name: 'meaning' })
  })

  it('closes the rest where something could not be opened', async () => {
    const { closed, open } = opener()
    const once = openOnce()
    const failing = once('meaning', () => Promise.reject(new Error('Ollama is not reachable.')))
    await once('words', open('words'))
    await once.close()
    await expect(failing).rejects.toThrow('Ollama is not reachable.')
    expect(closed).toEqual(['words'])
  })

  it('opens nothing again for those who wait', async () => {
    const { opened, open } = opener()
    const once = openOnce()
    const stopped = async () => {
      await new Promise(setImmediate)
      throw stop()
    }
    const first = once('meaning', stopped)
    const second = once('meaning', open('second'))
    const outcomes = Promise.allSettled([first, second])
    await once.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(opened).toEqual([])
  })
})
