import { computed, reactive, ref, watch } from 'vue'
import type { FieldsOfTool } from '../../../../src-main/contract/field-routes'
import { named } from '../../../../src-main/domain/named'
import type { AuthorLayer, CatalogTool, CorrectedFields } from '../../../../src-main/domain/tool'
import { useQuery } from '../../../composables/useQuery'
import { useShortcuts } from '../../../composables/useShortcuts'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { useLayerHistory } from '../useLayerHistory'
import { correctionOf, fieldsDraft, sameDraft, type FieldsDraft } from './fields-draft'

interface OfTool {
  readonly dir: string
  readonly entry: CatalogTool
}

const NOTHING: FieldsDraft = { description: '', response: '', examples: '', parameters: [] }

/** One tool’s fields, as they are and as they are being corrected. */
export function useToolFields(props: OfTool) {
  const { announce } = useStatus()
  const tool = { dir: props.dir, id: props.entry.tool.id }
  const fields = useQuery('fields.tool', () => tool, { keepPrevious: true })
  const ask = useTask('fields.standardise')
  const saving = useTask('catalog.saveLayer')
  const history = useLayerHistory(props.dir)
  const draft = reactive(structuredClone(NOTHING))
  /** What the draft was made of. */
  const base = ref<FieldsDraft>(structuredClone(NOTHING))
  const dirty = computed(() => !sameDraft(draft, base.value))
  const wasSaved = ref(false)

  function show(given: FieldsOfTool): void {
    base.value = fieldsDraft(given.inForce)
    Object.assign(draft, fieldsDraft(given.inForce))
  }
  // What a model or another program wrote shows up, unless something unsaved stands in the form.
  watch(
    fields.data,
    (given) => {
      if (given && !dirty.value) show(given)
    },
    { immediate: true },
  )

  async function keep(standardised: CorrectedFields | undefined): Promise<void> {
    const before: AuthorLayer = props.entry.layer
    const { standardised: _, ...others } = before
    const layer = { ...others, ...(standardised && { standardised }) }
    const saved = await saving.run({ ...tool, base: before, layer })
    if (!saved) return
    const { name } = props.entry.tool
    history.note({
      ...{ tool: tool.id, label: `Corrected the fields of ${name}` },
      ...{ before, after: saved.layer },
    })
    base.value = structuredClone(plain(draft))
    wasSaved.value = true
    announce(`Saved the fields of ${name}.`)
  }
  async function save(): Promise<void> {
    const given = fields.data.value
    if (!given || !dirty.value || saving.running.value) return
    const corrected = correctionOf(plain(draft), given)
    await keep(corrected && { ...corrected, of: given.version })
  }
  async function stillFits(): Promise<void> {
    const given = fields.data.value
    if (given?.corrected) await keep({ ...given.corrected, of: given.version })
  }
  function revert(): void {
    if (fields.data.value) show(fields.data.value)
    saving.clear()
  }
  async function standardise(): Promise<void> {
    const done = await ask.run({ dir: tool.dir, ids: [tool.id], again: true })
    if (done?.written) announce(`Standardised ${props.entry.tool.name}.`)
  }
  useShortcuts({ 'Mod+S': () => void save() })

  return {
    ...{ fields, draft, ask, saving, dirty, standardise, save, revert, stillFits },
    state: computed(() =>
      dirty.value ? 'Not saved yet' : wasSaved.value ? 'Saved' : 'Nothing to save',
    ),
    originalExamples: computed(() =>
      (fields.data.value?.original.examples ?? []).flatMap(({ intent }) => intent ?? []).join('\n'),
    ),
    /** What the definition says of a parameter, where the field in force says something else. */
    originalOf(name: string): string | undefined {
      const { original, origins } = fields.data.value ?? {}
      if (!origins || origins.parameters === 'definition') return undefined
      const text = named(original?.parameters, name)?.['description']
      return `The definition says: ${typeof text === 'string' && text ? text : 'nothing'}`
    },
  }
}

/** Without what makes it reactive. */
const plain = (draft: FieldsDraft): FieldsDraft => JSON.parse(JSON.stringify(draft)) as FieldsDraft
