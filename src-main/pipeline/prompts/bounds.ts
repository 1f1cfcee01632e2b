import { z } from 'zod'

/**
 * Bounds of an answer. The server is told them with the schema and lets a model write no more; what
 * holds more all the same, from a server that keeps to no schema, is no fault of its own.
 */

/** Characters of one text. No server takes a bound of 2,000 and more (llama.cpp’s grammars). */
export const LONGEST = { name: 200, phrase: 60, sentence: 300, sentences: 800, paragraph: 1900 }

export const text = (longest: number) => z.string().meta({ maxLength: longest })

/**
 * A text that is to be empty where there is nothing: models write `null` instead, or put it into a
 * list.
 */
export const textOrNothing = (longest: number) => z.preprocess(asText, text(longest))

const asText = (given: unknown): unknown => {
  if (given === null || given === undefined) return ''
  return Array.isArray(given) && given.every((each) => typeof each === 'string')
    ? given.join(' ')
    : given
}

/** A text that is not empty. */
export const someText = (longest: number) => z.string().min(1).meta({ maxLength: longest })

export const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).meta({ maxItems: most })
