import { defineAsyncComponent, h } from 'vue'
import type { WindowFeature } from '../../places/places'
import type { AddedSection } from '../../tool/useToolSections'
import { useFieldDrafts } from './useCorrections'

const StandardiseTools = defineAsyncComponent(() => import('./StandardiseTools.vue'))
const ToolFields = defineAsyncComponent(() => import('./ToolFields.vue'))

const SECTION: AddedSection = 'added:fields'

export const standardFields: WindowFeature = {
  panels: {
    'catalog.bar': [
      {
        title: 'Standardise',
        view: ({ dir, ids, show }) =>
          h(StandardiseTools, { dir, ids, onShow: (tool: string) => show(tool, SECTION) }),
      },
    ],
  },
  toolSections: [
    {
      id: SECTION,
      title: 'Fields',
      setup(dir) {
        const { hasDraft } = useFieldDrafts(dir)
        return {
          hint: ({ layer }) =>
            layer.standardised ? 'corrected by you' : 'what the recipe MFTR compares',
          isMarked: ({ tool }) => hasDraft(tool.id),
        }
      },
      view: ({ dir, entry }) => h(ToolFields, { key: entry.tool.id, dir, entry }),
    },
  ],
}
