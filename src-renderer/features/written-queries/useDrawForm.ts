import { computed, reactive } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { QueryWriter } from '../../../src-main/features/written-queries/shared/answers'
import {
  readSizes,
  sizesText,
  USUAL_SIZES,
} from '../../../src-main/features/written-queries/shared/sizes'
import { WRITING } from '../../../src-main/domain/query/writing'
import { useModelsInUse } from '../../composables/useModelsInUse'
import { useQuery } from '../../composables/useQuery'
import { useSettled } from '../../composables/useSettled'

const SETTLE_MS = 250
type Draw = Required<NonNullable<ActionInput<'writing.draw'>['draw']>>

interface FormState
  extends
    Pick<
      Required<NonNullable<ActionInput<'writing.draw'>['style']>>,
      'detail' | 'length' | 'perBundle'
    >,
    Pick<Draw, 'ways' | 'spread' | 'servers' | 'tags' | 'uncoveredFirst' | 'seed'> {
  /** Left out until chosen: the model where there is one. */
  writer?: QueryWriter
  /** As they are written. */
  sizes: string
  /** Empty: that of the descriptions. */
  language: string
  /** Empty: the model that writes. */
  judge: string
}

/** What to draw and how to write, as a person sets it, and what that would give. */
export function useDrawForm(dir: string) {
  const models = useModelsInUse()
  const form = reactive<FormState>({
    sizes: sizesText(USUAL_SIZES),
    ways: ['dependencies', 'logged', 'random'],
    spread: 'servers',
    servers: [],
    tags: [],
    uncoveredFirst: true,
    seed: 1,
    detail: 'mixed',
    length: 'medium',
    language: '',
    perBundle: 1,
    judge: '',
  })
  const writer = computed(
    (): QueryWriter => form.writer ?? (models.value.chat ? 'model' : 'parameters'),
  )
  const sizes = computed(() => readSizes(form.sizes))
  const fault = computed(() =>
    sizes.value
      ? undefined
      : `Write sizes with how many bundles of each, as “1: 10, 2: 6”: 1 to ${WRITING.mostTools} tools, at most ${WRITING.mostBundles} bundles.`,
  )
  const input = computed((): ActionInput<'writing.draw'> | undefined => {
    if (!sizes.value) return undefined
    const { ways, spread, servers, tags, uncoveredFirst, seed, detail, length, perBundle } = form
    const language = form.language.trim()
    return {
      dir,
      writer: writer.value,
      draw: {
        sizes: sizes.value,
        spread,
        uncoveredFirst,
        seed,
        ways: ways.length > 0 ? [...ways] : ['random'],
        ...(servers.length > 0 && { servers: [...servers] }),
        ...(tags.length > 0 && { tags: [...tags] }),
      },
      style: { detail, length, perBundle, ...(language !== '' && { language }) },
    }
  })
  const settled = useSettled(() => input.value, SETTLE_MS)
  const preview = useQuery('writing.preview', () => settled.value, { keepPrevious: true })
  /** Whether the preview is that of the form as it is now. */
  const isForInput = computed(
    () =>
      input.value !== undefined &&
      settled.value === input.value &&
      preview.data.value !== undefined &&
      !preview.loading.value &&
      !preview.problem.value,
  )
  return { form, writer, fault, input, preview, isForInput, models }
}

export type DrawForm = ReturnType<typeof useDrawForm>
