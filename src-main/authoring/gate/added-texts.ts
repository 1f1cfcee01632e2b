import { named } from '../../domain/named'
import { sameText } from '../../domain/same-text'
import type { ProposedPart, ProposedText } from '../../domain/text-proposal'

/** The texts of a part: a list's entries, each parameter's, or the one that it is. */
export function textsOfPart(part: ProposedPart, value: ProposedText): string[] {
  const texts = value[part]
  if (texts === undefined) return []
  if (typeof texts === 'string') return [texts]
  return Array.isArray(texts) ? texts : Object.values(texts)
}

/** What a part says after a change and did not before: entries of lists, sentences of texts; whatever their case and spaces. */
export function addedTexts(
  part: ProposedPart,
  { now, then }: { now: ProposedText; then: ProposedText },
): string[] {
  if (part === 'parameters') {
    return Object.entries(then.parameters ?? {})
      .filter(([name, text]) => sameText(named(now.parameters, name) ?? '') !== sameText(text))
      .map(([, text]) => text)
  }
  const added = addedPieces(part, { now, then })
  // One topic alone is too short to be asked.
  return part === 'topics' || part === 'tags' ? [added.join(', ')].filter(Boolean) : added
}

function addedPieces(
  part: Exclude<ProposedPart, 'parameters'>,
  { now, then }: { now: ProposedText; then: ProposedText },
): string[] {
  const pieces = Array.isArray(then[part]) ? (text: string) => [text] : sentencesOf
  const there = new Set(textsOfPart(part, now).flatMap(pieces).map(sameText))
  return textsOfPart(part, then)
    .flatMap(pieces)
    .filter((text) => text.trim() !== '' && !there.has(sameText(text)))
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/)
