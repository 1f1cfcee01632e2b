import { computed } from 'vue'
import type { OwnRecipe } from '../../src-main/domain/recipe/choice'
import { plainText } from '../../src-main/domain/value/plain-text'
import { useStatus } from './useStatus'
import { useTask } from './useTask'

/** Saving recipes with options of one's own in a workspace, and removing them. */
export function useOwnRecipes(dir: string) {
  const { announce } = useStatus()
  const saving = useTask('recipes.save')
  const removing = useTask('recipes.delete')

  /** Whether it was saved. */
  async function save(
    given: Pick<OwnRecipe, 'name' | 'recipe' | 'options'> & { replace: boolean },
  ): Promise<boolean> {
    removing.clear()
    const saved = await saving.run({ dir, ...given })
    if (saved) announce(`Saved as “${plainText(saved.name)}”.`)
    return saved !== undefined
  }
  async function remove(name: string): Promise<void> {
    saving.clear()
    if (await removing.run({ dir, names: [name] })) announce(`“${plainText(name)}” is deleted.`)
  }

  return {
    save,
    remove,
    problem: computed(() => saving.problem.value ?? removing.problem.value),
    running: saving.running,
  }
}
