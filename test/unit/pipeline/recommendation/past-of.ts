import type { Bundle } from '../../../../src-main/domain/query/bundle'
import { plainRows } from '../../../../src-main/pipeline/knowledge-base/kit-parts'
import { pastOf, type Past } from '../../../../src-main/pipeline/recommendation/past'
import { learn, type Learned } from '../../../../src-main/pipeline/recommendation/learn'
import type { DocumentScores } from '../../../../src-main/pipeline/recommendation/signals'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { unitLength } from '../../../../src-main/domain/model/vector'
import { id } from '../../../fakes/catalog-tool'

/** Words stand for wishes: `w3` wants the tool `t3`. */
export const DIMENSIONS = 12

const pause = () => Promise.resolve()
const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean)

/** A dimension for each wish, and the last for how the request is put. */
export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const word of wordsOf(text)) {
    const wish = Number(/^w(\d+)$/.exec(word)?.[1] ?? DIMENSIONS - 1)
    vector[wish] = (vector[wish] as number) + 1
  }
  return unitLength(vector)
}

export const TOOLS = Array.from({ length: 8 }, (_, at) => id(`t${at}`))

/** The past of queries with tools, such as `['w1 w2', 't1', 't2']`. */
export function pastQueries(rows: readonly (readonly string[])[], tools = TOOLS): Promise<Past> {
  const history = rows.map(([query = '', ...used], at): Bundle => ({
    id: `q${at}`,
    query,
    tools: used.map(id),
  }))
  const vectors = plainRows(rows.length, DIMENSIONS)
  history.forEach(({ query }, at) => vectors.row(at).set(vectorOf(query)))
  return pastOf(history, { tools, vectors, termsOf: wordsOf, pause })
}

/** Requests for two or three of six wishes, four ways each, which took just the tools for them. */
export function wishes(count: number, seed = 1): string[][] {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, () => {
    const wanted = new Set<number>()
    while (wanted.size < 2 + Math.floor(random() * 2)) wanted.add(Math.floor(random() * 6))
    return ['please', 'now', 'kindly', 'today'].map((said) => [
      [...wanted].map((wish) => `w${wish}`).join(' ') + ` ${said}`,
      ...[...wanted].map((wish) => `t${wish}`),
    ])
  }).flat()
}

/** Documents that say nothing. */
export const silent = async (): Promise<DocumentScores> => ({
  words: new Float32Array(TOOLS.length),
  meaning: new Float32Array(TOOLS.length),
  clause: new Float32Array(TOOLS.length),
})

export const learnFrom = async (rows: readonly (readonly string[])[]): Promise<Learned> =>
  learn(await pastQueries(rows), { documentsOf: silent, pause })

export const askedFor = (text: string) => ({ vector: vectorOf(text), terms: wordsOf(text) })
