import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { analyser, splitIdentifier } from '../../pipeline/text/analyse'
import { isVerbForm } from '../lint/verb-forms'

/** A thing that tools of a catalog work with, and the tools whose names say it. */
export interface CatalogNoun {
  /** As names say it most often. */
  noun: string
  tools: ToolId[]
}

const stemsOf = analyser(['stop-words', 'stemming'])

/** Within a name, what stands before one of these is a thing of its own: `add_label_to_issue`. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  'to for from in into by of on at with without within as per via'.split(' '),
)
/** Words of names that say of no thing what it is. */
const GENERAL = new Set(
  'api tool tools function service services plugin app apps data info information all id ids name names list item items details get set new'.split(
    ' ',
  ),
)

/**
 * The words by which a name calls its things, each the last of a run: `list_channel_messages` is of
 * messages. The verb stands before them, or behind them as in `message_send`.
 */
export function nounsOf(name: string): string[] {
  const nouns: string[] = []
  let last: string | undefined
  for (const word of [...withoutVerb(wordsOf(name)), 'to']) {
    if (PREPOSITIONS.has(word)) {
      if (last !== undefined) nouns.push(last)
      last = undefined
    } else if (isThing(word)) last = word
  }
  return nouns
}

/** The words of a name, in small letters. */
export const wordsOf = (name: string): string[] =>
  splitIdentifier(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function withoutVerb(words: readonly string[]): readonly string[] {
  if (words.length < 2) return words
  if (isVerbForm(words[0] ?? '')) return words.slice(1)
  return isVerbForm(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

/** Whether a word of a name can say what the name is of. */
export const isThing = (word: string): boolean =>
  word.length >= 3 && /^\p{L}+$/u.test(word) && !GENERAL.has(word) && stemsOf(word).length > 0

/** By which a noun is the same in one and in many. */
export const stemOfNoun = (noun: string): string => stemsOf(noun).join(' ')

/**
 * The nouns of a catalog, by their stems. A tool has those that its name ends on, and those of
 * others that stand anywhere in it: `list_channel_messages` is of channels as well, where another
 * tool finds channels.
 */
export function catalogNouns(tools: readonly CatalogTool[]): Map<string, CatalogNoun> {
  const forms = new Map<string, Map<string, number>>()
  for (const { tool } of tools) {
    for (const noun of nounsOf(tool.name)) {
      const counts = forms.get(stemOfNoun(noun)) ?? new Map<string, number>()
      forms.set(stemOfNoun(noun), counts.set(noun, (counts.get(noun) ?? 0) + 1))
    }
  }
  const nouns = new Map<string, CatalogNoun>()
  for (const [stem, counts] of forms) {
    const [[noun = ''] = []] = [...counts].toSorted(
      ([a, times], [b, more]) => more - times || a.length - b.length || (a < b ? -1 : 1),
    )
    nouns.set(stem, { noun, tools: [] })
  }
  for (const entry of tools) {
    const words = new Set(stemsOf(wordsOf(entry.tool.name).join(' ')))
    for (const word of words) nouns.get(word)?.tools.push(idOf(entry))
  }
  return nouns
}
