import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { openPegboard } from './browser'
import { expectDisabled, expectText, go } from './window'

it('answers of models that are stored are counted, shown and emptied', async () => {
  const { page, home, close } = await openPegboard({ viewport: { width: 1280, height: 800 } })
  onTestFinished(close)
  const folder = join(home, 'model-answers', '0a')
  mkdirSync(folder, { recursive: true })
  const stored = {
    at: '2026-11-20T10:00:00Z',
    model: 'ollama:small@1',
    prompt: 'split-query@1',
    question: `Split this. ${'One word after the other. '.repeat(20)}`,
    answer: '{"steps":["send a mail"]}',
  }
  writeFileSync(join(folder, `0a${'0'.repeat(30)}.json`), JSON.stringify(stored))
  await go(page, 'Settings', 'Models')
  const section = page.locator('section').filter({ hasText: 'Stored answers' })
  await section.getByRole('button', { name: 'Show the last' }).click()
  await expectText(section, /"steps":\["send a mail"\]/)
  await section.getByRole('button', { name: 'Empty' }).click()
  await expectText(section, /1 answer removed; models are asked again/)
  await expectDisabled(section.getByRole('button', { name: 'Empty' }))
})
