import type { GoldenQuery } from '../../domain/query/golden-set'
import { tierFaults, tiersTagged, type Tier } from '../../domain/query/tier'
import { COMPONENTS } from '../../domain/tool/document'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import { clausesOf } from '../../pipeline/recipes/clauses'
import { analyser, ANALYSER_STEPS } from '../../pipeline/text/analyse'
import { isOtherLanguage } from './other-language'

type Asked = Pick<GoldenQuery, 'text' | 'tools' | 'tags'>

/** A query shares so much of its words with what a right tool says, or less, where it is vague. */
const VAGUE = 0.2

const termsOf = analyser(ANALYSER_STEPS)

/**
 * How queries are worded, against a catalog: by the tag that a person gave, unless it contradicts
 * the right tools or another tag, else by rule, the first that holds of: no tool is right, it is in
 * another language, it asks for several things or needs several tools, it says the name of a right
 * tool, it shares hardly a word with any, it shares some.
 */
export function tierReader(
  toolOf: (id: ToolId) => CatalogTool | undefined,
): (query: Asked) => { tier: Tier; isByHand: boolean } {
  const known = new Map<ToolId, { name: readonly string[]; said: ReadonlySet<string> }>()
  const read = (id: ToolId) => {
    const entry = toolOf(id)
    const found = known.get(id) ?? {
      name: entry ? termsOf(entry.tool.name) : [],
      said: new Set(entry ? termsOf(documentText(entry, SAID)) : []),
    }
    known.set(id, found)
    return found
  }
  const byRule = ({ text, tools }: Asked): Tier => {
    if (tools.length === 0) return 'none'
    if (isOtherLanguage(text)) return 'other-language'
    if (tools.length > 1 || clausesOf(text).wishes.length > 1) return 'compound'
    const asked = [...new Set(termsOf(text))]
    const right = tools.map(read)
    if (right.some(({ name }) => name.length > 0 && name.every((term) => asked.includes(term)))) {
      return 'exact'
    }
    const shares = right.map(({ said }) => asked.filter((term) => said.has(term)).length)
    return Math.max(...shares) <= VAGUE * asked.length ? 'vague' : 'paraphrased'
  }
  return (query) => {
    const isBelieved = tierFaults(query.tags, query.tools).length === 0
    const [tagged] = isBelieved ? tiersTagged(query.tags) : []
    return tagged ? { tier: tagged, isByHand: true } : { tier: byRule(query), isByHand: false }
  }
}

/** What a tool says in its own words: questions and topics are written after requests. */
const SAID = COMPONENTS.filter((component) => component !== 'questions' && component !== 'topics')
