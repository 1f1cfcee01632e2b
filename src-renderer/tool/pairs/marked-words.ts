/** A piece of a text, and whether the other text lacks it. */
export interface MarkedPiece {
  text: string
  isOwn: boolean
}

const WORD = /[\p{L}\p{N}]+/gu

/**
 * A text in pieces, in which the words are told that another text has nowhere. Case does not
 * matter.
 */
export function markedWords(text: string, other: string): MarkedPiece[] {
  const known = new Set(other.toLowerCase().match(WORD))
  const pieces: MarkedPiece[] = []
  let from = 0
  const add = (piece: string, isOwn: boolean): void => {
    const last = pieces.at(-1)
    if (last?.isOwn === isOwn) last.text += piece
    else if (piece !== '') pieces.push({ text: piece, isOwn })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    add(text.slice(from, index), false)
    add(word, !known.has(word.toLowerCase()))
    from = index + word.length
  }
  add(text.slice(from), false)
  return pieces
}
