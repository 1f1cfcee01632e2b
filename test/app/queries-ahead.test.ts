import { describe, expect, it } from 'vitest'
import type { Embedder } from '../../src-main/ports/embedder'
import { manualClock } from '../fakes/clock'
import { emptyFolder, openAppWith } from './open-app'
import { evaluateSmall, watchedEmbedder } from './small-evaluation'

describe('queries of an experiment', () => {
  /** How many queries each request to embed held. */
  async function requestsOf(embedder: string): Promise<number[]> {
    const requests: number[] = []
    const watched = watchedEmbedder(() => undefined)
    const counting: Embedder = {
      ...watched,
      embedQueries(texts, signal) {
        requests.push(texts.length)
        return watched.embedQueries(texts, signal)
      },
    }
    const app = await openAppWith(counting, await emptyFolder())
    const dir = await app.smallWorkspace()
    await evaluateSmall(app, { dir, recipes: [{ recipe: 'dense' }], embedder })
    return requests
  }

  it('are embedded alone where they are few, by an embedder outside, to tell what that takes', async () => {
    expect(await requestsOf('ollama:some')).toEqual(Array(8).fill(1))
  })

  it('take what one of them takes alone, also with what was embedded before', async () => {
    const clock = manualClock()
    let startMs = 1000
    const embedder = watchedEmbedder(() => {
      clock.moveOn(startMs + 30)
      startMs = 0
    })
    const app = await openAppWith(embedder, await emptyFolder(), { clock })
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'dense' }, { recipe: 'bm25' }]
    for (let time = 0; time < 2; time++) {
      const { runs } = await evaluateSmall(app, { dir, recipes, embedder: 'ollama:some' })
      expect(runs.map(({ latencyMs }) => latencyMs)).toEqual([
        { p50: 30, p95: 30 },
        { p50: 0, p95: 0 },
      ])
    }
  })

  it('are embedded one after the other by the built-in embedder', async () => {
    expect(await requestsOf('builtin')).toEqual([1, 1, 1, 1])
  })

  it('that two recipes search alike are embedded once by an embedder outside', async () => {
    const texts: string[] = []
    const embedder = watchedEmbedder((text) => texts.push(text))
    const app = await openAppWith(embedder, await emptyFolder())
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'dense' }, { recipe: 'dense', options: { threshold: 0.9 } }]
    const { runs } = await evaluateSmall(app, { dir, recipes, embedder: 'ollama:some' })
    expect(runs).toHaveLength(2)
    expect(texts).toHaveLength(8)
    expect(new Set(texts).size).toBe(4)
    expect(runs[1]?.measures['Recall@5']?.mean).toBeLessThan(
      runs[0]?.measures['Recall@5']?.mean ?? 0,
    )
  })
})
