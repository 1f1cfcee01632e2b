import type { Feature } from '../feature'
import { providerRecipes } from './recipes'
import { providersSection } from './report-section'

export const providers = {
  actions: {},
  recipes: providerRecipes,
  reportSection: providersSection,
} satisfies Feature
