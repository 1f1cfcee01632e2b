import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import {
  BookOpen,
  BookOpenCheck,
  Download,
  Keyboard,
  Layers,
  Monitor,
  Moon,
  Play,
  Plug,
  Plus,
  Redo2,
  SquareTerminal,
  Sun,
  Undo2,
  Upload,
  Wrench,
} from '@lucide/vue'
import { plainText } from '../../src-main/domain/value/plain-text'
import { undoneText } from '../../src-main/contract/undone-text'
import type { PaletteCommand } from '../components/palette-command'
import { useAddedCommands, useFeatures, type TabPlaces } from '../places/places'
import { momentText } from '../words/age-words'
import { useAsking, type WorkspaceAction } from './useAsking'
import { useForgetting } from './useEditHistory'
import { useFoundTools } from './useFoundTools'
import { useImportDialog } from './useImportDialog'
import { useNavigation, type Intent } from './useNavigation'
import { useQuery } from './useQuery'
import { useSections, type Section } from './useSections'
import { useSettings } from './useSettings'
import { useStatus } from './useStatus'
import { useTask } from './useTask'
import { useWorkspace } from './useWorkspace'
import { CHAPTERS } from '../../src-main/contract/chapters'

const TOOLS_FOUND = 12
const RECENT_KEPT = 5

/**
 * What the palette offers for what is typed, and whether tools are still being looked for; and what
 * it offers at any time.
 */
export function usePaletteCommands(typed: Ref<string>): {
  commands: ComputedRef<PaletteCommand[]>
  standing: ComputedRef<PaletteCommand[]>
  loading: Readonly<Ref<boolean>>
} {
  const { tools, loading } = useToolCommands(typed)
  const sections = [...useSectionCommands(), ...useListCommands()]
  const actions = useActionCommands()
  const workspaces = useWorkspaceCommands()
  const written = useWrittenActions()
  const changes = useChangeCommands(typed)
  const { go } = useNavigation()
  const recent = useRecent()

  const standing = computed(() => [...sections, ...actions.value, ...workspaces.value])
  const commands = computed(() => {
    const query = typed.value.trim()
    const offered = [...sections, ...actions.value, ...tools.value, ...workspaces.value]
    if (query) {
      const matched = [...offered, ...written.value, askCommand(query)].map(recent.remembering)
      // What was taken back is nothing to be done again as recent.
      return [...matched, ...changes.value]
    }
    const before = recent.commands.value
    const others = offered.filter(({ id }) => !before.some((one) => one.id === id))
    return [...before.map((one) => ({ ...one, group: 'Recent' })), ...others].map(
      recent.remembering,
    )
  })
  return { commands, standing, loading }

  function askCommand(query: string): PaletteCommand {
    return {
      id: `ask:${query}`,
      group: 'Playground',
      title: `Ask “${query}”`,
      icon: Play,
      last: true,
      run: () => go('playground', { query }),
    }
  }
}

/** What was done last in the workspace on show, the latest first. */
function useRecent() {
  const { current } = useWorkspace()
  const done = shallowRef<{ dir: string | undefined; command: PaletteCommand }[]>([])
  const isHere = ({ dir }: { dir: string | undefined }) => dir === current.value?.dir
  return {
    commands: computed(() => done.value.filter(isHere).map(({ command }) => command)),
    remembering(command: PaletteCommand): PaletteCommand {
      const run = () => {
        const others = done.value.filter((one) => isHere(one) && one.command.id !== command.id)
        done.value = [{ dir: current.value?.dir, command }, ...others].slice(0, RECENT_KEPT)
        command.run()
      }
      return { ...command, run }
    },
  }
}

function useSectionCommands(): PaletteCommand[] {
  const { go } = useNavigation()
  return useSections().map(({ id, title, icon, shortcut }) => ({
    id: `go:${id}`,
    group: 'Go to',
    title,
    icon,
    keys: shortcut,
    run: () => go(id),
  }))
}

interface ListPlace {
  section: Section
  tab: string
  title: string
  toDo?: Intent['toDo']
}

/** What is listed in a tab of a section; features add theirs. */
const LISTS: readonly ListPlace[] = [
  { section: 'catalog', tab: 'tools', title: 'Tools of the catalog' },
  { section: 'queries', tab: 'golden', title: 'Golden queries' },
  {
    section: 'improve',
    tab: 'todo',
    title: 'Findings: what is wrong with the catalog',
    toDo: { kind: 'finding' },
  },
  { section: 'improve', tab: 'todo', title: 'Review proposed texts', toDo: { kind: 'text' } },
  { section: 'improve', tab: 'todo', title: 'Review proposed edges', toDo: { kind: 'edge' } },
  { section: 'settings', tab: 'models', title: 'Models' },
]

function useListCommands(): PaletteCommand[] {
  const { go } = useNavigation()
  const order = useSections().map(({ id }) => id)
  const added = useFeatures().flatMap(({ tabs = {} }) =>
    (Object.keys(tabs) as (keyof TabPlaces)[]).flatMap((section) =>
      (tabs[section] ?? []).map(({ id, inPalette }): ListPlace => {
        return { section, tab: id, title: inPalette }
      }),
    ),
  )
  const lists = [...LISTS, ...added].toSorted(
    (one, other) => order.indexOf(one.section) - order.indexOf(other.section),
  )
  return lists.map(({ section, tab, title, toDo }) => ({
    id: `go:${section}/${toDo?.kind ?? tab}`,
    group: 'Go to',
    title,
    icon: BookOpenCheck,
    run: () => go(section, { tab, ...(toDo && { toDo }) }),
  }))
}

const WORKSPACE_ACTIONS: Record<WorkspaceAction, string> = {
  create: 'New workspace…',
  demo: 'New demo workspace…',
  open: 'Open a workspace folder…',
  import: 'Import a workspace from a file…',
  rename: 'Rename this workspace…',
  duplicate: 'Duplicate this workspace…',
  export: 'Export this workspace as a file',
  check: 'Check this workspace for damage…',
  delete: 'Delete this workspace…',
}

function useThemeCommands(): PaletteCommand[] {
  const { write } = useSettings()
  const themes = { system: Monitor, light: Sun, dark: Moon }
  return (['system', 'light', 'dark'] as const).map((theme) => ({
    id: `theme:${theme}`,
    group: 'Commands',
    title: `Theme: ${theme}`,
    icon: themes[theme],
    run: () => void write({ theme }),
  }))
}

function useActionCommands(): ComputedRef<PaletteCommand[]> {
  const { openImport, openConnect } = useImportDialog()
  const { go } = useNavigation()
  const ask = useAsking()
  const formats = useQuery('import.formats', {})
  const added = useAddedCommands()
  const action = (id: string, title: string, rest: Pick<PaletteCommand, 'run' | 'icon' | 'keys'>) =>
    ({ id, group: 'Commands', title, ...rest }) satisfies PaletteCommand

  function runEvaluation(): void {
    go('evaluation')
    ask('evaluation', 'run')
  }
  function exportAs(format: string): void {
    go('catalog')
    ask('export', { format, withAuthorLayer: false })
  }

  function makeTool(): void {
    go('catalog')
    ask('newTool', 'make')
  }

  const before = [
    action('evaluate', 'Run the evaluation', { icon: Play, run: runEvaluation }),
    action('new-tool', 'New tool…', { icon: Plus, run: makeTool }),
    action('import', 'Import a catalog', { icon: Upload, keys: 'Mod+I', run: () => openImport() }),
    action('connect', 'Connect a server', { icon: Plug, run: () => openConnect() }),
    action('import-golden', 'Import a golden set', {
      icon: Upload,
      run: () => openImport('golden-set'),
    }),
    ...added,
  ]
  const after = [
    ...(Object.keys(WORKSPACE_ACTIONS) as WorkspaceAction[]).map((name) =>
      action(`workspace:${name}`, WORKSPACE_ACTIONS[name], {
        icon: Layers,
        run: () => ask('workspace', name),
      }),
    ),
    ...useThemeCommands(),
    action('shortcuts', 'Keyboard shortcuts', { icon: Keyboard, run: () => ask('help', 'keys') }),
    ...CHAPTERS.map(({ id, title }) =>
      action(`help:${id}`, `Help: ${title}`, { icon: BookOpen, run: () => ask('help', id) }),
    ),
  ]
  return computed(() => [
    ...before,
    ...(formats.data.value?.exports ?? []).map(({ id, title }) =>
      action(`export:${id}`, `Export the catalog as ${title}`, {
        icon: Download,
        run: () => exportAs(id),
      }),
    ),
    ...after,
  ])
}

/** What the app can do besides: each is filled in in a form that is made of what it takes. */
function useWrittenActions(): ComputedRef<PaletteCommand[]> {
  const ask = useAsking()
  const all = useQuery('app.actions', {})
  return computed(() =>
    (all.data.value ?? []).map(({ name, summary }) => ({
      id: `action:${name}`,
      group: 'Any action',
      title: name,
      detail: summary,
      icon: SquareTerminal,
      below: true,
      run: () => ask('action', name),
    })),
  )
}

/** Whoever wants a change taken back begins so: all proposals are read for the list of changes. */
const OF_CHANGES = /^(und|red)/i

/** The last changes of the workspace, whoever made them, each to be taken back or made again. */
function useChangeCommands(typed: Ref<string>): ComputedRef<PaletteCommand[]> {
  const { current } = useWorkspace()
  const { announce } = useStatus()
  const forget = useForgetting()
  const tasks = { undo: useTask('changes.undo'), redo: useTask('changes.redo') }
  const listed = useQuery('changes.list', () =>
    current.value && OF_CHANGES.test(typed.value.trim()) ? { dir: current.value.dir } : undefined,
  )

  async function take(way: 'undo' | 'redo', change: string): Promise<void> {
    if (!current.value) return
    const { dir } = current.value
    const done = await tasks[way].run({ dir, change })
    if (way === 'undo') forget(dir, done?.changes ?? [])
    const said = way === 'undo' && done ? undoneText(done) : `Made again: ${done?.what ?? ''}.`
    announce(done ? said : (tasks[way].problem.value?.message ?? ''), done ? 'success' : 'danger')
  }

  return computed(() =>
    (OF_CHANGES.test(typed.value.trim()) ? (listed.data.value?.rows ?? []) : []).map(
      ({ name, what, at, isUndone }) => ({
        id: `change:${name}`,
        group: 'Changes',
        title: `${isUndone ? 'Redo' : 'Undo'}: ${plainText(what)}`,
        detail: momentText(at),
        icon: isUndone ? Redo2 : Undo2,
        run: () => void take(isUndone ? 'redo' : 'undo', name),
      }),
    ),
  )
}

function useWorkspaceCommands(): ComputedRef<PaletteCommand[]> {
  const { entries, open } = useWorkspace()
  return computed(() =>
    entries.value.map(({ dir, name }) => ({
      id: `open:${dir}`,
      group: 'Workspaces',
      title: plainText(name),
      detail: dir,
      icon: Layers,
      run: () => void open(dir),
    })),
  )
}

/**
 * While the answer is on its way, what was found for the text before: the palette shows what still
 * matches.
 */
function useToolCommands(typed: Ref<string>) {
  const { current } = useWorkspace()
  const { go } = useNavigation()
  const { rows, loading } = useFoundTools(() =>
    current.value && typed.value.trim()
      ? { dir: current.value.dir, typed: typed.value, limit: TOOLS_FOUND }
      : undefined,
  )
  const tools = computed((): PaletteCommand[] =>
    rows.value.map(({ id, name, server, description }) => ({
      id: `tool:${id}`,
      group: 'Tools',
      title: plainText(name),
      detail: plainText(server ? `${server} · ${description}` : description),
      icon: Wrench,
      found: !loading.value,
      run: () => go('catalog', { tool: id }),
    })),
  )
  return { tools, loading }
}
