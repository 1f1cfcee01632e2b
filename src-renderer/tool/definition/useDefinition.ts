import { computed, ref } from 'vue'
import {
  changedByHand,
  handFieldsOf,
  type HandFields,
} from '../../../src-main/domain/tool/hand-fields'
import { plainText } from '../../../src-main/domain/value/plain-text'
import type { CatalogTool, Tool, ToolId } from '../../../src-main/domain/tool/tool'
import { useQuery } from '../../composables/useQuery'
import { useSettled } from '../../composables/useSettled'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useEditHistory } from '../../composables/useEditHistory'
import { useStoredDraft } from '../../composables/useStoredDraft'
import {
  definitionDraftOf,
  draftedFields,
  isWritten,
  type DefinitionDraft,
} from './definition-draft'
import { useDefinitionDrafts } from './useDefinitionDrafts'

/** A pause in typing long enough to be one. */
const PAUSE_MS = 250

/** The draft of one tool's definition: what is to be said of it, and how it is saved. */
export function useDefinition(dir: string, entry: () => CatalogTool) {
  const { id } = entry().tool
  const form = useDraft(dir, entry)
  const { draft, isDirty, drafted, discard } = form
  const settled = useSettled(() => drafted.value, PAUSE_MS)
  const check = useQuery(
    'catalog.checkTool',
    () => ('fields' in settled.value ? { dir, id, fields: settled.value.fields } : undefined),
    { keepPrevious: true },
  )
  const { saving, wasSaved, save } = useSaving(dir, { ...form, id })

  return {
    draft,
    isDirty,
    /** Whether the JSON can be read, so that it can be saved. */
    isWhole: computed(() => 'fields' in drafted.value),
    /** What the import says of the fields that are by hand, as the form holds them. */
    said: computed(() => importedFields(entry().tool)),
    state: computed(() => {
      if ('why' in drafted.value) return 'The JSON is not whole yet'
      if (isDirty.value) return form.notSaved.value
      return wasSaved.value ? 'Saved' : 'No changes'
    }),
    /** Why it cannot be saved, and what is worth knowing of it. */
    fault: computed(() => ('why' in drafted.value ? undefined : check.data.value?.fault)),
    notices: computed(() => check.data.value?.notices ?? []),
    saving,
    save,
    revert(): void {
      discard()
      if (!saving.running.value) saving.clear()
    },
  }
}

/** What stands in the form, and what of it is to be saved. */
function useDraft(dir: string, entry: () => CatalogTool) {
  const form = useStoredDraft<DefinitionDraft, HandFields>({
    drafts: useDefinitionDrafts(dir),
    id: entry().tool.id,
    read: () => handFieldsOf(entry().tool),
    draftOf: definitionDraftOf,
    isDirty: isWritten,
  })
  const drafted = computed(() => draftedFields(form.draft, form.base.value))
  return { ...form, drafted }
}

function useSaving(
  dir: string,
  { id, drafted, isDirty, snapshot, takeUp }: ReturnType<typeof useDraft> & { id: ToolId },
) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const saving = useTask('catalog.edit')
  const wasSaved = ref(false)

  async function save(): Promise<void> {
    if (!isDirty.value || saving.running.value || 'why' in drafted.value) return
    const sent = snapshot()
    const saved = await saving.run({ dir, id, ...drafted.value })
    if (!saved) return
    const label = `Changed the definition of ${plainText(saved.entry.tool.name)}`
    history.note(label, saved)
    takeUp(handFieldsOf(saved.entry.tool), sent)
    wasSaved.value = true
    announce(`${label}.`)
  }
  return { saving, wasSaved, save }
}

function importedFields(tool: Tool): Partial<DefinitionDraft> {
  const said = definitionDraftOf({ ...handFieldsOf(tool), ...tool.imported })
  const fields = changedByHand(tool).map((field) => (field === 'parameters' ? 'schema' : field))
  return Object.fromEntries(fields.map((field) => [field, said[field]]))
}
