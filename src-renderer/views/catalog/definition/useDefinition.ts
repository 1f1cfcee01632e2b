import { computed, reactive, ref, shallowRef, toRaw, watch } from 'vue'
import {
  changedByHand,
  handFieldsOf,
  type HandFields,
} from '../../../../src-main/domain/hand-fields'
import { plainText } from '../../../../src-main/domain/plain-text'
import type { CatalogTool, Tool, ToolId } from '../../../../src-main/domain/tool'
import { useQuery } from '../../../composables/useQuery'
import { useSettled } from '../../../composables/useSettled'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { useEditHistory } from '../editing/useEditHistory'
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
  const { draft, isDirty, drafted, show } = useDraft(dir, entry)
  const settled = useSettled(() => drafted.value, PAUSE_MS)
  const check = useQuery(
    'catalog.checkTool',
    () => ('fields' in settled.value ? { dir, id, fields: settled.value.fields } : undefined),
    { keepPrevious: true },
  )
  const { saving, wasSaved, save } = useSaving(dir, { id, drafted, isDirty, show })

  return {
    draft,
    isDirty,
    /** Whether the JSON can be read, so that it can be saved. */
    isWhole: computed(() => 'fields' in drafted.value),
    /** What the import says of the fields that are by hand, as the form holds them. */
    said: computed(() => saidByImport(entry().tool)),
    state: computed(() => {
      if ('why' in drafted.value) return 'The JSON is not whole yet'
      if (isDirty.value) return 'Not saved yet'
      return wasSaved.value ? 'Saved' : 'No changes'
    }),
    /** Why it cannot be saved, and what is worth knowing of it. */
    fault: computed(() => ('why' in drafted.value ? undefined : check.data.value?.fault)),
    notices: computed(() => check.data.value?.notices ?? []),
    problem: saving.problem,
    saving: saving.running,
    save,
    revert(): void {
      show(entry().tool)
      if (!saving.running.value) saving.clear()
    },
  }
}

/** What stands in the form; kept while it is not saved. */
function useDraft(dir: string, entry: () => CatalogTool) {
  const drafts = useDefinitionDrafts(dir)
  const { id } = entry().tool
  const kept = drafts.kept(id)
  const base = shallowRef<HandFields>(toRaw(kept?.base) ?? handFieldsOf(entry().tool))
  const draft = reactive<DefinitionDraft>(kept?.draft ?? definitionDraftOf(base.value))
  const isDirty = computed(() => isWritten(draft, base.value))

  function show(tool: Tool): void {
    base.value = handFieldsOf(tool)
    Object.assign(draft, definitionDraftOf(base.value))
  }
  watch(
    [isDirty, draft],
    () => {
      if (isDirty.value) drafts.keep(id, { draft, base: base.value })
      else drafts.forget(id)
    },
    { immediate: true },
  )
  // What an undo or another program saved shows up, unless something unsaved stands in the form.
  watch(
    () => entry().tool,
    (tool) => {
      if (!isDirty.value) show(tool)
    },
  )
  return { draft, base, isDirty, drafted: computed(() => draftedFields(draft, base.value)), show }
}

type Draft = Pick<ReturnType<typeof useDraft>, 'drafted' | 'isDirty' | 'show'>

function useSaving(dir: string, { id, drafted, isDirty, show }: Draft & { id: ToolId }) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const saving = useTask('catalog.edit')
  const wasSaved = ref(false)

  async function save(): Promise<void> {
    if (!isDirty.value || saving.running.value || 'why' in drafted.value) return
    const saved = await saving.run({ dir, id, ...drafted.value })
    if (!saved) return
    const label = `Changed the definition of ${plainText(saved.entry.tool.name)}`
    if (saved.edit !== undefined) history.note({ label, edit: saved.edit })
    show(saved.entry.tool)
    wasSaved.value = true
    announce(`${label}.`)
  }
  return { saving, wasSaved, save }
}

function saidByImport(tool: Tool): Partial<DefinitionDraft> {
  const said = definitionDraftOf({ ...handFieldsOf(tool), ...tool.imported })
  const fields = changedByHand(tool).map((field) => (field === 'parameters' ? 'schema' : field))
  return Object.fromEntries(fields.map((field) => [field, said[field]]))
}
