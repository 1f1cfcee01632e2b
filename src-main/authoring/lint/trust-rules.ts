import type { JsonValue } from '../../domain/tool'
import { hiddenIn, invisibleIn } from './hidden-text'
import { quoted, type LintedTool } from './linted-tool'
import type { PlacedText } from './texts'
import type { LintRule, Objection } from './rule'
import { maySpeakToModel, saidAgainstUser, saidBeforeOthers, type Said } from './told-to-model'

/** Text that is meant for a model and not for the people who read the catalog. */
export const TRUST_RULES: readonly LintRule[] = [
  {
    id: 'speaks-to-model',
    severity: 'error',
    title: 'Text that orders a model about',
    why: 'A model may obey what stands in a tool’s definition: such text turns it against the people who use it (prompt injection).',
    ofTool: spoken(saidAgainstUser, 'Take it out, and do not trust where the tool came from.'),
  },
  {
    id: 'claims-priority',
    severity: 'warning',
    title: 'Tool that puts itself before others',
    why: 'A tool that asks to be called always or first is called where another one is right.',
    ofTool: spoken(
      saidBeforeOthers,
      'Say when to use it; what has to be called before it belongs among its edges.',
    ),
  },
  {
    id: 'hidden-text',
    severity: 'error',
    title: 'Hidden text',
    why: 'Characters that show nothing are read by a model all the same, and can hold an instruction.',
    ofTool: hidden,
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
  ...{ tool: id, where, about: text },
})

/** One finding a place: what is said twice is mended at once. */
function spoken(saidIn: (text: string) => Said | undefined, fix: string) {
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

const suspects = new WeakMap<LintedTool, boolean>()

/** Looked at once for both rules: all texts at once take a tenth of the time of each by itself. */
function isSuspect(tool: LintedTool): boolean {
  const known = suspects.get(tool) ?? maySpeakToModel(tool.texts.map(({ text }) => text).join('\n'))
  suspects.set(tool, known)
  return known
}

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
      ...{ tool: tool.id, where: 'its source', about: removed },
      what: `Its file held ${removed}. The import left them out; an agent that is given the tool by its server is sent them.`,
      fix: FIX,
    },
  ]
}

/** The texts of a tool by the place they stand in, those of one place together. */
const held = (tool: LintedTool): PlacedText[] =>
  [...Map.groupBy(tool.texts.filter(isNotPlain), ({ where }) => where)].map(([where, texts]) => ({
    where,
    text: texts.map(({ text }) => text).join('\n'),
  }))

const isNotPlain = ({ text }: PlacedText): boolean => /[^\t\n\r -~]/.test(text)

/** Characters of an entry that are looked at. */
const LONGEST_ENTRY = 1_000_000

const removedFrom = (entry: JsonValue): string | undefined =>
  hiddenIn(JSON.stringify(entry).slice(0, LONGEST_ENTRY))
