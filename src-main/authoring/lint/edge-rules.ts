import { cyclesOf, type Cycle } from '../../domain/graph/cycles'
import { duplicateEdges, EDGE_KINDS } from '../../domain/graph/edge'
import type { Edge } from '../../domain/graph/tool-graph'
import { visibilityOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import { parameterNames } from '../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { byNotes, type LintRule, type LintSubject, type Objection } from './rule'

/** What is wrong with the edges of a tool graph. */
export const EDGE_RULES: readonly LintRule[] = [
  {
    id: 'edge-dangling',
    severity: 'error',
    title: 'Edge to a tool that is not there',
    why: 'What a tool needs cannot be given along with it if it is not in the catalog.',
    ofLinked: edgeByEdge(({ on }, _, { graph }) =>
      graph.needs.has(on)
        ? undefined
        : {
            what: `It needs ${on}, which is not in the catalog.`,
            fix: 'Import that tool, name the one that took its place, or remove the edge.',
          },
    ),
  },
  {
    id: 'edge-hidden',
    severity: 'error',
    title: 'Edge to a hidden tool',
    why: 'A hidden tool is given to no agent, so that a tool that needs it lacks it.',
    ofLinked: edgeByEdge(({ on }, entry, { tool }) => {
      const needed = tool(on)
      if (!needed || isHidden(entry) || !isHidden(needed)) return undefined
      return {
        what: `It needs ${on}, which is hidden: no agent is given it.`,
        fix: `Make ${on} visible, hide this tool as well, or remove the edge.`,
      }
    }),
  },
  {
    id: 'edge-self',
    severity: 'warning',
    title: 'Edge to itself',
    why: 'A tool that needs itself says nothing; another one was probably meant.',
    ofLinked: edgeByEdge(({ on, from }) =>
      on === from
        ? { what: 'It needs itself.', fix: 'Name the tool that it needs, or remove the edge.' }
        : undefined,
    ),
  },
  {
    id: 'edge-cycle',
    severity: 'warning',
    title: 'Tools that need each other',
    why: 'Of tools that need each other in a circle none can be called first.',
    ofCatalog: byNotes(
      () => undefined,
      (_, { graph }) => cyclesOf(graph).map(cycleObjection),
    ),
  },
  {
    id: 'edge-duplicate',
    severity: 'warning',
    title: 'Edge said twice',
    why: 'Of two edges to the same tool for the same parameter one is too many, and they may contradict each other.',
    ofLinked: ({ entry }, subject) =>
      duplicateEdges(edgesOf(entry, subject)).map(({ edge, earlier }) =>
        objection(edge, {
          what:
            edge.kind === earlier.kind
              ? `It says the same as edge ${earlier.place + 1}.`
              : `It says “${EDGE_KINDS[edge.kind].label}” where edge ${earlier.place + 1} says “${EDGE_KINDS[earlier.kind].label}” of the same.`,
          fix: 'Keep one of the two.',
        }),
      ),
  },
  {
    id: 'edge-parameter',
    severity: 'warning',
    title: 'Edge for a parameter that is not there',
    why: 'An edge for a parameter that the tool does not take explains nothing to those who read it.',
    ofLinked: edgeByEdge(({ parameter }, entry) =>
      parameter === undefined ? undefined : parameterFault(parameter, entry),
    ),
  },
]

type Fault = Pick<Objection, 'what' | 'fix'>

/** A rule that looks at each edge of a tool by itself. */
function edgeByEdge(
  faultOf: (edge: Edge, entry: CatalogTool, subject: LintSubject) => Fault | undefined,
): NonNullable<LintRule['ofLinked']> {
  return ({ entry }, subject) =>
    edgesOf(entry, subject).flatMap((edge) => {
      const fault = faultOf(edge, entry, subject)
      return fault ? [objection(edge, fault)] : []
    })
}

const edgesOf = (entry: CatalogTool, { graph }: LintSubject): readonly Edge[] =>
  graph.needs.get(idOf(entry)) ?? []

const isHidden = (entry: CatalogTool): boolean => visibilityOf(entry) === 'hidden'

function parameterFault(parameter: string, { tool }: CatalogTool): Fault | undefined {
  const names = parameterNames(tool.parameters)
  if (names.has(parameter)) return undefined
  // Some catalogs write several parameters into one edge, with commas between them.
  return parameter.split(',').every((part) => names.has(part.trim()))
    ? {
        what: `“${parameter}” are several parameters in one edge.`,
        fix: 'Write an edge for each of them.',
      }
    : {
        what: `The tool takes no parameter “${parameter}”.`,
        fix: 'Choose one of its parameters, or none.',
      }
}

const objection = (edge: Edge, fault: Fault): Objection => ({
  tool: edge.from,
  where: `edge ${edge.place + 1}, to ${edge.on}`,
  ...fault,
})

/** Tools of a cycle that are named: the rest of a long one says no more. */
const NAMED = 6

function cycleObjection({ tools, way }: Cycle): Objection {
  const [first] = way
  const named = way.slice(0, NAMED)
  const gap = way.length > NAMED ? [`… ${way.length - NAMED} more …`] : []
  const circle = [...named, ...gap, first].join(' → ')
  const others = tools.length - way.length
  const besides =
    others === 0
      ? ''
      : `; ${others === 1 ? 'another tool is' : `${others} other tools are`} in circles with these`
  return {
    tool: first ?? (tools[0] as ToolId),
    where: `a circle of ${way.length} tools`,
    what: `${circle}${besides}.`,
    fix: 'Remove the edge that is the least needed, so that one of them can be called first.',
  }
}
