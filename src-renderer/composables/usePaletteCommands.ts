import { computed, shallowRef, watch, type Component, type ComputedRef, type Ref } from 'vue'
import { Layers, Monitor, Moon, Sun, Upload, Wrench } from '@lucide/vue'
import type { CatalogRow } from '../../src-main/contract/catalog-routes'
import { useBridge } from '../bridge/bridge'
import type { PaletteCommand } from '../components/palette-command'
import { useImportDialog } from './useImportDialog'
import { useNavigation, type Section } from './useNavigation'
import { useSettings } from './useSettings'
import type { WorkspaceState } from './useWorkspace'

interface SectionItem {
  id: Section
  label: string
  keys: string
  icon: Component
}

const TOOLS_FOUND = 12

/** What the palette offers for what is typed: sections, tools found, workspaces, actions. */
export function usePaletteCommands(
  sections: readonly SectionItem[],
  typed: Ref<string>,
  { current, entries, open }: WorkspaceState,
): ComputedRef<PaletteCommand[]> {
  const { go } = useNavigation()
  const tools = useFoundTools(typed, current)
  const actions = useActions()

  return computed(() => [
    ...sections.map(({ id, label, keys, icon }) => ({
      id: `go:${id}`,
      group: 'Views',
      title: label,
      keys,
      icon,
      run: () => go(id),
    })),
    ...tools.value.map(({ id, name, server, description }) => ({
      id: `tool:${id}`,
      group: 'Tools',
      title: name,
      detail: server ? `${server} · ${description}` : description,
      icon: Wrench,
      found: true,
      run: () => go('catalog', { tool: id }),
    })),
    ...(typed.value.trim() ? [askCommand(typed.value.trim())] : []),
    ...actions,
    ...entries.value.map(({ dir, name }) => ({
      id: `open:${dir}`,
      group: 'Workspaces',
      title: name,
      detail: dir,
      icon: Layers,
      run: () => void open(dir),
    })),
  ])

  function askCommand(query: string): PaletteCommand {
    return {
      id: 'ask',
      group: 'Actions',
      title: `Ask “${query}” in the Playground`,
      found: true,
      run: () => go('playground', { query }),
    }
  }
}

function useActions(): PaletteCommand[] {
  const { openImport } = useImportDialog()
  const { write } = useSettings()
  const themes = { system: Monitor, light: Sun, dark: Moon } as const
  return [
    {
      id: 'import',
      group: 'Actions',
      title: 'Import a catalog',
      keys: 'Mod+I',
      icon: Upload,
      run: () => openImport(),
    },
    {
      id: 'import-golden',
      group: 'Actions',
      title: 'Import a golden set',
      icon: Upload,
      run: () => openImport('golden-set'),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme:${theme}`,
      group: 'Actions',
      title: `Theme: ${theme}`,
      icon: themes[theme],
      run: () => void write({ theme }),
    })),
  ]
}

function useFoundTools(typed: Ref<string>, current: WorkspaceState['current']): Ref<CatalogRow[]> {
  const bridge = useBridge()
  const tools = shallowRef<CatalogRow[]>([])
  watch(typed, async (search, _, onCleanup) => {
    const controller = new AbortController()
    onCleanup(() => controller.abort())
    if (!search.trim() || !current.value) return (tools.value = [])
    const reply = await bridge.request(
      'catalog.list',
      { dir: current.value.dir, filter: { search }, limit: TOOLS_FOUND },
      controller,
    )
    if (reply.ok && !controller.signal.aborted) tools.value = reply.data.rows
    return undefined
  })
  return tools
}
