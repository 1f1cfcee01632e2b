import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { textNumber } from '../../domain/value/text-number'
import { listed, lintedTool, quoted, type LintedTool, type PlacedText } from './linted-tool'
import { byNotes, type LintRule, type LintSubject, type Objection, type Pause } from './rule'

/** Text that was never written, or that was written for all tools at once. */
export const WORDING_RULES: readonly LintRule[] = [
  {
    id: 'placeholder',
    severity: 'error',
    title: 'Placeholder left in the text',
    why: 'What was to be written later is what agents are sent now.',
    ofTool: (tool) => [
      ...tool.descriptions
        .filter(({ text }) => isPlaceholder(text))
        .map((each) => left(tool, each)),
      ...leftInParameters(tool),
    ],
  },
  {
    id: 'boilerplate',
    severity: 'note',
    title: 'Same sentence in many descriptions',
    why: 'What every tool says tells none from the others, costs tokens in each, and makes them alike to a search.',
    ofCatalog: byNotes(numbersOf, boilerplate),
  },
]

/** Texts that stand for one that is to come, without punctuation around them. */
const WHOLE_PLACEHOLDER = new RegExp(
  `^(?:${[
    'todo|tbd|tba|fixme|xxx+|wip|n/?a|none|null|nil|undefined|placeholder|dummy|sample|foo|bar|baz|asdf|qwerty|blah(?: blah)*',
    'test(?:ing)?(?: tool| description)?|(?:a )?description|desc|coming soon|work in progress|not (?:yet )?(?:documented|available|described)',
    'no description(?: (?:available|provided|given|yet|found))?|to be (?:done|defined|determined|added|written|completed)',
    '(?:add|insert|enter|write|put|provide|your|some|the|tool|function|parameter)(?: an?| the| your)?(?: tool| function| parameter)? description(?: goes)?(?: here)?',
    'description(?: goes)? here|change ?me|fill (?:me )?in|lorem ipsum.*',
  ].join('|')})$`,
)
/** The same within a text that says something. */
const PART_PLACEHOLDER =
  /\b(?:TODO|FIXME|TBD)\b\s*[:)\]]|[([]\s*(?:TODO|TBD|FIXME)\b|^\s*(?:TODO|FIXME|TBD)\b\s*[-–:]|\blorem ipsum\b|[<[{]\s*(?:insert|your|add|enter|fill in)\s[^<>[\]{}]{1,60}here\s*[>\]}]|\b(?:insert|your|add) (?:a |the )?description here\b/i

const bare = (text: string): string =>
  sameText(text).replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '')

/** What a text without a placeholder in it mostly lacks. */
const SUSPECT = /todo|fixme|tbd|lorem|here/i
/** Characters of the longest text that is a placeholder and nothing else. */
const LONGEST_WHOLE = 80

/** What every text that is a placeholder has in it, but for those without a word. */
const WHOLE_SUSPECT =
  /todo|tb[da]|fixme|xxx|wip|(?<![a-z])n\/?a(?![a-z])|none|null|nil|undefined|placeholder|dummy|sample|foo|ba[rz]|asdf|qwerty|blah|test|desc|coming|progress|documented|available|to\s+be|change|fill|lorem/i
const WORD = /[^\s\p{P}\p{S}]/u

function isPlaceholder(text: string): boolean {
  if (SUSPECT.test(text) && PART_PLACEHOLDER.test(text)) return true
  if (text.length > LONGEST_WHOLE || (!WHOLE_SUSPECT.test(text) && WORD.test(text))) return false
  const words = bare(text)
  // Dots, dashes and question marks alone.
  if (words === '') return text.trim() !== ''
  return WHOLE_PLACEHOLDER.test(words)
}

const FIX = 'Write what was meant to stand there, or nothing.'

const left = ({ id }: LintedTool, { where, text }: PlacedText): Objection => ({
  tool: id,
  where,
  about: text,
  fix: FIX,
  what: `${quoted(text)} stands for a text that was not written.`,
})

function leftInParameters({ id, parameters }: LintedTool): Objection[] {
  const faults = parameters.filter(({ said }) => said !== '' && isPlaceholder(said))
  if (faults.length === 0) return []
  const told = faults.map(({ path, said }) => `${path}: ${quoted(said, 40)}`)
  return [
    {
      tool: id,
      where: 'parameters',
      about: told.join('\n'),
      fix: FIX,
      what: `${listed(told, 3)} ${faults.length === 1 ? 'stands' : 'stand'} for a text that was not written.`,
    },
  ]
}

/**
 * Words of a sentence that is worth telling, and tools that have it: fewer are a likeness of
 * theirs.
 */
const FEWEST_WORDS = 5
const FEWEST_TOOLS = 5
/** Sentences of one description that are looked at. */
const MOST_SENTENCES = 60

/**
 * A sentence, and all else that its description says, as numbers: one after the other for each
 * sentence of a tool.
 */
type SentenceNumbers = readonly number[]

function numbersOf({ sent }: LintedTool): SentenceNumbers {
  const sentences = sentencesOf(sent.text)
  return sentences.flatMap((sentence) => {
    const rest = sameText(sentences.filter((other) => other !== sentence).join(' '))
    return [textNumber(sameText(sentence)), textNumber(rest)]
  })
}

/** The tools that say a sentence, by their places, and how many different texts it stands in. */
interface Sayers {
  tools: number[]
  rests: Set<number>
}

async function boilerplate(
  notes: readonly SentenceNumbers[],
  { tools, read }: LintSubject,
  pause: Pause,
): Promise<Objection[]> {
  const sayers = await sayersOf(notes, pause)
  return [...sayers].flatMap(([sentence, { tools: all, rests }]) => {
    // Two tools that say the same in all are alike, which another rule tells.
    if (rests.size < FEWEST_TOOLS) return []
    const first = lintedTool(read(all[0] as number))
    const text = sentencesOf(first.sent.text).find(
      (each) => textNumber(sameText(each)) === sentence,
    )
    if (text === undefined) return []
    const ids = all.map((at) => idOf(tools[at] as CatalogTool))
    return [
      {
        tool: first.id,
        where: quoted(text),
        about: text,
        what: `${all.length} descriptions hold ${quoted(text, 160)}: ${listed(ids)}.`,
        fix: 'Say it once, where agents are told of all tools, and leave it out of each.',
      },
    ]
  })
}

/** Who says each sentence that enough tools say. */
async function sayersOf(
  notes: readonly SentenceNumbers[],
  pause: Pause,
): Promise<Map<number, Sayers>> {
  const counts = new Map<number, number>()
  for (const numbers of notes) {
    for (let at = 0; at < numbers.length; at += 2) {
      const sentence = numbers[at] as number
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
    }
    await pause()
  }
  const sayers = new Map<number, Sayers>()
  for (const [tool, numbers] of notes.entries()) {
    for (let at = 0; at < numbers.length; at += 2) {
      const sentence = numbers[at] as number
      if ((counts.get(sentence) ?? 0) < FEWEST_TOOLS) continue
      const known = sayers.get(sentence) ?? { tools: [], rests: new Set() }
      known.tools.push(tool)
      known.rests.add(numbers[at + 1] as number)
      sayers.set(sentence, known)
    }
    await pause()
  }
  return sayers
}

/** Those of some length, each once. */
const sentencesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/(?<=[.!?])\s+|\n+/)
      .slice(0, MOST_SENTENCES)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(/\s+/).length >= FEWEST_WORDS),
  ),
]
