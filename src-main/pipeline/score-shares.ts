import type { PlacedTool, ScorePart } from '../domain/query/query'

/** What a method adds to a score, with what it is for. */
export type Share = Pick<ScorePart, 'score' | 'origin'> & { name: string }

/** A share as a part of a tool's score. */
export function share(method: string, { name, score, origin }: Share): ScorePart {
  const part: ScorePart = { kind: 'score', source: `${method} ${name}`, score }
  if (origin) part.origin = origin
  return part
}

/** What the last method added up to a tool's score; of a tool that no method summed, its score. */
export function sharesOf({ score = 0, witnesses }: PlacedTool): Share[] {
  const last = witnesses.findLast((witness) => witness.kind === 'score')
  const method = `${last?.source.split(' ')[0] ?? ''} `
  const shares: Share[] = []
  for (const part of witnesses) {
    if (part.kind !== 'score' || !part.source.startsWith(method)) continue
    shares.push({ name: part.source.slice(method.length), score: part.score, origin: part.origin })
  }
  return shares.length > 0
    ? shares
    : [{ name: last?.source ?? 'score', score, origin: last?.origin }]
}
