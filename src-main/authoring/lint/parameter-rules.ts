import { analyser, splitIdentifier } from '../../pipeline/knowledge-base/analyse'
import { abbreviationIn } from './abbreviations'
import { listed, type LintedParameter, type LintedTool } from './linted-tool'
import type { LintRule, Objection } from './rule'

/** What is wrong with what is said of a tool’s parameters. One finding a tool: they are mended together. */
export const PARAMETER_RULES: readonly LintRule[] = [
  {
    id: 'parameter-undescribed',
    severity: 'warning',
    title: 'Parameters not described',
    why: 'A model fills in what it does not understand by guessing.',
    ofTool: ofParameters((parameter) => parameter.said.trim() === '' && !isPlain(parameter), {
      what: (names, { parameters }) =>
        `Nothing is said of ${listed(names)} (${names.length} of ${parameters.length} parameters).`,
      fix: 'Say what each of them means, and in which form it is wanted.',
    }),
  },
  {
    id: 'parameter-is-name',
    severity: 'note',
    title: 'Parameter’s description says no more than its name',
    why: 'A name written again tells neither what is meant nor in which form it is wanted.',
    ofTool: ofParameters(saysOnlyName, {
      what: (names) => `What is said of ${listed(names)} is the name again.`,
      fix: 'Say where the value comes from, in which form it is wanted, or give an example.',
    }),
  },
  {
    id: 'parameter-abbreviated',
    severity: 'note',
    title: 'Parameter’s name abbreviated',
    why: 'A name that is cut short is read wrongly by people, models and searches alike.',
    ofTool: ofParameters(({ name, said }) => abbreviationIn(wordsOf(name), said) !== undefined, {
      what: (names) => `Nothing says what is short in ${listed(names)}.`,
      fix: 'Name it in full, or say in its description what it stands for.',
    }),
  },
]

interface Said {
  what: (names: readonly string[], tool: LintedTool) => string
  fix: string
}

function ofParameters(
  isFault: (parameter: LintedParameter) => boolean,
  { what, fix }: Said,
): NonNullable<LintRule['ofTool']> {
  return (tool): Objection[] => {
    const faults = tool.parameters.filter(isFault)
    if (faults.length === 0) return []
    const names = faults.map(({ path }) => path)
    const about = faults.map(({ path, said }) => `${path}: ${said}`).join('\n')
    return [{ tool: tool.id, where: 'parameters', about, what: what(names, tool), fix }]
  }
}

/** A choice among words explains itself. */
const isPlain = ({ values, type }: LintedParameter): boolean =>
  values.some((value) => typeof value === 'string') || type === 'null'

const wordsOf = (name: string): string[] =>
  splitIdentifier(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const stems = analyser(['split-identifiers', 'stop-words', 'stemming'])
/** Said of any parameter, and so of none. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  stems(
    'parameter argument field value input string text number integer boolean object list array required optional',
  ),
)

function saysOnlyName({ name, said, values, default: usual }: LintedParameter): boolean {
  const words = stems(said)
  // Names that are whole sentences, and what a choice or a usual value explains, need no more.
  if (words.length === 0 || values.length > 0 || usual !== undefined) return false
  const own = new Set(stems(name))
  return words.every((word) => own.has(word) || SAYS_NOTHING.has(word))
}
