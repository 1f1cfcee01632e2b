// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import CatalogSums from '../../../../src-renderer/views/catalog/CatalogSums.vue'

const facets = (everything: { tools: number; promptTokens: number }) => ({
  tools: 107,
  promptTokens: 14_952,
  edited: 2,
  everything,
  servers: [],
  tags: [],
  visibilities: [],
})
const sums = (everything: { tools: number; promptTokens: number }, narrowedTo?: number) =>
  mount({
    components: { CatalogSums },
    setup: () => ({ facets: facets(everything), narrowedTo }),
    template: '<div><CatalogSums :facets="facets" :narrowed-to="narrowedTo" /></div>',
  })
    .text()
    .replace(/\s+/g, ' ')

test('tools are counted with those that agents may be given, and so are tokens', () => {
  expect(sums({ tools: 102, promptTokens: 14_517 })).toMatch(
    /102 visible of 107 tools ?2 edited ?14,517 tokens if all visible ones are sent/,
  )
  expect(sums({ tools: 107, promptTokens: 14_952 })).toMatch(
    /^107 tools ?2 edited ?14,952 tokens if all are sent/,
  )
  expect(sums({ tools: 102, promptTokens: 14_517 }, 4)).toContain('4 of 107 tools')
})
