import type { UndoneAnswer } from '../../contract/changes'
import { Problem } from '../../domain/problem'
import type { Replaced, ReplacedOf } from '../../domain/workspace/change'
import type { Catalog } from '../workspaces/catalog'
import type { Layers } from '../workspaces/current-catalog'
import { restoredEdits } from '../editing/tool-edits'
import { restoredSets } from '../golden/changed-sets'
import { restoredLogged } from '../logged-queries/change-logged'
import { restoredFindings } from '../lint/lint-choices'
import { restoredServers } from '../servers/described'
import type { Session } from '../workspaces/session'
import type { WorkspaceChange } from '../../ports/workspace-store'
import {
  flipped,
  allChanges,
  rememberFlipped,
  type Restored,
  type Undoable,
} from '../changes/stored-changes'
import { restoredRecords } from './restored-records'

interface Place {
  session: Session
  catalog: Catalog
  layers: Layers
}
type Way = 'undo' | 'redo'

/** How each kind of thing that edits change is put back. */
const RESTORE: {
  [Of in Replaced['of']]: (
    place: Place,
    replaced: readonly ReplacedOf<Of>[],
    way: Way,
  ) => Restored | Promise<Restored>
} = {
  tool: restoredEdits,
  'golden set': ({ session }, ...asked) => restoredSets(session, ...asked),
  finding: ({ session }, ...asked) => restoredFindings(session, ...asked),
  'server text': ({ session }, ...asked) => restoredServers(session, ...asked),
  'logged query': ({ catalog }, ...asked) => restoredLogged(catalog, ...asked),
  record: restoredRecords,
}

/**
 * Takes an edit back, or makes it again.
 * @throws Problem `conflict` where somebody changed the same since.
 */
export async function stepBack(session: Session, kept: Undoable, way: Way): Promise<UndoneAnswer> {
  const isUndone = way === 'undo'
  const answer = await session.change(async (catalog, layers) => {
    // As the last commit left it: another program may have done the same meanwhile.
    const now = (await allChanges(session)).find(({ name }) => name === kept.name)
    if (now?.isUndone === isUndone) throw isSoAlready(kept, way)
    const place = { session, catalog, layers }
    const { change, replaced, ...answer } = await restored(place, kept.replaced, way)
    const { what, name } = kept
    return {
      ...change,
      ...flipped({ ...kept, replaced }, isUndone),
      answer: { what, putBack: answer.undone, gone: 0, ...answer, changes: [name] },
    }
  })
  rememberFlipped(session, kept, isUndone)
  return answer
}

type AllRestored = Omit<UndoneAnswer, 'what' | 'putBack' | 'gone' | 'changes'> & {
  change: WorkspaceChange
  replaced: readonly Replaced[]
}

/** An edit changes one kind of thing, an import several: all are put back at once. */
async function restored(
  place: Place,
  replaced: readonly Replaced[],
  way: Way,
): Promise<AllRestored> {
  const all: AllRestored = { change: {}, replaced: [], undone: 0, left: 0 }
  for (const [of, some] of Map.groupBy(replaced, (each) => each.of)) {
    const { change, undone, left = 0, kept = some, ...shown } = await restoredOf(of, some)
    Object.assign(all.change, change)
    Object.assign(all, shown)
    all.replaced = [...all.replaced, ...kept]
    all.undone += undone
    all.left += left
  }
  return all

  function restoredOf<Of extends Replaced['of']>(of: Of, some: readonly Replaced[]) {
    return RESTORE[of](place, some as readonly ReplacedOf<Of>[], way)
  }
}

const isSoAlready = ({ what }: Undoable, way: Way): Problem =>
  new Problem(
    'not-found',
    way === 'undo'
      ? `This is undone already: ${what}.`
      : `This was not undone, so there is nothing to redo: ${what}.`,
  )
