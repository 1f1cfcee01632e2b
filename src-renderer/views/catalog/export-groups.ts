import { computed } from 'vue'

export interface ExportFormatChoice {
  format: string
  withAuthorLayer: boolean
}

/**
 * The export formats as a menu, once as imported and once with the author's layer, and what an
 * entry of it means.
 */
export function useExportGroups(formats: () => readonly { id: string; title: string }[]) {
  const groups = computed(() =>
    [
      { label: 'As imported', prefix: 'plain' },
      { label: 'With the author’s layer', prefix: 'layer' },
    ].map(({ label, prefix }) => ({
      label,
      items: formats().map(({ id, title }) => ({ id: `${prefix}:${id}`, label: title })),
    })),
  )

  function choiceOf(entry: string): ExportFormatChoice {
    const [prefix, ...rest] = entry.split(':')
    return { format: rest.join(':'), withAuthorLayer: prefix === 'layer' }
  }

  return { groups, choiceOf }
}
