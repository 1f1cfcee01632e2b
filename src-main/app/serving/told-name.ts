import { maySpeakToModel } from '../../authoring/lint/instructions-to-model'
import { cleanText } from '../../domain/value/clean-texts'
import { inWhole } from '../../domain/value/cut-at-sentence'
import { plainText } from '../../domain/value/plain-text'

/** What marks text up, or ends a quotation: of a name, it tells nothing. */
const TAGS = /<[^<>]{0,100}>/gu
const MARKS = /[<>{}[\]`"“”„«»‹›*#|\\~^]+/gu
/** One word of the kind that names are: it is told as it is. */
const ONE_WORD = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._\-/@:+&]*$/u

/** Characters of a name that says something to a model: enough to know it by, too few to speak. */
const MOST_OF_SPEAKING = 12

/**
 * A name of a catalog as a model is told it amid Pegboard’s own words: on one line, without
 * markup, in quotation marks unless it is one word, and no longer than `most` with these.
 */
export function toldName(name: string, most: number): string {
  const shown = plainText(cleanText(name).replace(TAGS, ' ').replace(MARKS, ' ')).trim()
  if (shown === '') return 'unnamed'
  const speaks = maySpeakToModel(name)
  if (!speaks && shown.length <= most && ONE_WORD.test(shown)) return shown
  const room = speaks ? Math.min(MOST_OF_SPEAKING, most - 2) : most - 2
  const isShort = shown.length <= room
  return `“${isShort ? shown : `${inWhole(shown.slice(0, room - 1))}…`}”`
}
