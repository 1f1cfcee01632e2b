import { computed, ref } from 'vue'
import type { FieldsOfTool } from '../../../src-main/features/standard-fields/shared/answers'
import type { AuthorLayer, CatalogTool, CorrectedFields } from '../../../src-main/domain/tool/tool'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useEditHistory } from '../../composables/useEditHistory'
import { draftsOfKind } from '../../composables/drafts-of-kind'
import { useStoredDraft } from '../../composables/useStoredDraft'
import { correctionOf, fieldsDraft, sameDraft, type FieldsDraft } from './fields-draft'

/** Unsaved corrections of fields, of tools of one workspace. */
export const useFieldDrafts = draftsOfKind<FieldsDraft, FieldsOfTool>('fields')

interface OfTool {
  dir: string
  entry: () => CatalogTool
}

/** A form in which a tool’s fields are corrected, made of what is given. */
export function useCorrections({ dir, entry }: OfTool, given: () => FieldsOfTool) {
  const { announce } = useStatus()
  const { id, name } = entry().tool
  const saving = useTask('catalog.saveLayer')
  const history = useEditHistory(dir)
  const form = useStoredDraft<FieldsDraft, FieldsOfTool>({
    drafts: useFieldDrafts(dir),
    id,
    read: given,
    draftOf: ({ inForce }) => fieldsDraft(inForce),
    isDirty: (draft, { inForce }) => !sameDraft(draft, fieldsDraft(inForce)),
  })
  const { draft, base, isDirty } = form
  const wasSaved = ref(false)

  /**
   * Puts one correction in the place of another, and gives what it is then; where somebody else
   * wrote one, it is a conflict.
   */
  async function replace(
    before: CorrectedFields | undefined,
    after: CorrectedFields | undefined,
  ): Promise<AuthorLayer | undefined> {
    const { standardised: _, ...others } = entry().layer
    const layerWith = (standardised?: CorrectedFields): AuthorLayer => ({
      ...others,
      ...(standardised && { standardised }),
    })
    const edit = { base: layerWith(before), layer: layerWith(after) }
    const saved = await saving.run({ dir, id, ...edit })
    if (!saved) return undefined
    history.note(`Corrected the fields of ${name}`, saved)
    wasSaved.value = true
    announce(`Saved the fields of ${name}.`)
    return saved.layer
  }

  return {
    draft,
    isDirty,
    saving,
    state: computed(() =>
      isDirty.value ? form.notSaved.value : wasSaved.value ? 'Saved' : 'Nothing to save',
    ),
    async save(): Promise<void> {
      if (!isDirty.value || saving.running.value) return
      const sent = form.snapshot()
      const made = base.value
      const corrected = correctionOf(sent, made)
      const saved = await replace(made.corrected, corrected && { ...corrected, of: made.version })
      if (saved) form.takeUp(withCorrection(made, saved.standardised), sent)
    },
    /**
     * Says of what was corrected that it is right for the tool as it is now. What stands in the
     * form is left alone.
     */
    async stillFits(): Promise<void> {
      const { corrected, version } = given()
      if (!corrected || saving.running.value) return
      const saved = await replace(corrected, { ...corrected, of: version })
      // What stands in the form may be made of an older correction: that is to stay a conflict.
      if (!saved || JSON.stringify(base.value.corrected) !== JSON.stringify(corrected)) return
      form.madeOf({ ...base.value, ...correctionIn(saved.standardised), version })
    },
    revert(): void {
      form.discard()
      if (!saving.running.value) saving.clear()
    },
  }
}

const correctionIn = (
  corrected: CorrectedFields | undefined,
): Pick<FieldsOfTool, 'corrected' | 'isCorrectionOld'> => ({
  corrected,
  isCorrectionOld: false,
})

/** The fields as they are once they are corrected so. */
function withCorrection(fields: FieldsOfTool, corrected?: CorrectedFields): FieldsOfTool {
  const { of: _, ...texts } = corrected ?? {}
  return {
    ...fields,
    ...correctionIn(corrected),
    inForce: { ...fields.uncorrected, ...texts },
  }
}
