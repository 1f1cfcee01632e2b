// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { EvaluationReport } from '../page/evaluation-report'
import { REPORT_STYLE, reportPage } from '../page/report-page'
import { measuredRun, query, sampleReport } from './sample-report'

const page = (changed: Partial<EvaluationReport> = {}): string =>
  reportPage(sampleReport(changed), 'aGFzaA==')

const documentOf = (text: string): Document => new DOMParser().parseFromString(text, 'text/html')

const textOf = (changed: Partial<EvaluationReport> = {}): string =>
  (documentOf(page(changed)).body.textContent ?? '').replace(/\s+/g, ' ')

describe('a report', () => {
  it('says first how it turned out, then what was measured, with the differences below the means', () => {
    const text = textOf()
    const order = ['Hybrid beats BM25.', 'Measures at k = 5', 'What more tools buy', 'What changed']
    const places = [...order, 'Where it fails', 'How it was measured'].map((part) =>
      text.indexOf(part),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(text).toMatch(/Hybrid ?0\.900 ?\[0\.800, 1\.000\] ?\+0\.100 \[\+0\.050, \+0\.150\]/)
  })

  it('lists queries with their golden tools by name and place, and says how many it leaves out', () => {
    const text = textOf()
    expect(text).toContain(
      'Fixed: the first 1 of 60 queries; the others are left out of this report',
    )
    expect(text).toMatch(/tool_3 BM25 #7, cut at 5 · Hybrid not among 5 tools given/)
    expect(text).toContain('3 miss some golden tool with Hybrid, 2 of them all')
  })

  it('tells how to measure it again, in words that a shell takes as they are', () => {
    const [first] = sampleReport().runs
    const asked = measuredRun('a', 0.8, {
      goldenSet: "it's; rm -rf",
      sample: { size: 50, seed: 3 },
      embedder: 'ollama:bge-m3',
    })
    const changed = { components: ['name', 'description'], analyser: [] }
    const text = textOf({ runs: first ? [{ ...first, run: asked, changed }] : [] })
    expect(text).toContain(
      "pegboard eval --workspace DIR --golden 'it'\\''s; rm -rf' --recipe bm25 --k 1,5 --sample 50 --seed 3 " +
        '--embedder ollama:bge-m3 --option components=name,description --option analyser=none',
    )
  })

  it('names the size and the seed of a drawn catalog, and the command that draws it again', () => {
    const [first] = sampleReport().runs
    const run = measuredRun('a', 0.8, { catalogSize: { tools: 1, seed: 7 } })
    const text = textOf({ runs: first ? [{ ...first, run }] : [] })
    const size = `1 of ${run.catalog.tools} tools, seed 7`
    expect(text).toContain(`200 queries · ${size} · workspace`)
    expect(text).toContain(`Catalog ${size}, revision`)
    expect(text).toMatch(/pegboard sweep --workspace DIR .* --sizes 1 --seeds 7 --k 1,5/)
    const sample = { size: 50, seed: 3, drawnBy: 'python' as const }
    const drawn = textOf({ runs: first ? [{ ...first, run: { ...run, sample } }] : [] })
    expect(drawn).toContain('a sample of 50 queries, seed 3, drawn as Python does')
    expect(drawn).toMatch(
      /pegboard sweep --workspace DIR .* --sizes 1 --seeds 7 .* --sample 50 --seed 3 # draws other queries/,
    )
  })

  it('has every picture named and described, and its figures as a table', () => {
    const made = documentOf(page())
    const pictures = [...made.querySelectorAll('svg[role=img]')]
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      const ids = picture.getAttribute('aria-labelledby')?.split(' ') ?? []
      for (const id of ids) expect(made.getElementById(id)?.textContent).toMatch(/\w+/)
      expect(ids).toHaveLength(2)
    }
    expect(page()).not.toMatch(/NaN|Infinity|undefined/)
    expect(page()).toContain('The figures of both pictures')
  })

  it('draws in the colours of the style sheet alone, which knows the night, the same each time', () => {
    const pictures = () =>
      [...documentOf(page()).querySelectorAll('svg')].map(({ innerHTML }) => innerHTML)
    const colours = pictures().flatMap((picture) =>
      [...picture.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour = '']) => colour),
    )
    expect(new Set(colours)).toEqual(
      new Set(['none', ...['s1', 's2', 'line', 'muted', 'page'].map((name) => `var(--${name})`)]),
    )
    expect(pictures()).toEqual(pictures())
  })

  it('draws a sign and a whisker wherever recall was measured, and the k looked at', () => {
    const [overK] = documentOf(page()).querySelectorAll('svg[role=img]')
    const paths = [...(overK?.querySelectorAll('path') ?? [])]
    const of = (colour: string, attribute: string) =>
      paths.filter((path) => path.getAttribute(attribute) === `var(--${colour})`)
    for (const colour of ['s1', 's2']) {
      expect(of(colour, 'fill')).toHaveLength(2)
      expect(of(colour, 'stroke')).toHaveLength(1 + 2)
    }
    expect(overK?.textContent).toContain('k = 5')
  })

  it('draws a single point, a curve to k = 128 and adaptive sets', () => {
    const of = (run: ReturnType<typeof measuredRun>) => ({ run, label: run.id, changed: {} })
    const recall = Array.from({ length: 128 }, (_, at) => at / 128)
    const wide = measuredRun('wide', 0.8, {
      k: [1, 128],
      curve: { recall, all: recall, promptTokens: recall },
    })
    const { curve, ...still } = measuredRun('own', 0.8, {
      k: [],
      measures: {
        Recall: { mean: 0.5, ci95: [0.5, 0.5] },
        PromptTokens: { mean: 9, ci95: [9, 9] },
      },
    })
    const single = measuredRun('one', 0.5, {
      k: [5],
      curve: { k: [5], recall: [0.5], all: [0.5], promptTokens: [9] },
    })
    for (const runs of [[of(wide)], [of(still)], [of(single)], [of(wide), of(still), of(single)]]) {
      const text = page({ runs })
      expect(text).not.toMatch(/NaN|Infinity|undefined/)
      expect(text).toContain('role="img"')
    }
  })
})

describe('a report and what is not to be trusted', () => {
  const HOSTILE = [
    '</style><script>window.hacked=1</script>',
    '<img src=x onerror="window.hacked=1">',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '<!-- --><iframe srcdoc="x">',
    'gpj.\u202eexe\u2066 \u200f \u0000\u001b[31m',
    '&lt;b&gt; ${1} `',
  ].join(' ')

  const hostile = (): string => {
    const runs = sampleReport().runs.map((each) => ({
      ...each,
      label: HOSTILE,
      run: {
        ...each.run,
        goldenSet: HOSTILE,
        recipe: HOSTILE,
        options: { [HOSTILE]: HOSTILE },
        remarks: [HOSTILE],
      },
      changed: { [HOSTILE]: HOSTILE },
    }))
    const bad = query(1, { text: HOSTILE, golden: [{ name: HOSTILE, places: new Map() }] })
    const [of] = runs
    if (!of) throw new Error('There is no run.')
    return page({
      runs,
      workspace: HOSTILE,
      verdict: [HOSTILE],
      notCompared: [HOSTILE],
      failures: { of, missed: 0, total: 1, listed: [bad] },
    })
  }

  it('holds no element, attribute or address that such text brought along', () => {
    const made = documentOf(hostile())
    expect(
      made.querySelectorAll('script, img, iframe, object, embed, link, base, form, a'),
    ).toHaveLength(0)
    const attributes = [...made.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames(),
    )
    expect(attributes.filter((name) => /^on|^style$|^src|^href$/.test(name))).toEqual([])
    expect(hostile()).not.toMatch(/<script|<img|<iframe|https?:\/\//)
    expect(made.title).toContain('</style><script>')
  })

  it('shows what would turn the direction of writing, or what a terminal would obey, as text', () => {
    expect(hostile()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u001b]/)
    expect(hostile()).toContain('\\u202eexe')
  })

  it('takes no style but its own, by its hash, and nothing else at all', () => {
    const hash = createHash('sha256').update(REPORT_STYLE).digest('base64')
    const text = reportPage(sampleReport(), hash)
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? []
    expect(createHash('sha256').update(style).digest('base64')).toBe(hash)
    const policy = documentOf(text).querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    )
    expect(REPORT_STYLE).not.toMatch(/url\(|@import/)
  })

  it('is bounded: texts are cut, and say so', () => {
    const long = `${'word '.repeat(59)}word${'\u{1f600}'.repeat(100_000)}`
    const tools = Array.from({ length: 500 }, (_, at) => ({
      name: `${at} ${long}`,
      places: new Map(),
    }))
    const listed = Array.from({ length: 100 }, (_, at) => query(at, { text: long, golden: tools }))
    const [of] = sampleReport().runs
    if (!of) throw new Error('There is no run.')
    const text = page({ failures: { of, missed: 0, total: 100, listed } })
    expect(text.length).toBeLessThan(1_000_000)
    expect(text).toContain('and 480 more tools')
    expect(text).toContain('word word …')
    expect(text.isWellFormed()).toBe(true)
  })
})
