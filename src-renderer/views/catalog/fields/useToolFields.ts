import { computed, reactive, ref, watch, type Ref } from 'vue'
import type { FieldsOfTool } from '../../../../src-main/contract/field-routes'
import { named } from '../../../../src-main/domain/named'
import type { AuthorLayer, CatalogTool, CorrectedFields } from '../../../../src-main/domain/tool'
import { useQuery } from '../../../composables/useQuery'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { useEditHistory } from '../editing/useEditHistory'
import { correctionOf, fieldsDraft, sameDraft, type FieldsDraft } from './fields-draft'

interface OfTool {
  readonly dir: string
  readonly entry: CatalogTool
}

/** One tool’s fields, and a model to be asked for them. */
export function useToolFields({ dir, entry }: OfTool) {
  const { announce } = useStatus()
  const { id, name } = entry.tool
  const fields = useQuery('fields.tool', () => ({ dir, id }), { keepPrevious: true })
  const ask = useTask('fields.standardise')
  return {
    ...{ fields, ask },
    async standardise(): Promise<void> {
      const done = await ask.run({ dir, ids: [id], again: true })
      if (done?.written) announce(`Standardised ${name}.`)
    },
    originalExamples: computed(() =>
      (fields.data.value?.original.examples ?? []).flatMap(({ intent }) => intent ?? []).join('\n'),
    ),
    /** What the definition says of a parameter, where the field in force says something else. */
    originalOf(parameter: string): string | undefined {
      const { original, origins } = fields.data.value ?? {}
      if (!origins || origins.parameters === 'definition') return undefined
      const text = named(original?.parameters, parameter)?.['description']
      return `The definition says: ${typeof text === 'string' && text ? text : 'nothing'}`
    },
  }
}

const NOTHING: FieldsDraft = { description: '', response: '', examples: '', parameters: [] }

/** A form in which a tool’s fields are corrected. */
export function useCorrections(props: OfTool, given: Readonly<Ref<FieldsOfTool | undefined>>) {
  const { announce } = useStatus()
  const saving = useTask('catalog.saveLayer')
  const history = useEditHistory(props.dir)
  const draft = reactive(copyOf(NOTHING))
  /** What the draft was made of. */
  const base = ref(copyOf(NOTHING))
  const dirty = computed(() => !sameDraft(draft, base.value))
  const wasSaved = ref(false)

  function show({ inForce }: FieldsOfTool): void {
    base.value = fieldsDraft(inForce)
    Object.assign(draft, fieldsDraft(inForce))
  }
  // What a model or another program wrote shows up, unless something unsaved stands in the form.
  watch(given, (fields) => fields && !dirty.value && show(fields), { immediate: true })

  async function keep(standardised: CorrectedFields | undefined): Promise<void> {
    const { tool, layer: before } = props.entry
    const { standardised: _, ...others } = before
    const layer: AuthorLayer = { ...others, ...(standardised && { standardised }) }
    const saved = await saving.run({ dir: props.dir, id: tool.id, base: before, layer })
    if (!saved) return
    const label = `Corrected the fields of ${tool.name}`
    history.note({ tool: tool.id, label, before, after: saved.layer })
    base.value = copyOf(draft)
    wasSaved.value = true
    announce(`Saved the fields of ${tool.name}.`)
  }
  return {
    ...{ draft, dirty, saving },
    state: computed(() =>
      dirty.value ? 'Not saved yet' : wasSaved.value ? 'Saved' : 'Nothing to save',
    ),
    async save(): Promise<void> {
      if (!given.value || !dirty.value || saving.running.value) return
      const corrected = correctionOf(copyOf(draft), given.value)
      await keep(corrected && { ...corrected, of: given.value.version })
    },
    /** Says of what was corrected that it is right for the tool as it is now. */
    async stillFits(): Promise<void> {
      if (!given.value?.corrected) return
      await keep({ ...given.value.corrected, of: given.value.version })
    },
    revert(): void {
      if (given.value) show(given.value)
      saving.clear()
    },
  }
}

/** Without what makes it reactive. */
const copyOf = (draft: FieldsDraft): FieldsDraft => JSON.parse(JSON.stringify(draft)) as FieldsDraft
