import { describe, it } from 'vitest'
import { askInPlayground, expectText, openDemo } from './window'

describe('MFTR in the playground', () => {
  it('says field by field why a tool stands there, and that the hybrid does as well here', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'create an issue for the failing login')
    const recipe = page.getByRole('combobox', { name: 'Recipe', exact: true })
    await recipe.selectOption({ label: 'MFTR' })
    // No language model is chosen: it asks none, and answers at once.
    const main = page.getByRole('main')
    await expectText(main, /“Hybrid” does as well or better\. Choose that/)
    await expectText(main, /no language model is connected: /i)
    const first = page.getByRole('listbox', { name: 'Tool set' }).getByRole('option').first()
    await first.click()
    await expectText(main, /description −?\d*\.\d\d · /)
  })
})
