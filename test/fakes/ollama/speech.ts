import type { FakeChat, Says } from './fake-chat'

/**
 * A model that answers as a function of the last message and of the tools offered: a value is sent
 * as JSON, a text as it is.
 */
export const answering =
  (answer: (text: string, chat: FakeChat) => unknown): Says =>
  (chat) => {
    const given = answer(chat.messages.at(-1)?.content ?? '', chat)
    return { tokens: inPieces(typeof given === 'string' ? given : JSON.stringify(given)) }
  }

/** Pieces of four characters: about what tokens are. */
const inPieces = (text: string): string[] => text.match(/[^]{1,4}/gu) ?? []

/** What every fake model says that is not told anything else. */
export const plainly: Says = () => ({ tokens: inPieces('I am a fake.') })

/**
 * Tokens said in a row that are one and the same; then the server ends the answer without a word.
 */
const MOST_REPEATED = 30

/**
 * How an answer ends: at its end, at its limit or context, or given up because the model repeats
 * one token.
 */
export interface Spoken {
  tokens: string[]
  ending: 'stop' | 'length' | 'given up'
}

/** The tokens that are said within the limits. */
export function spoken(
  tokens: Iterable<string>,
  { most, stop }: { most: number; stop: readonly string[] },
): Spoken {
  const said: string[] = []
  let repeated = 0
  for (const token of tokens) {
    const stopAt = stop.map((each) => token.indexOf(each)).find((at) => at >= 0)
    if (stopAt !== undefined) return { tokens: [...said, token.slice(0, stopAt)], ending: 'stop' }
    if (said.length >= most) return { tokens: said, ending: 'length' }
    repeated = token === said.at(-1) ? repeated + 1 : 0
    if (repeated > MOST_REPEATED) return { tokens: said, ending: 'given up' }
    said.push(token)
  }
  return { tokens: said, ending: said.length >= most ? 'length' : 'stop' }
}
