import { describe, expect, it } from 'vitest'
import { measureInfos } from '../../src-main/evaluation/measures'
import { runsText } from '../../src-main/hosts/cli/runs-text'
import { adviceText } from '../../src-main/domain/run/advice-words'
import { firstGoal } from '../../src-main/domain/run/operating-point'
import { barData, curveData } from '../../src-renderer/runs/run-charts'
import { openApp } from './open-app'

/** The demo, measured, at the k that is advised: between those that were asked for. */
async function demoMeasured() {
  const app = await openApp()
  const { request } = app
  const { dir } = await request('workspace.createDemo', {})
  const { runs } = await request('evaluation.measureDemo', { dir })
  const ids = runs.map(({ id }) => id)
  const advise = (target: object) => request('evaluation.advise', { dir, runs: ids, target })
  const advice = await advise({ recall: firstGoal(runs) })
  const { run, k = 0 } = advice.chosen
  const at = await request('evaluation.at', { dir, runs: ids, k })
  const own = at.find(({ id }) => id === run)
  if (!own) throw new Error('None is advised.')
  const report = async (more: object = {}) => {
    const { file } = await request('evaluation.report', { dir, runs: ids, ...more })
    const { bytes } = await request('files.read', { file, offset: 0 })
    const page = Buffer.from(bytes, 'base64').toString()
    return page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  }
  return { ...app, dir, ids, advice, advise, at, own, k, report }
}

const written = ([low, high]: readonly number[]) => `[${low?.toFixed(3)}, ${high?.toFixed(3)}]`

describe('a recall of one run at one k', () => {
  it('has the same plain interval in the terminal, in an advice, in the report and in every chart', async () => {
    const { request, dir, advice, own, k, report } = await demoMeasured()
    expect(own.k).toContain(k)
    const plain = own.measures[`Recall@${k}`]
    expect(advice.chosen.recall).toEqual(plain)

    const bands = await request('evaluation.bands', { dir, runs: [own.id], measure: 'Recall' })
    expect(bands[0]?.ci95[bands[0].k.indexOf(k)]).toEqual(plain?.ci95)
    const labelled = [{ run: own, label: 'hybrid' }]
    for (const known of [bands, []]) {
      const curve = curveData(labelled, { curve: 'recall', k, limit: 128, bands: known })
      expect(curve.series[0]?.points.find(({ x }) => x === k)?.interval).toEqual(plain?.ci95)
    }
    const bars = barData(labelled, measureInfos(), k)
    const bar = bars.series[0]?.values[bars.categories.indexOf(`Recall@${k}`)]
    expect(bar?.interval).toEqual(plain?.ci95)

    const text = `${plain?.mean.toFixed(3)} ${written(plain?.ci95 ?? [])}`
    expect(runsText([own], measureInfos())).toContain(text)
    const page = await report()
    expect(page).toContain(text)
    // In the table of the pictures, and among all measures.
    expect(page.split(written(plain?.ci95 ?? []))).toHaveLength(4)
  })

  it('does not depend on which runs are looked at beside it', async () => {
    const { request, dir, own, k, advice } = await demoMeasured()
    const chosen = { run: own.id, k }
    const alone = await request('evaluation.advise', { dir, runs: [own.id], chosen })
    expect(alone.chosen.recall).toEqual(advice.chosen.recall)
    expect(alone.points).toBeLessThan(advice.points)
  })

  it('is decided by a wider interval, which holds for all points at once and is named so', async () => {
    const { advice, report } = await demoMeasured()
    const { recall, simultaneous } = advice.chosen
    expect(simultaneous[0]).toBeLessThan(recall.ci95[0])
    expect(simultaneous[1]).toBeGreaterThan(recall.ci95[1])
    const named = `${written(simultaneous)} (simultaneous 95 % interval, ${advice.points} points)`
    expect(adviceText(advice, { nameOf: (id) => id })).toContain(named)
    const page = await report()
    expect(page).toContain(named)
    expect(page).toContain(
      `The decision goes by simultaneous 95 % intervals for the ${advice.points} points it chose from`,
    )
  })

  it('is reached where that interval lies above the goal, may be where it holds it, else is missed', async () => {
    const { advise, advice } = await demoMeasured()
    const [low, high] = advice.chosen.simultaneous
    for (const least of [low - 0.3, low, (low + high) / 2, 0.95, 1]) {
      const { verdict, chosen } = await advise({ recall: least })
      const [from, to] = chosen.simultaneous
      expect([least, verdict]).toEqual([
        least,
        from >= least ? 'reached' : to >= least ? 'unsure' : 'missed',
      ])
    }
  })
})

describe('a report', () => {
  it('has the tokens of the k that is recommended, where the run was measured at others', async () => {
    const { advice, at, own, k, report } = await demoMeasured()
    const tokens = (run = own) =>
      (run.curve?.promptTokens[k - 1] ?? 0).toLocaleString('en-US', {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      })
    expect(own.curve?.promptTokens[k - 1]).toBe(advice.chosen.tokens)
    expect(own.measures).not.toHaveProperty(`PromptTokens@${k}`)
    const page = await report()
    const table = page.slice(page.indexOf(`Measures at k = ${k}`), page.indexOf('What more tools'))
    expect(table).toContain(`PromptTokens@${k}`)
    for (const run of at.filter(({ curve }) => curve)) expect(table).toContain(tokens(run))
    expect(table).toContain(`Prompt tokens at k = ${k} are means alone`)
    const figures = page.slice(page.indexOf('The figures of both pictures'))
    const recall = own.measures[`Recall@${k}`]
    expect(figures).toContain(
      `${k} ${recall?.mean.toFixed(3)} ${written(recall?.ci95 ?? [])} ${tokens()}`,
    )
    // Also where another k is looked at.
    const other = await report({ k: 5 })
    expect(other).toContain('Measures at k = 5')
    expect(other.slice(other.indexOf('The figures of both pictures'))).toContain(
      `${written(recall?.ci95 ?? [])} ${tokens()}`,
    )
  })

  it('says with which resamples, flips, seeds and corrections its intervals were worked out', async () => {
    const { report } = await demoMeasured()
    const page = await report()
    expect(page).toContain('1,000 resamples, seed 20241014, the same wherever the figure stands')
    expect(page).toContain('10,000 sign flips, seed 20251122')
    expect(page).toContain('corrected for the 2 runs that are compared with bm25 (Holm)')
    // The clearest of two is tested at .05 / 2.
    expect(page).toMatch(/\+0\.\d{3} \[[^\]]+\] \(97\.5 %\) clearly better/)
  })
})
