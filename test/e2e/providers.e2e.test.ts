import { describe, expect, it } from 'vitest'
import { expectText, face, go, openDemo, openMeasured, unfold, untilMeasured } from './window'

describe('providers’ own search', () => {
  it.each(['light', 'dark'] as const)(
    'answers whether it would do, and for which requests, in %s',
    async (colorScheme) => {
      const page = await openMeasured({ colorScheme })
      await unfold(page, 'Details', 'Providers’ own search')
      const providers = page.getByRole('region', { name: 'Providers’ own search' })
      await providers.getByRole('button', { name: /^Measure them beside/ }).click()
      await providers.getByText('What they find is told when all are done').waitFor()
      await expectText(providers, /(None of them would do|may do as well as|would do better than)/)
      await expectText(
        providers,
        /Codex, BM25\s+\d+\.\d % of the right tools with 8 tools each, Hybrid \d+\.\d %.*With \d+ tools Hybrid finds/,
      )
      // What is measured decides anew, and the table is made again.
      await untilMeasured(page)
      await providers.getByText('Anthropic, read on 2026-09-26').first().click()
      await expectText(providers, /tool-search-tool/)
      await unfold(page, 'Kinds of requests')
      await page.getByRole('button', { name: 'Only vague' }).click()
      await expectText(page.getByRole('region', { name: 'Decision' }), /^\D*13 queries|13 queries/)
      await page.getByRole('button', { name: 'Vague only' }).click()
      await expect.poll(() => page.getByRole('button', { name: 'Vague only' }).count()).toBe(0)
    },
  )

  it('finds a server by what its owner says of it', async () => {
    const page = await openDemo()
    await go(page, 'Catalog')
    await face(page, 'Sources').click()
    await unfold(page, 'Servers')
    await page.getByRole('button', { name: 'Describe builds' }).click()
    const dialog = page.getByRole('dialog', { name: 'Describe builds' })
    await dialog.getByLabel('What its tools are for').fill('Pipelines, releases and their logs.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectText(page.getByRole('table', { name: 'Servers' }), /Pipelines, releases and their/)
  })
})
