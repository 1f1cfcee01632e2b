import { lint } from '../../src-main/authoring/lint/lint'
import { LINT_RULES } from '../../src-main/authoring/lint/registry'
import { dependenciesOf } from '../../src-main/domain/catalog-tool'
import type { CatalogTool } from '../../src-main/domain/tool'
import { toolGraph } from '../../src-main/domain/tool-graph'
import type { Answers } from './bridge-script'

/** What the edges of a catalog are and what is wrong with them, by the rules of the app. */
export function graphAnswers(catalog: CatalogTool[]): Answers {
  const graph = () =>
    toolGraph(catalog.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })))
  const tool = (id: string) => catalog.find((entry) => entry.tool.id === id)
  return {
    'lint.run': async ({ rules, tool: of, offset = 0, limit = 200 }) => {
      const pause = () => Promise.resolve()
      const found = await lint(LINT_RULES, { tools: catalog, graph: graph(), tool }, pause)
      const ofTool = found.filter((finding) => of === undefined || finding.tool === of)
      const rows = ofTool.filter(({ rule }) => rules?.includes(rule) ?? true)
      return {
        total: rows.length,
        rows: rows.slice(offset, offset + limit),
        rules: LINT_RULES.map(({ id, severity, title, why }) => ({
          ...{ id, severity, title, why },
          found: ofTool.filter(({ rule }) => rule === id).length,
        })),
      }
    },
  }
}
