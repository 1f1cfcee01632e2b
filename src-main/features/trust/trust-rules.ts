import type { JsonValue } from '../../domain/tool/tool'
import { hidesBy, withoutFlags, withoutHidden } from '../../domain/value/hidden-characters'
import {
  onceForTool,
  quoted,
  type LintedTool,
  type PlacedText,
} from '../../authoring/lint/linted-tool'
import { STUFFED_WORDS } from './stuffed-words'
import type { LintRule, Objection } from '../../authoring/lint/rule'
import {
  maySpeakToModel,
  instructionAgainstUser,
  instructionBeforeOthers,
  type Instruction,
} from '../../authoring/lint/instructions-to-model'

/** Text that is meant for a model and not for the people who read the catalog. */
export const TRUST_RULES: readonly LintRule[] = [
  STUFFED_WORDS,
  {
    id: 'speaks-to-model',
    severity: 'error',
    title: 'Text that orders a model about',
    why: 'A model may obey what stands in a tool’s definition: such text turns it against the people who use it (prompt injection).',
    ofTool: spoken(
      instructionAgainstUser,
      'Take it out, and do not trust where the tool came from.',
    ),
  },
  {
    id: 'claims-priority',
    severity: 'warning',
    title: 'Tool that puts itself before others',
    why: 'A tool that asks to be called always or first is called where another one is right.',
    ofTool: spoken(
      instructionBeforeOthers,
      'Say when to use it; what has to be called before it belongs among its edges.',
    ),
  },
  {
    id: 'hidden-text',
    severity: 'error',
    title: 'Hidden text',
    why: 'Characters that show nothing are read by a model all the same, and can hold an instruction.',
    ofTool: (tool) => [...hidden(tool), ...unseen(tool)],
  },
  {
    id: 'invisible-characters',
    severity: 'note',
    title: 'Invisible characters',
    why: 'Two texts that look alike are not the same to a search, nor to a model.',
    ofTool: (tool) =>
      held(tool).flatMap((place) => {
        const count = hiddenIn(place.text) === undefined ? invisibleIn(place.text) : 0
        if (count === 0) return []
        const characters = count === 1 ? '1 character' : `${count} characters`
        const what = `It holds ${characters} that show nothing, such as a zero-width space.`
        return [{ ...placed(tool, place), what, fix: 'Type the text anew without them.' }]
      }),
  },
]

const placed = ({ id }: LintedTool, { where, text }: PlacedText) => ({
  tool: id,
  where,
  about: text,
})

/** One finding a place: what is said twice is mended at once. */
function spoken(saidIn: (text: string) => Instruction | undefined, fix: string) {
  return (tool: LintedTool): Objection[] => {
    if (!isSuspect(tool)) return []
    const found = new Map<string, Objection>()
    for (const place of tool.texts) {
      if (found.has(place.where)) continue
      const said = saidIn(place.text)
      if (!said) continue
      const what = `It ${said.says}: ${quoted(said.words, 120)}.`
      found.set(place.where, { ...placed(tool, place), what, fix })
    }
    return [...found.values()]
  }
}

/** Looked at once for both rules: all texts at once take a tenth of the time of each by itself. */
const isSuspect = onceForTool((tool) => maySpeakToModel(allTexts(tool)))

const allTexts = onceForTool(({ texts }) => texts.map(({ text }) => text).join(' | '))

const FIX = 'Take it out, and do not trust where the tool came from.'

function hidden(tool: LintedTool): Objection[] {
  const here = held(tool).flatMap((place) => {
    const what = hiddenIn(place.text)
    return what === undefined
      ? []
      : [{ ...placed(tool, place), what: `It holds ${what}.`, fix: FIX }]
  })
  const removed = here.length === 0 ? removedFrom(tool.entry.tool.source.entry) : undefined
  if (removed === undefined) return here
  return [
    {
      tool: tool.id,
      where: 'its source',
      about: removed,
      what: `Its file held ${removed}. The import left them out; an agent that is given the tool by its server is sent them.`,
      fix: FIX,
    },
  ]
}

/** What a page on which the text is shown does not show: comments, and what stands far outside. */
function unseen(tool: LintedTool): Objection[] {
  if (!MAY_BE_UNSEEN.test(allTexts(tool))) return []
  return tool.texts.flatMap((place) => {
    const what = unseenIn(place.text)
    return what === undefined
      ? []
      : [{ ...placed(tool, place), what: `It holds ${what}.`, fix: FIX }]
  })
}

const MAY_BE_UNSEEN = /<!--|style\s*=|\s{40}|\[(?:\/\/|comment)\]:/
const COMMENT = /<!--([^]{1,2000}?)(?:-->|$)|\[(?:\/\/|comment)\]:\s*(?:#|<>)\s*([^\n]{1,2000})/gi
/** Of whom a comment is meant for a model, or what is to be done. */
const TO_MODEL =
  /\b(?:assistant|model|agents?|llms?|ai|user|you|your|ignore|upload|send|forward|call|always|never|must|instructions?|secret|do not|don't|before|first)\b|https?:|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Cyrillic}|\b(?:immer|niemals|sende|benutzer|toujours|jamais|envoie[rz]?|utilisateur|siempre|nunca|usuario|sempre)\b/iu
const NOT_SHOWN =
  /<[a-z]+[^>]{0,200}style\s*=[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)[^>]{0,200}>/i
/** Further to the right or below than anyone looks. */
const FAR_AWAY = /\S(?:[^\S\n]{200,}|(?:[^\S\n]*\n){40,}[^\S\n]*)(\S[^\n]{10,})/

/** What tools of a page are told in comments is a word or two. */
const isSentence = (text: string): boolean =>
  /\S\s+\S+\s+\S/.test(text.trim()) || /\p{Script=Han}{4}/u.test(text)

function unseenIn(text: string): string | undefined {
  for (const [, html, markdown] of text.matchAll(COMMENT)) {
    const comment = html ?? markdown ?? ''
    if (isSentence(comment) && TO_MODEL.test(comment))
      return `a comment that a page does not show: ${quoted(comment)}`
  }
  if (NOT_SHOWN.test(text)) return 'markup that shows nothing'
  const far = FAR_AWAY.exec(text)?.[1]
  return far === undefined ? undefined : `words far outside of what is shown: ${quoted(far)}`
}

/** The texts of a tool by the place they stand in, those of one place together. */
const held = (tool: LintedTool): PlacedText[] =>
  PLAIN.test(allTexts(tool))
    ? []
    : [...Map.groupBy(tool.texts.filter(isNotPlain), ({ where }) => where)].map(
        ([where, texts]) => ({
          where,
          text: texts.map(({ text }) => text).join('\n'),
        }),
      )

const isNotPlain = ({ text }: PlacedText): boolean => /[^\t\n\r -~]/.test(text)

/** Characters of an entry that are looked at. */
const LONGEST_ENTRY = 1_000_000

const removedFrom = (entry: JsonValue): string | undefined =>
  hiddenIn(JSON.stringify(entry).slice(0, LONGEST_ENTRY))

const PLAIN = /^[\t\n\r -~]*$/
/** What a text hides from those who read it: its words where they can be told. */
function hiddenIn(text: string): string | undefined {
  const by = hidesBy(text)
  if (by === 'tags') return `words that show nothing: “${fromTags(withoutFlags(text))}”`
  if (by === 'turning') return 'marks that turn the direction of writing'
  return by === 'run' ? 'many characters in a row that show nothing' : undefined
}

/** As much as a finding bears. */
const LONGEST = 200

const fromTags = (text: string): string =>
  [...text]
    .map((each) => (each.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code <= 0x7e)
    .slice(0, LONGEST)
    .map((code) => String.fromCodePoint(code))
    .join('')

/** How many characters of a text show nothing and should not be there. */
function invisibleIn(text: string): number {
  const told = withoutFlags(text)
  return told.length - withoutHidden(told).length
}
