import { isOf } from '../../app/evaluation/fitting-run'
import { searchStampIfKnown } from '../../app/evaluation/search-now'
import { workspaceSettings } from '../../app/models/workspace-models'
import type { FoundToDo, ToDoSource, WorkspacePlace } from '../../app/context'
import { infoOf } from '../../app/recipes/works-with'
import { count } from '../../domain/measure/figures'
import { storedMeasurement } from './measure-robustness'
import { CHANGES, type BreakingTool, type Robustness } from './shared/robustness'
import { breaksText } from './shared/words'

/** Tools that are given today, and no longer once tools of the catalog change. */
export const breakingTools: ToDoSource = {
  id: 'breaks',
  title: 'As tools change',
  how: 'Write what makes it findable: pegboard tools edit; measure again: pegboard robustness.',
  async find(place) {
    const measured = await measuredWithWhatIsInUse(place)
    if (!measured) return new Map()
    return new Map(measured.breaks.map((each) => [each.tool, foundOf(each, measured)]))
  },
}

function foundOf(
  breaking: BreakingTool,
  { askedOf, goldenSet, measuredAt }: Robustness,
): FoundToDo {
  return {
    count: breaking.lost,
    short: `lost ${count(breaking.lost)} × as tools change`,
    text: breaksText(breaking),
    lines: breaking.by.map(({ kind, lost }) => `${CHANGES[kind].title}: ${count(lost)}`),
    basis: `${askedOf} on “${goldenSet}”, measured on ${measuredAt.slice(0, 10)}.`,
  }
}

/** What was measured last, where that was with what the workspace works with. */
async function measuredWithWhatIsInUse({
  context,
  session,
  catalog,
  dir,
  call: { signal },
}: WorkspacePlace): Promise<Robustness | undefined> {
  const kept = await storedMeasurement(session)
  if (!kept) return undefined
  const { robustness, answeredBy } = kept
  const { worksWith } = await infoOf(context, session)
  const { embedder } = await workspaceSettings(context, dir)
  const isSame =
    isOf(context.recipes, robustness, worksWith) &&
    [undefined, worksWith.k].includes(robustness.k) &&
    [undefined, embedder].includes(robustness.embedder)
  if (!isSame) return undefined
  // Measured by an earlier Pegboard, which did not note it.
  if (answeredBy === undefined) return robustness
  const now = await searchStampIfKnown(context, { dir, session, catalog, signal }, worksWith)
  return now === answeredBy ? robustness : undefined
}
