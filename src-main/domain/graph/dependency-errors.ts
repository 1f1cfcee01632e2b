import type { ToolId } from '../tool/tool'
import type { DependencyError, DependencyErrorCounts, GraphFacts } from './facts'

/**
 * Each error in a few words and in a sentence. Graph RAG-Tool Fusion, section 5; the third and the
 * last are Pegboard's own.
 */
export const DEPENDENCY_ERRORS: Readonly<
  Record<DependencyError, { title: string; meaning: string }>
> = {
  'main-not-found': {
    title: 'Main tool not found',
    meaning:
      'The main tool is not among the tools that were found, so that nothing it needs came along.',
  },
  'main-cut': {
    title: 'Main tool cut',
    meaning: 'The main tool was found, but is not among the first k.',
  },
  'dependency-cut': {
    title: 'Dependency cut',
    meaning: 'The main tool was found, and something it needs is not among the first k.',
  },
  'dependency-missing': {
    title: 'Dependency not in the graph',
    meaning: 'No edge leads from the main tool to a golden tool.',
  },
  'dependency-spurious': {
    title: 'Needless dependency',
    meaning: 'An edge of the main tool brought a tool along that is not golden.',
  },
  'golden-incomplete': {
    title: 'Golden set leaves tools out',
    meaning: 'Golden tools that the main tool needs in turn need tools that are not golden.',
  },
}

/** In the order in which they are shown. */
export const DEPENDENCY_ERROR_NAMES = Object.keys(DEPENDENCY_ERRORS) as DependencyError[]

/** A query's golden tools, what of it concerns the graph, and the tools given. */
interface Given {
  golden: readonly ToolId[]
  graph?: GraphFacts | undefined
  given: readonly ToolId[]
}

/**
 * The tools that an error of a query concerns; none where it has no such error, as where the recipe
 * takes nothing along.
 */
export function dependencyErrorTools(
  error: DependencyError,
  { golden, graph, given }: Given,
): ToolId[] {
  if (!graph?.seeds) return []
  const { mains, seeds, missing, spurious, leftOut } = graph
  const isFound = (tool: ToolId) => seeds.includes(tool)
  const isCut = (tool: ToolId) => !given.includes(tool)
  switch (error) {
    case 'main-not-found':
      return mains.filter((main) => !isFound(main))
    case 'main-cut':
      return mains.filter((main) => isFound(main) && isCut(main))
    case 'dependency-cut':
      return mains.some(isFound)
        ? golden.filter((tool) => !mains.includes(tool) && !missing.includes(tool) && isCut(tool))
        : []
    case 'dependency-missing':
      return missing
    case 'dependency-spurious':
      return spurious.filter((tool) => !isCut(tool))
    case 'golden-incomplete':
      return leftOut
  }
}

/** What went wrong with a query; nothing where the recipe takes no dependencies along. */
export const dependencyErrorsOf = (outcome: Given): DependencyError[] =>
  DEPENDENCY_ERROR_NAMES.filter((error) => dependencyErrorTools(error, outcome).length > 0)

/** How many of the lists hold each error; those that none holds are left out. */
export function countedErrors(
  lists: readonly (readonly DependencyError[])[],
): DependencyErrorCounts {
  const counts: DependencyErrorCounts = {}
  for (const error of lists.flat()) counts[error] = (counts[error] ?? 0) + 1
  return counts
}
