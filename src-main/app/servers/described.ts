import type { ServerDescribed } from '../../contract/server'
import { Problem } from '../../domain/problem'
import type { ReplacedOf } from '../../domain/workspace/change'
import type { WorkspaceChange } from '../../ports/workspace-store'
import { changeUndoably, type Restored } from '../changes/stored-changes'
import type { Session } from '../workspaces/session'

/**
 * Has a server say something else of itself.
 * @throws Problem `conflict` where it says something else than `base` by now.
 */
export const describe = (
  session: Session,
  { server, description, base }: { server: string; description: string; base?: string | undefined },
): Promise<ServerDescribed> =>
  changeUndoably(session, async () => {
    const before = (await saidIn(session)).get(server) ?? ''
    if (base !== undefined && before !== base && before !== description) throw saysElse(server)
    const replaced = [{ of: 'server text' as const, server, before, after: description }]
    return {
      change: { servers: written([[server, description]]) },
      replaced: before === description ? [] : replaced,
      what: `Describe server ${server}`,
      answer: { server, description, before },
    }
  })

/**
 * What servers say of themselves, as taking a change back leaves it, but for those that say
 * something else since.
 */
export async function restoredServers(
  session: Session,
  replaced: readonly ReplacedOf<'server text'>[],
  way: 'undo' | 'redo',
): Promise<Restored> {
  const now = await saidIn(session)
  const texts = replaced.flatMap(({ server, before, after }): [string, string][] => {
    const [from, to] = way === 'undo' ? [after, before] : [before, after]
    return (now.get(server) ?? '') === from ? [[server, to]] : []
  })
  return {
    change: { servers: written(texts) },
    undone: texts.length,
    left: replaced.length - texts.length,
  }
}

const saidIn = async ({ store }: Session): Promise<Map<string, string>> =>
  new Map((await store.read('servers')).servers.map((each) => [each.server, each.description]))

const written = (texts: readonly (readonly [string, string])[]): WorkspaceChange['servers'] => ({
  put: texts.flatMap(([server, description]) =>
    description === '' ? [] : [{ server, description }],
  ),
  remove: texts.flatMap(([server, description]) => (description === '' ? [server] : [])),
})

const saysElse = (server: string): Problem =>
  new Problem(
    'conflict',
    `What “${server}” says of itself was changed meanwhile.`,
    'Close this, look at what it says now, and describe it again if that is still wanted.',
  )
