import { describe, expect, it } from 'vitest'
import type { WrittenRow } from '../../../../src-main/features/written-queries/shared/answers'
import { toolId } from '../../../../src-main/domain/tool/tool'
import { costText, doneText, judgeLines, nearText, originText, shortText } from '../writing-words'

const shown = (name: string) => ({ id: toolId(name), name, description: '', isGone: false })
const row = (more: Partial<WrittenRow> = {}): WrittenRow => ({
  id: 'q',
  state: 'waiting',
  at: '',
  place: 0,
  near: [],
  text: 'Send it',
  bundle: { tools: [toolId('a'), toolId('b')], way: 'random', without: toolId('b'), seed: 1 },
  tools: [shown('a'), shown('b')],
  tested: shown('b'),
  ...more,
})
const judged = {
  model: 'ollama:m',
  prompt: 'judge-query@1',
  passed: true,
  whole: { solving: 'exact' as const, reason: 'All.' },
  less: { solving: 'partial' as const, reason: 'Half.' },
}
const preview = {
  tools: 9,
  uncovered: 0,
  bundles: 2,
  shown: [],
  short: [],
  wordless: 0,
  calls: { writing: 2, judging: 4 },
}

describe('the words for written queries', () => {
  it('say what the judge held against them', () => {
    expect(judgeLines(row({ judged })).map(({ what }) => what)).toEqual([
      'The tools together would do it all, with none too many.',
      'Without b the others would do a part of it.',
    ])
    const { without: _, ...bundle } = row().bundle
    const single = { bundle: { ...bundle, tools: [toolId('a')], instead: toolId('c') } }
    expect(
      judgeLines(row({ judged, ...single, tested: shown('c') })).map(({ what }) => what),
    ).toEqual([
      'The tool would do it all, with none too many.',
      'c in its place would do a part of it.',
    ])
    expect(judgeLines(row())).toEqual([])
  })

  it('say who wrote them, and whether the judge was another', () => {
    const origin = { by: 'model' as const, model: 'ollama:m', prompt: 'write-queries@1' }
    expect(originText(row({ origin, judged }))).toMatch(/judged by the same model$/)
    expect(originText(row({ origin, judged: { ...judged, model: 'ollama:n' } }))).toMatch(
      /judged by ollama:n$/,
    )
    expect(originText(row({ origin: { by: 'template', template: 'example' } }))).toMatch(
      /^Template: from examples/,
    )
  })

  it('say what it costs, and how long where earlier calls tell', () => {
    expect(costText(preview, 'model')).toBe(
      '2 bundles: 2 calls to the model to write, up to 4 to judge. How long they take is not known before the first.',
    )
    expect(costText({ ...preview, expectedMs: 65_000 }, 'model')).toMatch(
      /About 1 min 5 s, by earlier/,
    )
    expect(costText(preview, 'example')).toBe('2 queries, one for each bundle, at once.')
    expect(shortText([{ size: 2, count: 1 }])).toEqual([
      expect.stringMatching(/^1 bundle of 2 tools cannot be drawn/),
    ])
  })

  it('show text of others as the text that it is', () => {
    const near = { of: 'golden' as const, where: 'asked\u202e', text: 'one\ntwo' }
    expect(nearText(near)).toBe('Golden set “asked\\u202e” has nearly the same query: “one two”')
    const done = { asked: 2, written: 2, judged: 2, kept: 1, dropped: 1, refused: 0 }
    expect(doneText({ ...done, failed: [], left: 0 })).toBe(
      '2 bundles written for, 2 queries judged: 1 kept by the judge, 1 dropped.',
    )
  })
})
