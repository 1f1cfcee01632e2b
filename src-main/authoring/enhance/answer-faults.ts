import { bareText } from '../../domain/same-text'
import { parametersOf } from '../../domain/schema-parameters'
import { TEXT_PROPOSALS } from '../../domain/proposal-bounds'
import type { ProposedPart } from '../../domain/text-proposal'
import type { CatalogTool } from '../../domain/tool'
import type { TextsFault } from '../../pipeline/prompts/tool-to-enhance'
import { saidAgainstUser, saidBeforeOthers } from '../lint/told-to-model'
import { otherLanguage } from './language'
import { sayTheSame } from './new-texts'
import { isOwnText } from './own-texts'

/** Why the texts of a model's answer for one part of a tool are not proposed, in words that follow the part; undefined where they are. */
export function answerFault(entry: CatalogTool, part: ProposedPart): TextsFault {
  const most = longestOf(part)
  return (answered) => {
    const texts = answered.filter((text) => text.trim() !== '')
    if (texts.length === 0) return answered.length > 0 ? 'is empty' : 'has none'
    if (answered.length > TEXT_PROPOSALS.mostEntries)
      return `has more than ${TEXT_PROPOSALS.mostEntries}`
    if (texts.some((text) => text.length > most)) return `is longer than ${most} characters`
    const worded = texts.filter((text) => bareText(text) !== '')
    if (worded.length === 0) return 'has no words'
    if (worded.every(isOwnText(entry, part))) return REPEATS
    const whole = texts.join('\n')
    const said = firstSaid(texts)
    if (said !== undefined) return `${said}: a text of a tool must not`
    const language = otherLanguage(whole, textsOfTool(entry))
    if (language !== undefined) return `is ${language}, which the tool’s texts are not`
    return isText(part) ? repeats(entry, whole) : undefined
  }
}

/** Parts that are one text, and are to say something new as a whole. */
const TEXTS: readonly ProposedPart[] = ['description', 'whenToUse', 'limits']
const isText = (part: ProposedPart): boolean => TEXTS.includes(part)

function longestOf(part: ProposedPart): number {
  const { description, whenToUse, limits, parameter, entry } = TEXT_PROPOSALS.longest
  if (part === 'parameters') return parameter
  return { description, whenToUse, limits }[part as 'description'] ?? entry
}

/** What any of the texts, alone or put together, tells a model. */
function firstSaid(texts: readonly string[]): string | undefined {
  for (const text of [...texts, texts.join(' ')]) {
    const said = saidAgainstUser(text) ?? saidBeforeOthers(text)
    if (said) return said.says
  }
  return undefined
}

const REPEATS = 'repeats what the tool says already'

function repeats({ tool, layer }: CatalogTool, text: string): string | undefined {
  const known = [tool.description, layer.description, layer.whenToUse, layer.limits]
  return known.some((each) => each && sayTheSame(each, text)) ? REPEATS : undefined
}

/** What a tool says in sentences; names are in no language. */
const textsOfTool = ({ tool, layer }: CatalogTool): string =>
  [
    tool.description,
    ...[layer.description ?? '', layer.whenToUse ?? '', ...(layer.questions ?? [])],
    ...parametersOf(tool.parameters).parameters.map(({ description }) => description),
    ...tool.examples.flatMap(({ intent }) => intent ?? []),
  ].join('\n')
