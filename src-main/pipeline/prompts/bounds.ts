import { z } from 'zod'

/**
 * Bounds of an answer. The server is told them with the schema and lets a model write no more; what
 * holds more all the same, from a server that keeps to no schema, is no fault of its own.
 */

/** Characters of one text. No server takes a bound of 2,000 and more (llama.cpp’s grammars). */
export const LONGEST = { name: 200, phrase: 60, sentence: 300, sentences: 800, paragraph: 1900 }

export const text = (longest: number) => z.string().meta({ maxLength: longest })

/**
 * A text that is to be empty where there is nothing: models write `null` or “none” instead, or put
 * it into a list.
 */
export const textOrNothing = (longest: number) => z.preprocess(asText, text(longest))

const asText = (given: unknown): unknown => {
  if (given === null || given === undefined) return ''
  const said =
    Array.isArray(given) && given.every((each) => typeof each === 'string')
      ? given.join(' ')
      : given
  return typeof said === 'string' && NOTHING.test(said) ? '' : said
}

/**
 * Words that stand for an empty text, whatever marks stand around them. Not all that may say
 * “nothing”: a value or a name can be “no” or “done”.
 */
const NOTHING = /^[\s\p{P}\p{S}]*(?:(?:none|nothing|null|nil|empty|n\/?a)[\s\p{P}\p{S}]*)?$/iu

/** A text that is not empty. */
export const someText = (longest: number) => z.string().min(1).meta({ maxLength: longest })

export const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).meta({ maxItems: most })

/** A list of as many as are asked for; fewer or more are no fault. */
export const exactly = <Item extends z.ZodType>(item: Item, count: number) =>
  z.array(item).meta({ minItems: count, maxItems: count })
