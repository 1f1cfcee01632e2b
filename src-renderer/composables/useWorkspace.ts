import { onScopeDispose, shallowRef } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { WorkspaceEntry, WorkspaceInfo } from '../../src-main/domain/workspace/workspace'
import { useBridge, type Changed } from '../bridge/bridge'
import { sharedState } from './shared-state'

/** The workspace on show, those there are to choose from, and the way to another. */
export const useWorkspace = sharedState('workspace', () => {
  const bridge = useBridge()
  /** Undefined until the first has been opened. */
  const current = shallowRef<WorkspaceInfo>()
  const entries = shallowRef<WorkspaceEntry[]>([])
  /** Why no workspace, or not the one wanted, could be opened. */
  const problem = shallowRef<ProblemReport>()
  const opening = newest()
  const reading = newest()
  const listing = newest()

  function put(info: WorkspaceInfo): void {
    reading()
    current.value = info
    problem.value = undefined
  }

  async function take(request: Promise<Reply<WorkspaceInfo>>): Promise<boolean> {
    const isNewest = opening()
    const reply = await request
    if (!isNewest()) return false
    if (reply.ok) put(reply.data)
    else problem.value = reply.error
    return reply.ok
  }

  async function list(): Promise<void> {
    const isNewest = listing()
    const reply = await bridge.request('workspace.list', {})
    if (reply.ok && isNewest()) entries.value = reply.data
  }

  async function start(): Promise<void> {
    await take(bridge.request('workspace.first', {}))
    await list()
  }

  /** Says whether the workspace is on show now. */
  async function open(dir: string): Promise<boolean> {
    const opened = await take(bridge.request('workspace.open', { dir }))
    await list()
    return opened
  }

  /** Shows a workspace that a request has just given, and has the next start begin with it. */
  async function show(info: WorkspaceInfo): Promise<void> {
    opening()
    put(info)
    await open(info.dir)
  }

  /**
   * The new commit counts at once, so that what is on show is requested again; the counts follow.
   */
  async function follow({ dir, revision, commit }: Changed): Promise<void> {
    const before = current.value
    if (dir !== before?.dir || commit === before.commit) return
    current.value = { ...before, revision, commit }
    const isNewest = reading()
    const reply = await bridge.request('workspace.read', { dir })
    if (reply.ok && isNewest()) current.value = reply.data
  }

  onScopeDispose(bridge.onChange((change) => void follow(change)))

  return { current, entries, problem, start, open, show, list }
})

/**
 * For dropping late answers to older requests: call what it gives when a request begins; what that
 * gives says whether the request is still the newest.
 */
function newest(): () => () => boolean {
  let last = 0
  return () => {
    const own = (last += 1)
    return () => own === last
  }
}
