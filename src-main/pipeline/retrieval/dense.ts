import { NoVector } from '../../ports/embedder'
import type { Admitted, DenseSource } from '../kit'
import { retrieve, type SearchStep } from './retrieve'

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
      const none = new Map<number, string>()
      const onNone = (at: number, why: string) => none.set(at, why)
      const call = { depth: most, among: among.tools, signal, onMost, onNone }
      const lists = await source.search(texts, { ...call, onCut, onEmbedded: step.embedded })
      const [[at, why] = []] = none
      if (at !== undefined) return withoutSome(lists, step, noVector(texts[at] ?? '', why ?? ''))
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
    scale: async (texts, { mean }, { signal }) => ({
      from: mean,
      unit: await source.cosineWeight(texts, signal),
    }),
  })
}

/** Where one text of several was embedded, that is searched. @throws NoVector where none was. */
function withoutSome<Hits>(
  lists: readonly (Hits[] | undefined)[],
  step: SearchStep,
  missing: NoVector,
): Hits[][] {
  if (lists.every((list) => list === undefined)) throw missing
  return step.leaveOut(
    missing,
    lists.map((list) => list ?? []),
  )
}

const noVector = (text: string, why: string): NoVector =>
  new NoVector(`The embedder makes no vector of “${text.slice(0, SHOWN)}”: it ${why}.`)

/** Characters of a text shown in a message. */
const SHOWN = 80

const shortenedText = (text: string, characters: number): string =>
  `The query is longer than the embedder takes in: of its ${text.length} characters the first ${characters} are embedded.`
