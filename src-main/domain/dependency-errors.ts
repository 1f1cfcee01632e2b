import { z } from 'zod'
import { ToolId } from './tool'

/** What of a golden query concerns the tool graph, at any k. */
export const GraphFacts = z.object({
  /** What the query is about: its first golden tool, and others that need golden tools and that none needs. */
  mains: z.array(ToolId),
  /** The tools that were found and whose dependencies were taken along; absent where the recipe takes none. */
  seeds: z.array(ToolId).optional(),
  /** Golden tools that no edge leads to from a main tool. */
  missing: z.array(ToolId),
  /** Tools that a main tool itself needs by the graph and that are not golden. */
  spurious: z.array(ToolId),
  /** Tools that a golden tool further on needs and that are not golden. */
  leftOut: z.array(ToolId),
})
export type GraphFacts = z.infer<typeof GraphFacts>

/** What can go wrong where tools bring others along. A query may have several of these. */
export const DependencyError = z.enum([
  'main-not-found',
  'main-cut',
  'dependency-cut',
  'dependency-missing',
  'dependency-spurious',
  'golden-incomplete',
])
export type DependencyError = z.infer<typeof DependencyError>

export const DependencyErrorCounts = z.partialRecord(DependencyError, z.number().int())
export type DependencyErrorCounts = z.infer<typeof DependencyErrorCounts>

/** Each error in a few words and in a sentence. Graph RAG-Tool Fusion, section 5; the third and the last are Pegboard's own. */
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

/** A query's golden tools, what of it concerns the graph, and the tools given. */
interface Given {
  golden: readonly ToolId[]
  graph?: GraphFacts | undefined
  given: readonly ToolId[]
}

/** The tools that an error of a query concerns; none where it has no such error, as where the recipe takes nothing along. */
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
  DependencyError.options.filter((error) => dependencyErrorTools(error, outcome).length > 0)

/** How many of the lists hold each error; those that none holds are left out. */
export function countedErrors(
  lists: readonly (readonly DependencyError[])[],
): DependencyErrorCounts {
  const counts: DependencyErrorCounts = {}
  for (const error of lists.flat()) counts[error] = (counts[error] ?? 0) + 1
  return counts
}
