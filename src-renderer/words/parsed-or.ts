import { parseExact } from '../../src-main/domain/value/exact-json'
/** The JSON value that a text holds, or the text itself where it is not JSON. */
export function parsedOr(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
