import type { Settings, SettingsInUse } from '../../domain/workspace/settings'
import { STANDARD_RECIPE } from '../../pipeline/recipes/registry'

/** The settings as they count: with the standard recipe where none was chosen. */
export const settingsInUse = (settings: Settings): SettingsInUse => ({
  ...settings,
  recipe: settings.recipe ?? STANDARD_RECIPE,
})
