import type { UndoneAnswer } from '../../contract/changes'
import { Problem } from '../../domain/problem'
import type { Replaced, ReplacedOf } from '../../domain/workspace/change'
import type { Catalog } from '../catalog/catalog'
import type { Layers } from '../catalog/current-catalog'
import { restoredEdits } from '../editing/tool-edits'
import { restoredSets } from '../golden/changed-sets'
import { restoredLogged } from '../history/history-changes'
import { restoredFindings } from '../lint/lint-choices'
import type { Session } from '../workspaces/session'
import { flipped, keptChanges, rememberFlipped, type Restored, type Undoable } from './kept-changes'

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
  'logged query': ({ catalog }, ...asked) => restoredLogged(catalog, ...asked),
}

/** Takes an edit back, or makes it again. @throws Problem `conflict` where somebody changed the same since. */
export async function stepBack(session: Session, kept: Undoable, way: Way): Promise<UndoneAnswer> {
  const isUndone = way === 'undo'
  const answer = await session.change(async (catalog, layers) => {
    // As the last commit left it: another program may have done the same meanwhile.
    const now = (await keptChanges(session)).find(({ name }) => name === kept.name)
    if (now?.isUndone === isUndone) throw isSoAlready(kept, way)
    const { change, ...answer } = await restored({ session, catalog, layers }, kept.replaced, way)
    const { undone, left = 0, ...shown } = answer
    return {
      ...change,
      ...flipped(kept, isUndone),
      answer: {
        ...{ what: kept.what, undone, putBack: undone, left, gone: 0 },
        ...shown,
        changes: [kept.name],
      },
    }
  })
  rememberFlipped(session, kept, isUndone)
  return answer
}

/** A change is of one kind of thing. */
function restored<Of extends Replaced['of']>(
  place: Place,
  replaced: readonly Replaced[],
  way: Way,
): Restored | Promise<Restored> {
  const [first] = replaced as readonly ReplacedOf<Of>[]
  if (!first) return { change: {}, undone: 0 }
  return RESTORE[first.of](place, replaced as readonly ReplacedOf<Of>[], way)
}

const isSoAlready = ({ what }: Undoable, way: Way): Problem =>
  new Problem(
    'not-found',
    way === 'undo'
      ? `This is undone already: ${what}.`
      : `This was not undone, so there is nothing to redo: ${what}.`,
  )
