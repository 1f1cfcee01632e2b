import { byNotes, type LintRule, type LintSubject, type Objection } from '../../authoring/lint/rule'
import { listed, quoted, type LintedTool } from '../../authoring/lint/linted-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { textNumber } from '../../domain/value/text-number'

const FIX = 'Say in a sentence what the tool does, and leave out what is there to be found by.'

/** Words that stand in a description to be found by, and tell nobody what the tool does. */
export const STUFFED_WORDS: LintRule = {
  id: 'stuffed-words',
  severity: 'warning',
  title: 'Description stuffed with words',
  why: 'Such a tool comes first in searches where another one is right, by words alone.',
  ofTool: (tool) =>
    tool.descriptions.flatMap((place) => {
      const what = stuffedIn(place.text)
      return what === undefined
        ? []
        : [{ tool: tool.id, where: place.where, about: place.text, what, fix: FIX }]
    }),
  ofCatalog: byNotes(namesIn, naming),
}

function stuffedIn(text: string): string | undefined {
  const repeated = mostRepeated(text)
  if (repeated) return `It says “${repeated.word}” ${repeated.count} times.`
  const list = keywordsIn(text) ?? rowOfWords(text)
  return list && `It lists ${list.length} words to be found by: ${listed(list)}.`
}

/** Times that one word stands in a text, with its share of all: what no tool says in sentences. */
const MUCH = [
  { times: 5, share: 0.35 },
  { times: 8, share: 0.25 },
]
const FEWEST_WORDS = 5

function mostRepeated(text: string): { word: string; count: number } | undefined {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  if (words.length < FEWEST_WORDS) return undefined
  const counts = new Map<string, number>()
  for (const word of words) if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [word = '', count = 0] = [...counts].reduce(
    (most, one) => (one[1] > most[1] ? one : most),
    ['', 0] as [string, number],
  )
  const isMuch = MUCH.some(({ times, share }) => count >= times && count >= share * words.length)
  return isMuch ? { word, count } : undefined
}

/** Words that sentences are held together by, in languages that are written in Latin letters. */
const COMMON: ReadonlySet<string> = new Set(
  `a an the and or of for to in on at by from with without is are be as it its if not no can will this
  that these those you your we our all any each per via into over when which who what how has have
  der die das den dem des ein eine und oder für von mit zu im in auf aus ist sind nicht wird werden
  le la les un une de du et ou pour avec dans sur est sont pas par au aux que qui
  el los las una y o para con en del al es son no por se lo su
  os as um uma e da do das dos em no na com não
  il lo gli di che non è per della dei het een van voor met op og och av til på i w z do na`.split(
    /\s+/,
  ),
)

/** Words in a row that no sentence of that length would do without a short word or a comma. */
const LONGEST_ROW = 14

function rowOfWords(text: string): string[] | undefined {
  for (const part of text.split(/[^\p{L}\p{N}\s'’-]+/u)) {
    let row: string[] = []
    for (const word of part.split(/\s+/)) {
      if (!/^[a-z][a-z'’-]+$/i.test(word) || COMMON.has(word.toLowerCase())) row = []
      else if (row.push(word) >= LONGEST_ROW) return row
    }
  }
  return undefined
}

/** What a list of words to be found by is called. */
const LABEL =
  /(?:^|[\s(])(?:(?:search|seo|meta|related|matching|trigger) )?(?:keywords?|tags|search terms|synonyms|also known as|hashtags|schlagwörter|stichwörter|mots[- ]clés|palabras clave|palavras-chave|关键词|キーワード|ключевые слова)\s*[:：=]\s*([^\n]{20,})/iu
const FEWEST_LABELLED = 8
/** Words and names between commas, one after another, that say nothing else. */
const FEWEST_LISTED = 15
const LARGEST_LIST = 0.6
const WORDS_OF_ITEM = 3

function keywordsIn(text: string): string[] | undefined {
  const labelled = itemsOf(LABEL.exec(text)?.[1] ?? '')
  if (labelled.length >= FEWEST_LABELLED) return labelled
  const items = itemsOf(text)
  const isMost = items.join(' ').length > LARGEST_LIST * text.length
  return items.length >= FEWEST_LISTED && isMost && !text.includes(':') ? items : undefined
}

/** The short items of a list, without those that hold more than words. */
const itemsOf = (text: string): string[] =>
  text
    .split(/[,;|，、；]|\n/)
    .map((item) => item.trim())
    .filter((item) => /^#?\p{L}[\p{L}\p{M}\p{N} '’-]{2,40}$/u.test(item))
    .filter((item) => item.split(' ').length <= WORDS_OF_ITEM)

/** Names of other tools that one description has without being stuffed with them. */
const MOST_NAMES = 5
const WORD = /(?<![\w/.-])[A-Za-z](?:[\w-]*[A-Za-z0-9])?(?![\w/])/g
/** What is written like a name of a tool: of several words in one. */
const OF_SEVERAL = /[_-][A-Za-z0-9]|[a-z][A-Z]/

interface NamesNoted {
  /** Its own name as a number. */
  own: number
  /** Those of what its description names, where they are many. */
  named: readonly number[]
}

const NOTHING: readonly number[] = []

function namesIn({ name, sent }: LintedTool): NamesNoted {
  const own = textNumber(name)
  const names = (sent.text.match(WORD) ?? []).filter((word) => OF_SEVERAL.test(word))
  const found = new Set(names.map((each) => textNumber(each)))
  found.delete(own)
  return { own, named: found.size > MOST_NAMES ? [...found] : NOTHING }
}

function naming(notes: readonly NamesNoted[], { tools, read }: LintSubject): Objection[] {
  const all = new Set(notes.map(({ own }) => own))
  return notes.flatMap(({ named }, at) => {
    const count = named.filter((name) => all.has(name)).length
    if (count <= MOST_NAMES) return []
    const { description } = read(at).tool
    const what = `It names ${count} other tools: ${quoted(description)}.`
    const tool = idOf(tools[at] as CatalogTool)
    return [{ tool, where: 'description', about: description, what, fix: FIX }]
  })
}
