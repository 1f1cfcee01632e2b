import { MOST_LEVELS } from '../../domain/value/json'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const LINE_FEED = 0x0a
const RETURN = 0x0d

/**
 * Looks how deep lists and objects stand in one another in bytes of JSON, piece by piece and before
 * anything reads them: what reads one level within another would run out of stack. What it gives
 * says whether all so far is within {@link MOST_LEVELS}.
 * @param isStream of events: each ends with an empty line, and no text of JSON goes on behind a
 * line
 */
export function nesting(isStream = false): (bytes: Uint8Array) => boolean {
  const so = { depth: 0, isText: false, isEscaped: false, isLineEmpty: true, isReturned: false }

  function endLine(byte: number): void {
    // The two of them are one end of a line.
    const isEnd = isStream && !(byte === LINE_FEED && so.isReturned)
    so.isReturned = byte === RETURN
    if (!isEnd) return
    if (so.isLineEmpty) so.depth = 0
    so.isLineEmpty = true
    so.isText = false
    so.isEscaped = false
  }

  /** Where a text ends within the bytes, or they do. */
  function endOfText(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte === LINE_FEED || byte === RETURN) return at
      if (so.isEscaped) so.isEscaped = false
      else if (byte === BACKSLASH) so.isEscaped = true
      else if (byte === QUOTE) return at
    }
    return bytes.length
  }

  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      if (so.isText) at = endOfText(bytes, at)
      const byte = bytes[at]
      if (byte === LINE_FEED || byte === RETURN) {
        endLine(byte)
        continue
      }
      so.isReturned = false
      so.isLineEmpty = false
      if (byte === QUOTE) so.isText = !so.isText
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) so.depth += 1
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) so.depth -= 1
      if (so.depth > MOST_LEVELS) return false
    }
    return true
  }
}

export const TOO_DEEP = `lists and objects within one another on more than ${MOST_LEVELS} levels`
