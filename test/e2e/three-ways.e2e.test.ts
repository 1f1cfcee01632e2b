import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chatModel } from '../fakes/ollama/models'
import { answering, startFakeOllama } from '../fakes/ollama/ollama-server'
import { askInPlayground, expectText, openWithChatModel } from './window'

const COMPOUND = 'get the crew a spot for Friday noon, then let everybody know the plan'

/** Plans as a person would, and ranks tools as they come. */
const planner = chatModel({
  says: answering((prompt) =>
    prompt.includes('Variations of each step')
      ? {
          rewritten: COMPOUND,
          steps: [
            {
              action: 'book a meeting room for Friday noon',
              difficulty: 'easy',
              variations: ['reserve a room', 'find a free meeting room'],
            },
            {
              action: 'send a message to the team',
              difficulty: 'easy',
              variations: ['post in a channel', 'announce to everyone'],
            },
          ],
        }
      : { tools: toolsIn(prompt) },
  ),
})

/** Names of the tools that a prompt shows, one JSON value a line. */
const toolsIn = (prompt: string): string[] =>
  [...prompt.matchAll(/^\{"name":"([^"]+)"/gm)].flatMap(([, name]) => name ?? [])

async function openWithPlanner(colorScheme: 'light' | 'dark'): Promise<Page> {
  const ollama = await startFakeOllama([planner])
  onTestFinished(() => ollama.close())
  return openWithChatModel({ url: ollama.url, model: planner.name }, { colorScheme })
}

describe('a request for two things, asked three ways', () => {
  it.each(['light', 'dark'] as const)('shows each beside hybrid, in %s', async (theme) => {
    const page = await openWithPlanner(theme)
    await askInPlayground(page, COMPOUND)
    await page.getByRole('listbox', { name: 'Tool set' }).waitFor()
    await page.getByRole('button', { name: 'A | B', exact: true }).click()
    await page.getByLabel('Recipe B').selectOption({ label: 'Toolshed' })
    const rules = page.getByRole('region', { name: 'B: Toolshed' })
    await rules.getByRole('option').first().waitFor()
    await page.getByRole('button', { name: 'Options B' }).click()
    const form = page.getByRole('group', { name: 'Options of Toolshed' })
    await form.getByRole('button', { name: /^Plan/ }).click()
    await form.getByLabel('Settings', { exact: true }).selectOption('fused')
    await page.getByRole('button', { name: 'Options B' }).click()
    await page.getByRole('button', { name: 'Run again' }).first().click()
    const names = page.getByRole('listbox', { name: 'Tool set of B' }).locator('.name')
    await expect.poll(() => names.allInnerTexts()).toContain('book_room')
    await page.getByRole('listbox', { name: 'Tool set of B' }).getByRole('option').first().click()
    await page.getByRole('tab', { name: /Trace/ }).click()
    const main = page.locator('main')
    await expectText(main, /book a meeting room for Friday noon/)
    await expectText(main, /2 model calls/)
  })
})
