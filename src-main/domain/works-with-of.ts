import type { WorksWith } from './works-with'

/** What a workspace works with: its own, or, where it has none, what the settings say. */
export const worksWithOf = (
  { worksWith }: { worksWith?: WorksWith | undefined },
  { recipe, k }: Pick<WorksWith, 'recipe' | 'k'>,
): WorksWith => worksWith ?? { recipe, options: {}, k }
