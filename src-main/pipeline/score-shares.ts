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
export const sharesOf = (placed: PlacedTool): Share[] => sharesReader()(placed)

/**
 * {@link sharesOf} the tools of lists. As their sources are the same few, each is taken apart once.
 */
export function sharesReader(): (placed: PlacedTool) => Share[] {
  const known = new Map<string, { method: string; name: string | undefined }>()
  const partsOf = (source: string) => {
    const parts = known.get(source) ?? partsOfSource(source)
    known.set(source, parts)
    return parts
  }
  return ({ score = 0, witnesses }) => {
    const last = witnesses.findLast((witness) => witness.kind === 'score')
    const own = last && partsOf(last.source).method
    const shares: Share[] = []
    for (const part of witnesses) {
      if (part.kind !== 'score') continue
      const { method, name } = partsOf(part.source)
      if (name === undefined || method !== own) continue
      shares.push({ name, score: part.score, origin: part.origin })
    }
    return shares.length > 0
      ? shares
      : [{ name: last?.source ?? 'score', score, origin: last?.origin }]
  }
}

/** The method of a source and what it is for; a source of one word is no share of a method. */
function partsOfSource(source: string): { method: string; name: string | undefined } {
  const end = source.indexOf(' ')
  return end < 0
    ? { method: source, name: undefined }
    : { method: source.slice(0, end), name: source.slice(end + 1) }
}
