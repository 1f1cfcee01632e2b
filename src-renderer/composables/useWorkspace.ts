import { inject, onScopeDispose, provide, ref, shallowRef, watch } from 'vue'
import type { InjectionKey, Ref } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { WorkspaceEntry, WorkspaceInfo } from '../../src-main/domain/workspace'
import { useBridge } from '../bridge/bridge'

export interface WorkspaceState {
  /** The workspace on show; undefined until the first has been opened. */
  current: Ref<WorkspaceInfo | undefined>
  entries: Ref<WorkspaceEntry[]>
  /** Why no workspace, or not the one asked for, could be opened. */
  problem: Ref<ProblemReport | undefined>
  start(): Promise<void>
  open(dir: string): Promise<boolean>
  /** Shows a workspace that a request has just given. */
  show(info: WorkspaceInfo): Promise<void>
  list(): Promise<void>
}

const workspaceKey: InjectionKey<WorkspaceState> = Symbol('workspace')

/** Makes the state that {@link useWorkspace} gives to every component below. */
export function provideWorkspace(): WorkspaceState {
  const bridge = useBridge()
  const current = shallowRef<WorkspaceInfo>()
  const entries = shallowRef<WorkspaceEntry[]>([])
  const problem = shallowRef<ProblemReport>()

  function take(reply: Reply<WorkspaceInfo>): boolean {
    problem.value = reply.ok ? undefined : reply.error
    if (reply.ok) current.value = reply.data
    return reply.ok
  }

  async function list(): Promise<void> {
    const reply = await bridge.request('workspace.list', {})
    if (reply.ok) entries.value = reply.data
  }

  async function start(): Promise<void> {
    take(await bridge.request('workspace.first', {}))
    await list()
  }

  async function open(dir: string): Promise<boolean> {
    const opened = take(await bridge.request('workspace.open', { dir }))
    await list()
    return opened
  }

  async function show(info: WorkspaceInfo): Promise<void> {
    current.value = info
    problem.value = undefined
    await list()
  }

  const unsubscribe = bridge.onChange(async ({ dir, revision }) => {
    if (dir !== current.value?.dir || revision === current.value.revision) return
    const reply = await bridge.request('workspace.open', { dir })
    if (reply.ok && current.value.dir === dir) current.value = reply.data
  })
  onScopeDispose(unsubscribe)

  const state = { current, entries, problem, start, open, show, list }
  provide(workspaceKey, state)
  return state
}

export function useWorkspace(): WorkspaceState {
  const state = inject(workspaceKey)
  if (!state) throw new Error('No workspace is provided to this component.')
  return state
}

/** Calls back now and whenever the workspace on show is another one or has a new revision. */
export function onWorkspace(
  read: (workspace: WorkspaceInfo, changed: 'workspace' | 'revision') => void,
): void {
  const { current } = useWorkspace()
  const seen = ref<string>()
  watch(
    () => current.value && ([current.value.dir, current.value.revision] as const),
    () => {
      if (!current.value) return
      const changed = current.value.dir === seen.value ? 'revision' : 'workspace'
      seen.value = current.value.dir
      read(current.value, changed)
    },
    { immediate: true },
  )
}
