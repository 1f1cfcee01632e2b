import { splitIdentifier } from '../../pipeline/text/analyse'
import {
  analysersOf,
  listed,
  onceForTool,
  quoted,
  saysOnly,
  type LintedTool,
  type PlacedText,
} from './linted-tool'
import { seemsEnglish, statesPurpose } from './purpose-rules'
import type { LintRule, Objection } from './rule'

/** Characters that some models take of a description; see `exporting/provider-rules.ts`, OpenAI. */
const LONGEST_DESCRIPTION = 1024
/** Of a parameter’s: a paragraph, of which a request bears one for each parameter. */
const LONGEST_PARAMETER = 600
/**
 * Words of the shortest description that tells one tool from others; counted, fewer are a name
 * written again.
 */
const FEWEST_WORDS = 4

/** What is wrong with what an agent is told that a tool does. */
export const DESCRIPTION_RULES: readonly LintRule[] = [
  {
    id: 'description-missing',
    severity: 'error',
    title: 'No description',
    why: 'An agent chooses by the description; without one it has nothing but a name.',
    ofTool: ofSent(({ text }, { name }) =>
      text.trim() === ''
        ? {
            what: `An agent is told nothing of it but its name, ${quoted(name)}.`,
            fix: 'Say what it does, and when to use it.',
          }
        : undefined,
    ),
  },
  {
    id: 'description-short',
    severity: 'warning',
    title: 'Description too short',
    why: 'A few words do not tell a tool from others like it, neither to an agent nor to a search.',
    ofTool: ofSent(({ text }, tool) => {
      const words = wordCount(tool)
      if (words === 0 || words >= FEWEST_WORDS || saysOnlyName(tool)) return undefined
      return {
        what: `${quoted(text)} is all that an agent is told of it.`,
        fix: 'Say what it does, with what, and when to use it.',
      }
    }),
  },
  {
    id: 'description-is-name',
    severity: 'note',
    title: 'Description says no more than the name',
    why: 'A name written again as a sentence adds words to every prompt, and tells nothing.',
    ofTool: ofSent((sent, tool) =>
      saysOnlyName(tool)
        ? {
            what: `${quoted(sent.text)} says nothing that its name does not.`,
            fix: 'Say what comes back, from where, and when to use it.',
          }
        : undefined,
    ),
  },
  {
    id: 'purpose-unstated',
    severity: 'warning',
    title: 'Purpose not stated',
    why: 'A description without a verb says what a tool is, and not what it does for whom asks.',
    ofTool: ofSent((sent, tool) =>
      wordCount(tool) >= FEWEST_WORDS &&
      !saysOnlyName(tool) &&
      !statesPurpose(sent.text, splitIdentifier(tool.name))
        ? {
            what: `${quoted(sent.text)} does not say what it does.`,
            fix: 'Begin with what it does: “Finds …”, “Sends …”.',
          }
        : undefined,
    ),
  },
  {
    id: 'text-long',
    severity: 'note',
    title: 'Text too long',
    why: 'Every request carries all of it, and some models refuse descriptions beyond 1,024 characters.',
    ofTool: (tool) => [...longDescription(tool), ...longParameters(tool)],
  },
]

/** A rule about what an agent is told of a tool. */
function ofSent(
  faultOf: (sent: PlacedText, tool: LintedTool) => Pick<Objection, 'what' | 'fix'> | undefined,
): NonNullable<LintRule['ofTool']> {
  return (tool) => {
    const fault = faultOf(tool.sent, tool)
    const { where, text } = tool.sent
    return fault ? [{ tool: tool.id, where, about: text, ...fault }] : []
  }
}

const plain = analysersOf([])
const stemming = analysersOf(['split-identifiers', 'stop-words', 'stemming'])
const stems = stemming.ofDocument

/** Words of what an agent is told of a tool, as far as it takes to see that they are enough. */
const wordCount = onceForTool(({ sent }) => {
  let count = 0
  for (const chunk of sent.text.split(/\s+/)) {
    count += plain.ofChunk(chunk).length
    if (count >= FEWEST_WORDS) break
  }
  return count
})

/** Words that say nothing of a tool, for they fit every one. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  stems(
    'get gets retrieve retrieves fetch fetches return returns provide provides information info data detail details api tool function method endpoint plugin call calls use used using given specific specified related various some user users request',
  ),
)

/** Whether all that an agent is told in English of a tool is in the tool’s name. */
const saysOnlyName = onceForTool((tool) => {
  const { text } = tool.sent
  const { name, server } = tool.entry.tool
  const own = new Set(stems(`${name} ${server ?? ''}`))
  const isSaid = (word: string) => own.has(word) || SAYS_NOTHING.has(word)
  if (!saysOnly(text, stemming, isSaid)) return false
  return seemsEnglish(text) || wordCount(tool) < FEWEST_WORDS
})

function longDescription({ id, sent: { where, text } }: LintedTool): Objection[] {
  if (text.length <= LONGEST_DESCRIPTION) return []
  return [
    {
      tool: id,
      where,
      about: text,
      what: `It has ${text.length} characters.`,
      fix: `Write at most ${LONGEST_DESCRIPTION} into the model-facing description; what helps to find it may stand in the retrieval description.`,
    },
  ]
}

function longParameters({ id, parameters }: LintedTool): Objection[] {
  const long = parameters.filter(({ description }) => description.length > LONGEST_PARAMETER)
  if (long.length === 0) return []
  return [
    {
      tool: id,
      where: 'parameters',
      about: long.map((one) => one.description).join('\n'),
      what: `${listed(long.map(({ path, description }) => `${path} (${description.length} characters)`))}: more than ${LONGEST_PARAMETER} characters.`,
      fix: 'Say what it is and in which form it is wanted; leave the rest to the documentation.',
    },
  ]
}
