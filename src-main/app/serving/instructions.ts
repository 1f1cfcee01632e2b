import { cutAtSentence } from '../../domain/value/cut-at-sentence'
import type { ServedKinds } from './served-kinds'
import { MOST_SERVED } from './served-texts'
import {
  exampleSearches,
  operationsHere,
  whatIsHere,
  whatIsInEach,
  whatItSearches,
} from './told-kinds'

/** Some clients show a model no more characters than these. */
const SHOWN_BY_ALL = 300
/** Of a description, for what is searched. */
const MOST_SEARCHED = 400

/**
 * What an agent reads when it connects: how to search, as it is worded, then what there is to be
 * found, as far as there is room.
 */
export function instructionsOf(wording: string, kinds: ServedKinds): string {
  const most = MOST_SERVED.instructions
  let text = cutAtSentence(wording, most)
  const room = () => most - text.length - 1
  const add = (joint: string, part: string | undefined): void => {
    if (part !== undefined && part.length <= room()) text += joint + part
  }
  add(' ', exampleSearches(kinds))
  add('\n', whatIsHere(kinds, Math.min(room(), SHOWN_BY_ALL - text.length - 1)))
  add('\n', operationsHere(kinds))
  add('\n', whatIsInEach(kinds, room()))
  return text
}

/** The description of the tool that searches, with what it searches. */
export function searchDescriptionOf(wording: string, kinds: ServedKinds): string {
  const most = MOST_SERVED['search-tools']
  const text = cutAtSentence(wording, most)
  const searched = whatItSearches(kinds, Math.min(MOST_SEARCHED, most - text.length - 1))
  const fits = searched !== undefined && text.length + 1 + searched.length <= most
  return fits ? `${text} ${searched}` : text
}
