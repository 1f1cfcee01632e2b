import type { Run } from './run'

const grouped = new Intl.NumberFormat('en-US')

/** `1 tool`, `4,076 tools` */
export const toolsText = (count: number): string =>
  `${grouped.format(count)} ${count === 1 ? 'tool' : 'tools'}`

/** How many tools each query of a run could be given. */
export const eligibleIn = ({
  catalog,
  catalogSize,
}: Pick<Run, 'catalog' | 'catalogSize'>): number =>
  catalogSize?.tools ?? catalog.tools - (catalog.hidden ?? 0)

/** Prompt tokens of all tools that a query of a run could be given, where that was worked out. */
export const everythingTokensOf = ({
  everythingTokens,
  catalog,
  catalogSize,
}: Pick<Run, 'catalog' | 'catalogSize' | 'everythingTokens'>): number | undefined =>
  // Runs of before that had hidden tools counted these as well.
  everythingTokens ?? (catalogSize || catalog.hidden ? undefined : catalog.promptTokens)

/**
 * All tools of the whole catalog that a run could be given: `all 107 tools`, `all 103 visible
 * tools`
 */
export function allToolsText({ catalog }: Pick<Run, 'catalog'>): string {
  const [count, tools] = toolsText(eligibleIn({ catalog })).split(' ')
  return `all ${count} ${catalog.hidden ? 'visible ' : ''}${tools}`
}

/**
 * How large the catalog was that each query was asked of: `100 of 4,076 tools`; nothing for the
 * whole.
 */
export const catalogSizeText = ({
  catalog,
  catalogSize,
}: Pick<Run, 'catalog' | 'catalogSize'>): string | undefined =>
  catalogSize && `${grouped.format(catalogSize.tools)} of ${toolsText(eligibleIn({ catalog }))}`

/** The same with what it was drawn by: `100 of 4,076 tools, seed 1`; nothing for the whole. */
export const drawnCatalogText = (run: Pick<Run, 'catalog' | 'catalogSize'>): string | undefined =>
  run.catalogSize && `${catalogSizeText(run)}, seed ${run.catalogSize.seed}`

/**
 * What is to be known of figures on smaller catalogs: queries that need more tools, and k that no
 * list can reach.
 */
export function catalogSizeRemarks({ catalogSize, k }: Pick<Run, 'catalogSize' | 'k'>): string[] {
  if (!catalogSize) return []
  const { tools, exceeded = 0 } = catalogSize
  const beyond = k.filter((cutoff) => cutoff > tools)
  const many = exceeded === 1 ? '1 query needs' : `${grouped.format(exceeded)} queries need`
  return [
    ...(exceeded > 0 ? [`${many} more than ${toolsText(tools)}: asked of just those.`] : []),
    ...(beyond.length > 0
      ? [
          `k = ${beyond.join(', ')}: more than the ${toolsText(tools)} that there are to choose from.`,
        ]
      : []),
  ]
}

/** Every tool that can be given in each prompt: all are there, and that is what it takes. */
export interface Everything {
  /** `all 107 tools` */
  called: string
  tools: number
  tokens: number
}

/**
 * As it was when these runs were measured: nothing where they measured different catalogs, or it
 * was not noted.
 */
export function everythingOf(runs: readonly Run[]): Everything | undefined {
  const [first] = runs
  const content = first?.catalog.content
  const isSame = runs.every(
    ({ catalog, catalogSize }) => catalog.content === content && !catalogSize,
  )
  const tokens = first && everythingTokensOf(first)
  return first && isSame && content !== undefined && tokens
    ? { called: allToolsText(first), tools: eligibleIn(first), tokens }
    : undefined
}
