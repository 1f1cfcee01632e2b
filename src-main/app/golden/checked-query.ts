import type { WrittenQuery } from '../../contract/golden'
import { GOLDEN } from '../../domain/query/golden-limits'
import type { ExpectedCall, GoldenQuery } from '../../domain/query/golden-set'
import { tierFaults } from '../../domain/query/tier'
import { sameText } from '../../domain/value/same-text'
import { argumentFaults } from '../requests/argument-faults'
import type { Catalog } from '../workspaces/catalog'
import { isSame } from '../editing/written-fields'

/** What is to be said of a query before it is saved. */
export interface CheckedQuery {
  /** Why it cannot be a golden query. */
  faults: string[]
  /** What to know of it that refuses nothing. */
  notices: string[]
}

type Written = Omit<WrittenQuery, 'id'>

/**
 * Holds a query against the catalog and the bounds of what is written here. What its editor left as
 * it was, tools that are gone among it, is no fault.
 */
export function checkedQuery(
  query: Written,
  { catalog, base }: { catalog: Catalog; base?: GoldenQuery | undefined },
): CheckedQuery {
  const notices: string[] = []
  const faults = [
    ...textFaults(query, base),
    ...toolFaults(query, base, catalog),
    ...gradeFaults(query, base),
    ...tagFaults(query, base),
    ...callsFaults(query, { catalog, base, notices }),
  ]
  return { faults, notices }
}

/** By what two queries of one set are the same: what is asked, after the same turns. */
export const contentOf = ({ text, turns = [] }: Pick<GoldenQuery, 'text' | 'turns'>): string =>
  JSON.stringify([sameText(text), ...turns.map(sameText)])

function textFaults({ text, turns = [] }: Written, base: GoldenQuery | undefined): string[] {
  if (text.trim() === '') return ['The query has no text.']
  const texts = [text, ...turns]
  const before = [base?.text, ...(base?.turns ?? [])]
  const isLong = texts.some((one) => one.length > GOLDEN.longestText && !before.includes(one))
  return [
    ...(isLong
      ? [`A query, and what was said before it, is at most ${GOLDEN.longestText} characters long.`]
      : []),
    ...(turns.length > Math.max(GOLDEN.mostTurns, base?.turns?.length ?? 0)
      ? [`At most ${GOLDEN.mostTurns} earlier turns are kept: there are ${turns.length}.`]
      : []),
    ...(turns.some((turn) => turn.trim() === '') ? ['An earlier turn is empty.'] : []),
  ]
}

function toolFaults(
  { tools, noTool }: Written,
  base: GoldenQuery | undefined,
  catalog: Catalog,
): string[] {
  if (tools.length === 0 && !noTool) {
    return ['No tool is named. Name the right ones, or say that no tool is right.']
  }
  if (tools.length > 0 && noTool) {
    return ['It says that no tool is right, and names some. Take them out, or the mark away.']
  }
  const most = Math.max(GOLDEN.mostTools, base?.tools.length ?? 0)
  if (tools.length > most) return [`A golden query names at most ${GOLDEN.mostTools} tools.`]
  return tools
    .filter((id) => !catalog.has(id) && !base?.tools.includes(id))
    .slice(0, 5)
    .map((id) => `There is no tool “${id}” in the catalog.`)
}

function gradeFaults({ tools, grades = {} }: Written, base: GoldenQuery | undefined): string[] {
  if (isSame(grades, base?.grades ?? {})) return []
  const named = new Set<string>(tools)
  return Object.entries(grades).flatMap(([tool, grade]) => {
    if (!named.has(tool)) return [`“${tool}” has a grade and is no right tool.`]
    const fits = grade > 0 && grade <= GOLDEN.highestGrade
    return fits ? [] : [`The grade of “${tool}” is to be above 0, at most ${GOLDEN.highestGrade}.`]
  })
}

function tagFaults({ tags = [], tools }: Written, base: GoldenQuery | undefined): string[] {
  const wrong = tierFaults(tags, tools)
  if (wrong.length > 0) return wrong
  const most = Math.max(GOLDEN.mostTags, base?.tags?.length ?? 0)
  if (tags.length > most) return [`A golden query has at most ${GOLDEN.mostTags} tags.`]
  const long = tags.filter((tag) => tag.length > GOLDEN.longestTag && !base?.tags?.includes(tag))
  if (long.length > 0) return [`A tag is at most ${GOLDEN.longestTag} characters long.`]
  return tags.some((tag) => tag.trim() === '') ? ['A tag is empty.'] : []
}

interface CheckedAgainst {
  catalog: Catalog
  base: GoldenQuery | undefined
  notices: string[]
}

function callsFaults({ tools, calls = [] }: Written, against: CheckedAgainst): string[] {
  const { calls: before = [], tools: rightBefore = [] } = against.base ?? {}
  if (calls.length > Math.max(GOLDEN.mostCalls, before.length)) {
    return [`A golden query has at most ${GOLDEN.mostCalls} expected calls.`]
  }
  return calls.flatMap((call) =>
    // One that was there stays, unless its tool was a right one and is none any more.
    before.some((one) => isSame(one, call)) &&
    (tools.includes(call.tool) || !rightBefore.includes(call.tool))
      ? []
      : callFaults(call, tools, against),
  )
}

function callFaults(
  { tool, arguments: given }: ExpectedCall,
  tools: Written['tools'],
  { catalog, notices }: CheckedAgainst,
): string[] {
  const call = `The call of “${tool}”`
  if (!tools.includes(tool)) return [`${call} is expected, and it is no right tool.`]
  if (JSON.stringify(given).length > GOLDEN.longestArguments) {
    return [`${call} has arguments of more than ${GOLDEN.longestArguments} characters.`]
  }
  if (!catalog.has(tool)) return []
  const checked = argumentFaults(catalog.tool(tool).tool.parameters, given)
  if (checked.unchecked !== undefined) {
    notices.push(`${call} could not be checked: ${checked.unchecked}.`)
  }
  return checked.faults.map(({ path, why }) => `${call} does not fit: ${path || 'they'} ${why}.`)
}
