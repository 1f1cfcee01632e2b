import type { PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import { byScore } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Documents, Kit } from '../kit'
import { stage, type Source } from '../stage'
import { analyser, type AnalyserStep } from '../text/analyse'

export interface PhraseOptions {
  analyser: readonly AnalyserStep[]
  depth: number
  /** As in BM25. */
  k1: number
  b: number
  among: Admitted
}

/**
 * The tools whose document says the query word for word, those first that say it more often and in
 * a shorter text: BM25 with the query as one term, as full-text indexes search a phrase.
 */
export function phrase(kit: Kit, documents: Documents<ToolId>, options: PhraseOptions) {
  const { depth, k1, b, among } = options
  const terms = analyser(options.analyser)
  const searched = textsOf(kit, documents, options.analyser)
  return stage<QueryPlan, Ranking>({
    name: 'phrase',
    gives: 'ranking',
    settings: { depth, k1, b },
    sources: [searched, among],
    searchesWords: true,
    absent: 'its document does not say the request word for word',
    async run(plan, step) {
      const { texts, averageLength } = await searched.prepare()
      const wanted = spaced(terms(plan.query.text))
      const placed = texts.flatMap(({ tool, text, length }): PlacedTool[] => {
        if (wanted.trim() === '' || !text.includes(wanted)) return []
        if (among.tools && !among.tools.has(tool)) return []
        const often = text.split(wanted).length - 1
        const score = often / (often + k1 * (1 - b + (b * length) / averageLength))
        return [
          { tool, score, witnesses: [{ kind: 'score', source: 'phrase', origin: 'words', score }] },
        ]
      })
      const tools = step.cut(placed.sort(byScore), depth)
      return { shape: 'ranking', plan, order: 'score', tools }
    },
  })
}

interface Texts {
  texts: { tool: ToolId; text: string; length: number }[]
  averageLength: number
}

function textsOf(
  kit: Kit,
  documents: Documents<ToolId>,
  steps: readonly AnalyserStep[],
): Source<Texts> {
  const key = `phrases in ${documents.key}, analysed by ${steps.join()}`
  const analyse = analyser(steps)
  const read = async (): Promise<Texts> => {
    const byTool = new Map((await documents.texts()).map((text) => [text.key, [text]]))
    for (const [tool, own] of (await documents.instead?.()) ?? []) byTool.set(tool, [...own])
    const texts = [...byTool].flatMap(([tool, own]) =>
      own.map((each) => {
        const terms = analyse('text' in each ? each.text : '')
        return { tool, text: spaced(terms), length: terms.length }
      }),
    )
    const total = texts.reduce((sum, { length }) => sum + length, 0)
    return { texts, averageLength: total / (texts.length || 1) || 1 }
  }
  return { key, prepare: () => kit.once(key, read) }
}

/** Terms with a space around each, so that one text holds another where its terms do. */
const spaced = (terms: readonly string[]): string => ` ${terms.join(' ')} `
