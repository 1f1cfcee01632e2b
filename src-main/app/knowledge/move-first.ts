import { embedderTitle } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { moveAhead } from '../models/workspace-models'
import { adopt } from './moving'

/**
 * Waits for a move that is under way in this program, so that what is measured next is measured
 * with the embedder that answers from then on. Does not wait for one that is paused, then or
 * meanwhile, or that fails: the embedder from before answers on. Begins none.
 */
export async function moveFirst(context: AppContext, dir: string, call: Call): Promise<void> {
  const move = await moveAhead(context, dir)
  if (!move) return
  const title = embedderTitle(move.to)
  const emit: Call['emit'] = (progress) =>
    call.emit({ ...progress, what: `Moving to ${title} first: ${progress.what}` })
  try {
    // The catalog may be changed meanwhile: it is then embedded another time.
    for (;;) {
      const moving = context.indexings.underWay({ dir, embedder: move.to }, { ...call, emit })
      if (!moving) return
      await moving
      const session = await context.sessions.of(dir)
      const embedder = await context.embedders.open(move.to, call.signal)
      await adopt(context, { session, embedder, name: move.to, isAsked: false })
    }
  } catch (error) {
    call.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
  }
}
