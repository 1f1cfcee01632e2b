import { sameText } from '../../domain/value/same-text'
import { listed, lintedTool, quoted, type LintedTool, type PlacedText } from './linted-tool'
import type { LintRule, LintSubject, Objection, Pause } from './rule'

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
    ofCatalog: boilerplate,
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

function isPlaceholder(text: string): boolean {
  if (SUSPECT.test(text) && PART_PLACEHOLDER.test(text)) return true
  if (text.length > LONGEST_WHOLE) return false
  const words = bare(text)
  // Dots, dashes and question marks alone.
  if (words === '') return text.trim() !== ''
  return WHOLE_PLACEHOLDER.test(words)
}

const FIX = 'Write what was meant to stand there, or nothing.'

const left = ({ id }: LintedTool, { where, text }: PlacedText): Objection => ({
  ...{ tool: id, where, about: text, fix: FIX },
  what: `${quoted(text)} stands for a text that was not written.`,
})

function leftInParameters({ id, parameters }: LintedTool): Objection[] {
  const faults = parameters.filter(({ said }) => said !== '' && isPlaceholder(said))
  if (faults.length === 0) return []
  const told = faults.map(({ path, said }) => `${path}: ${quoted(said, 40)}`)
  return [
    {
      ...{ tool: id, where: 'parameters', about: told.join('\n'), fix: FIX },
      what: `${listed(told, 3)} ${faults.length === 1 ? 'stands' : 'stand'} for a text that was not written.`,
    },
  ]
}

/** Words of a sentence that is worth telling, and tools that have it: fewer are a likeness of theirs. */
const [FEWEST_WORDS, FEWEST_TOOLS] = [5, 5]
/** Sentences of one description that are looked at. */
const MOST_SENTENCES = 60

async function boilerplate(subject: LintSubject, pause: Pause): Promise<Objection[]> {
  const tools = new Map<string, { text: string; in: { tool: LintedTool; rest: string }[] }>()
  for (const entry of subject.tools) {
    const tool = lintedTool(entry)
    const sentences = [...new Set(sentencesOf(tool.sent.text))]
    for (const sentence of sentences) {
      const key = sameText(sentence)
      const found = tools.get(key) ?? { text: sentence, in: [] }
      // Two tools that say the same in all are alike, which another rule tells.
      found.in.push({ tool, rest: sentences.filter((other) => other !== sentence).join(' ') })
      tools.set(key, found)
    }
    await pause()
  }
  return [...tools.values()].flatMap(({ text, in: all }) => {
    const several = new Set(all.map(({ rest }) => sameText(rest))).size
    const [first] = all
    if (!first || all.length < FEWEST_TOOLS || several < FEWEST_TOOLS) return []
    return [
      {
        ...{ tool: first.tool.id, where: quoted(text), about: text },
        what: `${all.length} descriptions hold ${quoted(text, 160)}: ${listed(all.map(({ tool }) => tool.id))}.`,
        fix: 'Say it once, where agents are told of all tools, and leave it out of each.',
      },
    ]
  })
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= FEWEST_WORDS)
