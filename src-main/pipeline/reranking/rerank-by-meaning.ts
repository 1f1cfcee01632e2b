import { byScore, type PlacedTool, type Ranking } from '../../domain/query'
import type { Admitted, DenseSource } from '../kit'
import { stage } from '../stage'
import { judgedText } from './named-tools'

/** Orders tools by the cosine of their documents and the step or request, those without one last. Toolshed, section 3.4.3. */
export const rerankByMeaning = (source: DenseSource, among: Admitted) =>
  stage<Ranking, Ranking>({
    name: 'rerank by meaning',
    gives: 'ranking',
    settings: {},
    sources: [source, among],
    async run(ranking, step) {
      const { tools, plan } = ranking
      const text = judgedText(plan)
      if (tools.length === 0) return ranking
      const call = { among: among.tools, signal: step.signal, onEmbedded: step.embedded }
      const [rating] = await source.rate(
        [text],
        tools.map(({ tool }) => tool),
        call,
      )
      if (!rating) return step.degrade('the embedder knows no word of this query', ranking)
      const cosines = new Map(rating.hits.map(({ key, score }) => [key, score]))
      const [rated, unrated]: [PlacedTool[], PlacedTool[]] = [[], []]
      for (const placed of tools) {
        const score = cosines.get(placed.tool)
        if (score === undefined) unrated.push({ tool: placed.tool, witnesses: placed.witnesses })
        else rated.push(scored(placed, score))
      }
      return {
        ...ranking,
        order: unrated.length === 0 ? 'score' : 'given',
        tools: [...rated.sort(byScore), ...unrated],
      }
    },
  })

const scored = ({ tool, witnesses }: PlacedTool, score: number): PlacedTool => ({
  tool,
  score,
  witnesses: [...witnesses, { kind: 'score', source: 'rerank cosine', origin: 'meaning', score }],
})
