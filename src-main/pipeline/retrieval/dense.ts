import type { Admitted, DenseSource } from '../kit'
import { retrieve } from './retrieve'

export interface DenseOptions {
  depth: number
  among: Admitted
}

/** What the score of a search by meaning goes by. */
export const SCORE_BY_MEANING = 'cosine'

/** Cosine similarity of the query's vector and the tool documents'. */
export function dense(source: DenseSource, { depth, among }: DenseOptions) {
  return retrieve({
    name: 'dense',
    part: SCORE_BY_MEANING,
    origin: 'meaning',
    settings: { depth },
    sources: [source, among],
    absent: 'the embedder knows no word of its document',
    depth,
    async search(texts, most, step) {
      const { signal, onMost } = step
      const onCut = (at: number, characters: number) =>
        step.shorten(shortenedText(texts[at] ?? '', characters))
      const call = { depth: most, among: among.tools, signal, onMost }
      const lists = await source.search(texts, { ...call, onCut, onEmbedded: step.embedded })
      if (lists.every((list) => list === undefined)) {
        return step.degrade(
          'the embedder knows no word of this query: found nothing by meaning',
          [],
        )
      }
      return lists.map((list) => list ?? [])
    },
    async rate(texts, tools, { signal, embedded }) {
      const call = { among: among.tools, signal, onEmbedded: embedded }
      const ratings = await source.rate(texts, tools, call)
      return ratings.flatMap((rating) => rating ?? [])
    },
  })
}

const shortenedText = (text: string, characters: number): string =>
  `The query is longer than the embedder takes in: of its ${text.length} characters the first ${characters} are embedded.`
