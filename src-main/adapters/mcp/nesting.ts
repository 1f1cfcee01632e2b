import { MOST_LEVELS } from '../../domain/value/json'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [LINE_FEED, RETURN] = [0x0a, 0x0d]

/**
 * Looks how deep lists and objects stand in one another in bytes of JSON, piece by piece and before anything reads them: what reads
 * one level within another would run out of stack. What it gives says whether all so far is within {@link MOST_LEVELS}.
 * @param isStream of events: each ends with an empty line, and no text of JSON goes on behind a line
 */
export function nesting(isStream = false): (bytes: Uint8Array) => boolean {
  let depth = 0
  let isText = false
  let isEscaped = false
  let isLineEmpty = true
  let isReturned = false

  function endLine(): void {
    if (isLineEmpty) depth = 0
    isLineEmpty = true
    isText = false
    isEscaped = false
  }

  function read(byte: number): void {
    if (isText) {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }

  return (bytes) => {
    for (const byte of bytes) {
      if (byte === LINE_FEED || byte === RETURN) {
        // The two of them are one end of a line.
        if (isStream && !(byte === LINE_FEED && isReturned)) endLine()
        isReturned = byte === RETURN
        continue
      }
      isReturned = false
      isLineEmpty = false
      read(byte)
      if (depth > MOST_LEVELS) return false
    }
    return true
  }
}

export const TOO_DEEP = `lists and objects within one another on more than ${MOST_LEVELS} levels`
