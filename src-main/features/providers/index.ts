import type { Feature } from '../feature'
import { providerRecipes } from './recipes'
import { providersSection } from './report-section'
import { providersVerdict } from './verdict'

export const providers = {
  actions: {},
  recipes: providerRecipes,
  reportSection: providersSection,
  verdict: providersVerdict,
} satisfies Feature
