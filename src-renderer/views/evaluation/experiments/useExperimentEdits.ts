import type { Ref } from 'vue'
import type { ActionInput } from '../../../../src-main/app/actions'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'

interface Place {
  dir: string
  /** The experiment that is open. */
  openId: Ref<string | undefined>
  open(id: string | undefined): void
}

/** Saving experiments, and changing the one that is open. Each says whether that worked. */
export function useExperimentEdits({ dir, openId, open }: Place) {
  const { announce } = useStatus()
  const saving = useTask('experiments.save')
  const renaming = useTask('experiments.rename')
  const copying = useTask('experiments.duplicate')
  const deleting = useTask('experiments.delete')

  /** Keeps a plan as an experiment and opens it. */
  async function save(wanted: Omit<ActionInput<'experiments.save'>, 'dir'>): Promise<boolean> {
    const saved = await saving.run({ dir, ...wanted })
    if (!saved) return false
    announce(`Saved as “${plainText(saved.name)}”.`)
    open(saved.id)
    return true
  }

  async function rename(change: { name: string; note: string }): Promise<boolean> {
    if (openId.value === undefined) return false
    return (await renaming.run({ dir, id: openId.value, ...change })) !== undefined
  }

  async function duplicate(name: string): Promise<boolean> {
    if (openId.value === undefined) return false
    const copy = await copying.run({ dir, id: openId.value, name })
    if (copy) open(copy.id)
    return copy !== undefined
  }

  async function remove(): Promise<boolean> {
    const id = openId.value
    if (id === undefined || !(await deleting.run({ dir, ids: [id] }))) return false
    open(undefined)
    announce('The experiment is deleted. Its runs stay.')
    return true
  }

  return { save, saving, rename, renaming, duplicate, copying, remove, deleting }
}
