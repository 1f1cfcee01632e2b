import { lintSubject } from '../../src-main/app/lint/lint-subject'
import { rowsOf, rulesOf, type LintChoices } from '../../src-main/app/lint/findings'
import { matching } from '../../src-main/app/lint/actions'
import { similarTools } from '../../src-main/authoring/confusable/similar-tools'
import { purposeFirst } from '../../src-main/authoring/lint/purpose-rules'
import { lint } from '../../src-main/authoring/lint/lint'
import { CORE_RULES } from '../../src-main/authoring/lint/registry'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { dependenciesOf } from '../../src-main/domain/tool/catalog-tool'
import { findingKey, type SetAsideFinding } from '../../src-main/domain/catalog/lint'
import type { CatalogTool, ToolId } from '../../src-main/domain/tool/tool'
import { quarters } from './linted'
import { commonTexts } from '../../src-main/pipeline/knowledge-base/common-texts'
import { toolGraph } from '../../src-main/domain/graph/tool-graph'
import type { Answers } from './bridge-script'
import { queueAnswer } from './queue-answers'
import { changesKept } from './undo-answers'

const pause = () => Promise.resolve()

/** What lint finds in a catalog and what is chosen about it, by the rules of the app. */
export function lintAnswers(catalog: CatalogTool[], changes = changesKept()): Answers {
  const off = new Set<string>()
  const setAside = new Map<string, SetAsideFinding>()
  const choices: LintChoices = { off, setAside }
  const putBack = (as: ReadonlyMap<string, SetAsideFinding>) => {
    setAside.clear()
    for (const [key, finding] of as) setAside.set(key, finding)
  }
  /** Notes what is set aside now as another step from what was. */
  const noted = (before: ReadonlyMap<string, SetAsideFinding>) => {
    const now = new Map(setAside)
    return changes.note(
      () => putBack(before),
      () => putBack(now),
    )
  }
  const findings = () => {
    const graph = toolGraph(
      catalog.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })),
    )
    return lint(CORE_RULES, lintSubject(catalog, graph, { tokensOf: quarters }), pause)
  }
  return {
    'queue.list': () => queueAnswer(),
    'lint.run': async ({
      tool: of,
      offset = 0,
      limit = 200,
      search = '',
      show = 'open',
      ...only
    }) => {
      const rows = rowsOf(await findings(), choices)
      const ofTool = rows.filter((row) => of === undefined || row.tool === of || row.other === of)
      const found = ofTool.filter(matching({ ...only, search, show }))
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit),
        rules: rulesOf(CORE_RULES, ofTool, choices),
        remarks: [],
      }
    },
    'lint.mend': async ({ tool }) => {
      const entry = catalog.find((one) => one.tool.id === tool)
      const description = entry && purposeFirst(entry, await commonTexts(catalog))
      return description === undefined ? {} : { layer: { ...entry?.layer, description } }
    },
    'lint.switch': ({ rules, isOn }) => {
      for (const rule of rules) off[isOn ? 'delete' : 'add'](rule)
      return { off: [...off].sort() }
    },
    'lint.setAside': async ({ findings: asked, reason }) => {
      const marks = new Map((await findings()).map((each) => [findingKey(each), each.mark]))
      const good = asked.filter((each) => marks.get(findingKey(keyed(each))) === each.mark)
      const before = new Map(setAside)
      for (const each of good) {
        setAside.set(findingKey(keyed(each)), { ...each, ...keyed(each), reason, at: AT })
      }
      const counted = { setAside: good.length, passedOver: asked.length - good.length }
      return { ...counted, ...noted(before) }
    },
    'lint.takeBack': ({ findings: asked }) => {
      const before = new Map(setAside)
      const takenBack = asked.filter((each) => setAside.delete(findingKey(keyed(each)))).length
      return { takenBack, ...noted(before) }
    },
    ...changes.answers,
  }
}

const AT = '2026-11-22T10:00:00Z'
const keyed = <Place extends { rule: string; tool: string; where: string }>(place: Place) => ({
  ...place,
  tool: place.tool as ToolId,
})

/** Which tools of a catalog are taken for each other, by the words they share. */
export function confusableAnswers(catalog: CatalogTool[]): Answers {
  const basis = { by: 'similarity' as const, remarks: [] }
  const pairs = async () => {
    const { signal } = new AbortController()
    const compared = { tools: catalog, buildVectorIndex: buildMemoryVectorIndex }
    const similar = await similarTools(compared, { pause, signal })
    return similar.pairs.map((pair) => ({ ...pair, examples: [] }))
  }
  return {
    'confusable.pairs': async ({ offset = 0, limit = 200 }) => {
      const found = await pairs()
      return {
        basis,
        total: found.length,
        rows: found.slice(offset, offset + limit),
        sums: { pairs: found.length, hubs: 0 },
      }
    },
    'confusable.tools': () => ({ basis, total: 0, rows: [] }),
    'confusable.map': async () => {
      const found = await pairs()
      const tools = [...new Set(found.flatMap(({ one, other }) => [one, other]))]
      return {
        basis,
        leftOut: 0,
        tools: tools.map((id, at) => ({ id, x: at * 10, y: at, neededBy: 1 })),
        edges: found
          .map(({ one, other }) => [tools.indexOf(one), tools.indexOf(other), 0] as const)
          .map(([from, to, kind]): [number, number, number] => [from, to, kind]),
      }
    },
  }
}
