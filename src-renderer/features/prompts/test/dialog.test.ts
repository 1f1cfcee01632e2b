// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { LONGEST_WORDING } from '../../../../src-main/domain/workspace/longest-wording'
import PromptsRow from '../PromptsRow.vue'
import { useWorkspace } from '../../../composables/useWorkspace'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { DRAFT_IS_BACK } from '../../../words/draft-words'
import { leavePage, mountInApp, settle } from '../../../../test/unit/renderer/in-app'

/** The row in Settings with its dialog open. */
async function opened(answers: Answers = {}) {
  const bridge = fakeBridge(answers)
  const wrapper = await mountInApp(bridge, PromptsRow, () => void useWorkspace().start())
  await settle(5)
  await wrapper.find('button').trigger('click')
  await settle(5)
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]') as HTMLElement
  const wording = () => dialog().querySelector('textarea') as HTMLTextAreaElement
  const press = async (name: string) => {
    const found = [...dialog().querySelectorAll('button')].find(({ textContent }) =>
      textContent?.trim().startsWith(name),
    )
    if (!found) throw new Error(`There is no button “${name}”.`)
    found.click()
    await settle(5)
    return found
  }
  const write = async (text: string) => {
    wording().value = text
    wording().dispatchEvent(new Event('input'))
    await settle(5)
  }
  return { bridge, wrapper, dialog, wording, press, write }
}

test('a prompt is read, worded otherwise, and reset', async () => {
  const { bridge, wrapper, dialog, wording, press, write } = await opened()
  await press('Rank tools')
  const standard = wording().value
  expect(standard).toContain('Rank the tools')
  await write('Rank by price.')
  expect(dialog().textContent).toContain('not saved')
  await press('Save')
  expect(bridge.inputsOf('prompts.write')).toMatchObject([
    { id: 'rank-tools', wording: 'Rank by price.', base: standard },
  ])
  expect(wording().value).toBe('Rank by price.')
  expect(dialog().textContent).not.toContain('not saved')
  expect(dialog().textContent).toMatch(/rank-tools@2\+[0-9a-f]{12}/)
  await press('Reset')
  expect(wording().value).toBe(standard)
  expect(bridge.inputsOf('prompts.reset')).toMatchObject([{ id: 'rank-tools' }])
  wrapper.unmount()
})

test('what is written of one prompt waits while another is on show', async () => {
  const { bridge, wrapper, wording, press, write } = await opened()
  await press('Rank tools')
  await write('Rank by price.')
  await press('Rewrite the request')
  expect(wording().value).toContain('Write the user’s request again')
  await press('Rank tools')
  expect(wording().value).toBe('Rank by price.')
  await press('Reset')
  expect(bridge.inputsOf('prompts.reset')).toEqual([])
  expect(wording().value).toContain('Rank the tools')
  wrapper.unmount()
})

test('what is written is there again after the page was loaded again, and can be discarded', async () => {
  const before = await opened()
  await before.press('Rank tools')
  await before.write('Rank by price.')
  leavePage(before.wrapper)
  const { wrapper, dialog, wording, press } = await opened()
  await press('Rank tools')
  expect(wording().value).toBe('Rank by price.')
  expect(dialog().textContent).toContain(DRAFT_IS_BACK)
  await press('Discard')
  expect(wording().value).toContain('Rank the tools')
  expect(sessionStorage.length).toBe(0)
  wrapper.unmount()
})

test('a wording that is empty or too long is not saved, and says why', async () => {
  const { bridge, wrapper, dialog, press, write } = await opened()
  await write('  ')
  expect(dialog().textContent).toContain('Write what the model is to do')
  await press('Save')
  await write('x'.repeat(LONGEST_WORDING + 1))
  expect(dialog().textContent).toContain('at most 8,000 are kept')
  await press('Save')
  expect(bridge.inputsOf('prompts.write')).toEqual([])
  wrapper.unmount()
})

test('a wording that was changed elsewhere is not written over, and stays to be copied', async () => {
  const { wrapper, dialog, wording, press, write } = await opened({
    'prompts.write': () => failure({ code: 'conflict', message: 'Someone else worded it.' }),
  })
  await write('Mine.')
  await press('Save')
  expect(dialog().textContent).toContain('Someone else worded it.')
  expect(wording().value).toBe('Mine.')
  wrapper.unmount()
})

test('a wording of which agents get only the beginning is said to be cut', async () => {
  const info = {
    id: 'instructions',
    title: 'Served: instructions',
    purpose: 'What served agents read when they connect.',
    version: 1,
    name: 'instructions@1',
    standard: 'Search.',
    wording: 'Search.',
    isOwn: false,
    isOutdated: false,
    most: 2048,
  }
  const { wrapper, dialog, write } = await opened({ 'prompts.list': () => [info] })
  await write('Search. '.repeat(256).trim())
  expect(dialog().textContent).not.toContain('clients cut')
  await write('Search. '.repeat(300).trim())
  expect(dialog().textContent).toContain(
    'Agents are given its first 2,048 characters, up to the end of a sentence: clients cut longer texts. It has 2,399.',
  )
  wrapper.unmount()
})
