import type { JsonObject } from '../../../domain/tool/tool'
import { counted } from '../../../domain/value/quantity'

/** Characters of a description: some providers' models take 1,024. */
const LONGEST = 1_000
/** Characters of an operation's texts that are looked at. */
const LOOKED_AT = 20_000

/**
 * A paragraph of so many operations says nothing of any of them, and so does one of this share of
 * all.
 */
const MOST_REPEATED = 5
const MOST_SHARED = 0.01

interface Description {
  text: string
  /** What was left out, in words. */
  left: string[]
}

/** Describes operations, without what the document says of many alike and where to read more. */
export function describing(operations: readonly JsonObject[]): (of: JsonObject) => Description {
  const counts = new Map<string, number>()
  for (const operation of operations) {
    for (const paragraph of new Set(paragraphsOf(operation.description))) {
      counts.set(paragraph, (counts.get(paragraph) ?? 0) + 1)
    }
  }
  const most = Math.max(MOST_REPEATED, operations.length * MOST_SHARED)
  return ({ summary, description }) => {
    const title = textOf(summary)
    const all = paragraphsOf(description).filter((paragraph) => paragraph !== title)
    const own = all.filter((paragraph) => (counts.get(paragraph) ?? 0) <= most)
    const first = title !== '' && !own[0]?.startsWith(title) ? [sentence(title)] : []
    const whole = [...first, ...own].join('\n\n')
    const text = cut(whole)
    return {
      text,
      left: [
        ...(own.length < all.length
          ? [
              `Paragraphs that stand in more than ${counted(Math.floor(most), 'operation')} alike are left out of descriptions`,
            ]
          : []),
        ...(sendsElsewhere(description)
          ? ['Links, and sentences that say where to read more, are left out of descriptions']
          : []),
        ...(text === whole ? [] : [`Descriptions were cut at ${LONGEST} characters`]),
      ],
    }
  }
}

const sentence = (text: string): string => (/[.!?:…]$/.test(text) ? text : `${text}.`)

/** Links keep their words: an agent cannot follow them. */
const LINK = /\[([^[\]]{1,300})\]\((?:https?:\/\/|\/|#)[^()\s]{0,500}(?:\s"[^"]{0,200}")?\)/g

/** A sentence that sends its reader elsewhere. */
const ELSEWHERE =
  /(?<![\w,] ?)For (?:more|further|additional) (?:information|details?|info)\b(?:[^.!]|[.!](?=\w)){0,600}[.!]["”)]*\s*/g

const sendsElsewhere = (written: unknown): boolean =>
  typeof written === 'string' &&
  [LINK, ELSEWHERE].some((pattern) => written.slice(0, LOOKED_AT).search(pattern) >= 0)

const paragraphsOf = (written: unknown): string[] =>
  textOf(written)
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.replace(ELSEWHERE, '').trim())
    .filter((paragraph) => paragraph !== '')

const textOf = (written: unknown): string =>
  typeof written === 'string'
    ? written.slice(0, LOOKED_AT).replaceAll('\r\n', '\n').replace(LINK, '$1').trim()
    : ''

/** Cut behind its last whole sentence, or else its last word. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const beginning = text.slice(0, LONGEST - 1)
  const sentenceEnd = Math.max(...['. ', '.\n', '\n\n'].map((end) => beginning.lastIndexOf(end)))
  if (sentenceEnd > LONGEST / 2) return beginning.slice(0, sentenceEnd + 1).trimEnd()
  const word = beginning.lastIndexOf(' ')
  return `${beginning
    .slice(0, word > LONGEST / 2 ? word : LONGEST - 1)
    .trimEnd()
    .toWellFormed()}…`
}
