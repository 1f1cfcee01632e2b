import { computed, type ComputedRef, type Ref } from 'vue'
import { Layers, Monitor, Moon, Sun, Upload, Wrench } from '@lucide/vue'
import type { CatalogRow } from '../../src-main/contract/catalog-routes'
import type { PaletteCommand } from '../components/palette-command'
import { useImportDialog } from './useImportDialog'
import { useNavigation } from './useNavigation'
import { useQuery } from './useQuery'
import { useSections } from './useSections'
import { useSettings } from './useSettings'
import { useWorkspace } from './useWorkspace'

const TOOLS_FOUND = 12

/** What the palette offers for what is typed: sections, tools found, workspaces, actions. */
export function usePaletteCommands(typed: Ref<string>): ComputedRef<PaletteCommand[]> {
  const sections = useSections()
  const { entries, open } = useWorkspace()
  const { go } = useNavigation()
  const tools = useFoundTools(typed)
  const actions = useActions()

  return computed(() => [
    ...sections.map(({ id, title, icon, shortcut }) => ({
      id: `go:${id}`,
      group: 'Views',
      title,
      icon,
      keys: shortcut,
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

function useFoundTools(typed: Ref<string>): ComputedRef<CatalogRow[]> {
  const { current } = useWorkspace()
  const found = useQuery(
    'catalog.list',
    () => {
      const search = typed.value.trim()
      if (!search || !current.value) return undefined
      return { dir: current.value.dir, filter: { search }, limit: TOOLS_FOUND }
    },
    { keepPrevious: true },
  )
  return computed(() => found.data.value?.rows ?? [])
}
