import { describe, expect, it } from 'vitest'
import { meaningText } from '../../src-main/domain/trace/score'
import { openApp } from './open-app'

const text = 'notify the team that the build broke'

async function demo() {
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  const found = await app.request('query.run', { dir, text, recipe: 'dense', k: 20 })
  const cosines = new Map(found.tools.map(({ tool, score }) => [tool, score]))
  const explained = (recipe: string, options = {}, asked = text) =>
    app.request('query.explain', {
      dir,
      text: asked,
      recipe,
      options,
      tools: [...cosines.keys()],
    })
  return { cosines, explained }
}

describe('a cosine by the sections of a document', () => {
  it.each(['dense', 'hybrid', 'toolsee'])('adds up to what the search gives, in %s', async (of) => {
    const { cosines, explained } = await demo()
    for (const { tool, meaning = [] } of await explained(of)) {
      expect(meaning.length).toBeGreaterThan(1)
      const sum = meaning.reduce((all, { adds }) => all + adds, 0)
      expect(sum).toBeCloseTo(cosines.get(tool) ?? 0, 4)
    }
  })

  it('is of the documents as the options make them', async () => {
    const { explained } = await demo()
    const [told] = await explained('hybrid', {
      embeddedComponents: ['name'],
      meaningWeights: { title: 0 },
    })
    expect(told?.meaning?.map(({ section }) => section)).toEqual(['name'])
  })

  it('is not told where there is none', async () => {
    const { explained } = await demo()
    const all = await Promise.all([
      explained('bm25'),
      explained('hybrid', { documentForm: 'joined' }),
      explained('hybrid', {}, '天气'),
    ])
    for (const { meaning } of all.flat()) expect(meaning).toBeUndefined()
  })

  it('is a sentence, the greatest first', () => {
    expect(
      meaningText([
        { section: 'name', adds: -0.02 },
        { section: 'title', adds: 0.1 },
        { section: 'purpose', adds: 0.314 },
      ]),
    ).toBe('Meaning of the whole query: cosine .39 = first sentence .31 + title .10 + name −.02.')
  })
})
