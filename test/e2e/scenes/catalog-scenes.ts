import type { Page } from 'playwright-core'
import {
  atOnce,
  command,
  decidedOf,
  go,
  lookAtFirst,
  openSection,
  toDoOf,
  toolRow,
} from '../window'
import { choose, press, seen, type Scenes } from './scene'

async function openCatalog(page: Page): Promise<void> {
  await go(page, 'Catalog')
  await seen(toolRow(page, 'approve_deployment'))
}

async function openTool(page: Page, name: string, section: string): Promise<void> {
  await openCatalog(page)
  await page.getByPlaceholder('Search tools').fill(name)
  await toolRow(page, name).click()
  await openSection(page, section)
  await page.getByPlaceholder('Search tools').fill('')
}

const search = async (page: Page, text: string) => {
  await openCatalog(page)
  await page.getByPlaceholder('Search tools').fill(text)
}

async function checkRows(page: Page, count: number): Promise<void> {
  await openCatalog(page)
  for (let row = 0; row < count; row++) {
    await page
      .getByRole('grid')
      .getByRole('checkbox')
      .nth(row + 1)
      .click()
  }
  await seen(page.getByText(`${count} selected`))
}

/** The queue of what is proposed without a model. */
async function openReview(page: Page): Promise<void> {
  await command(page, 'Review proposed texts')
  const nothing = page.getByText('No text waits for a decision.')
  await seen(nothing.or(page.getByText(/proposals? to review/)))
  if (await nothing.isVisible()) {
    await press(page, 'Enhance…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Without a model').click()
    await press(dialog, /^Propose/)
    await seen(dialog.getByRole('status'))
    await press(dialog, 'Done')
  }
  await lookAtFirst(page)
  await seen(page.getByRole('region', { name: 'Measured effect' }).getByText(/golden quer/))
}

/** The queue of proposed edges, looked for once. */
async function openEdges(page: Page): Promise<void> {
  await command(page, 'Review proposed edges')
  const nothing = toDoOf(page).getByText('Which tool needs which?')
  await seen(nothing.or(toDoOf(page).getByRole('grid')))
  if (await nothing.isVisible()) await press(toDoOf(page), 'Look for edges')
  await lookAtFirst(page)
}

export const catalogScenes: Scenes = {
  'nothing open': openCatalog,
  'a tool, overview': (page) => openTool(page, 'create_event', 'Overview'),
  'a new tool': async (page) => {
    await openCatalog(page)
    await press(page, 'New tool')
    await seen(page.getByRole('dialog').getByText('Make the tool'))
  },
  'a tool, definition': async (page) => {
    await openTool(page, 'create_event', 'Definition')
    await seen(page.getByRole('textbox', { name: 'Parameters as JSON Schema' }))
  },
  'a definition that is none': async (page) => {
    await openTool(page, 'create_event', 'Definition')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('create event')
    const json = page.getByRole('textbox', { name: 'Parameters as JSON Schema' })
    await json.press('Control+a')
    await json.press('Delete')
    await json.pressSequentially('{"type": "object", "properties": {"day": {"type": "date"}}}')
    await seen(page.getByText(/There is no such type.*"date"/).first())
  },
  'its columns': async (page) => {
    await openCatalog(page)
    await press(page, 'Choose columns')
    await seen(page.getByRole('dialog', { name: 'Columns' }))
  },
  'rows to change': async (page) => {
    await checkRows(page, 2)
    await press(page, 'Change…')
    await seen(page.getByRole('dialog').getByText('Take tags off'))
  },
  'saved filters': async (page) => {
    await search(page, 'calendar')
    await press(page, 'Saved filters')
    await page.getByLabel('Save this filter as').fill('Calendar')
    await press(page.getByRole('dialog'), 'Save')
    await seen(page.getByRole('button', { name: 'Forget Calendar' }))
  },
  'a tool, edges': async (page) => {
    await openTool(page, 'create_event', 'Edges')
    await seen(page.getByText('Around it'))
  },
  'an edge, added': async (page) => {
    await openTool(page, 'create_event', 'Edges')
    await press(page, 'Add an edge')
    await seen(page.getByRole('listbox').getByRole('option'))
  },
  graph: async (page) => {
    await openCatalog(page)
    await page.getByText('Graph', { exact: true }).click()
    await seen(page.getByRole('grid', { name: 'Hubs' }))
    await seen(page.getByText(/Not on the map/))
  },
  'no sources': async (page) => {
    await openCatalog(page)
    await page.getByText('Sources', { exact: true }).click()
    await seen(page.getByText('No sources yet'))
  },
  findings: async (page) => {
    await command(page, 'Findings')
    await seen(toDoOf(page).getByText(/by \d+ rules/))
  },
  'logged queries': async (page) => {
    await go(page, 'Queries', 'Logged queries')
    await seen(page.getByText('Write a quarterly bill for the museum and send it'))
  },
  'bundles, one open': async (page) => {
    await go(page, 'Queries', 'Logged queries')
    await page.getByText('Bundles', { exact: true }).click()
    await page.getByText('Cash position for the treasurer').click()
    await seen(page.getByRole('dialog', { name: 'Bundle' }))
  },
  'a finding': async (page) => {
    await catalogScenes.findings?.(page)
    await lookAtFirst(page)
    await seen(decidedOf(page).getByRole('button', { name: /^Dismiss/ }))
  },
  'a finding, dismissed': async (page) => {
    await catalogScenes['a finding']?.(page)
    await press(decidedOf(page), /^Dismiss/)
    await seen(page.getByRole('textbox', { name: 'Why is it no fault?' }))
  },
  'rules of lint': async (page) => {
    await catalogScenes.findings?.(page)
    await atOnce(page, /^Rules of findings/)
    await seen(page.getByRole('dialog').getByRole('switch'))
  },
  confusable: async (page) => {
    await go(page, 'Improve', 'Confusable')
    await seen(page.getByRole('grid', { name: 'Confusable pairs' }))
  },
  'two tools side by side': async (page) => {
    await catalogScenes.confusable?.(page)
    await page.getByRole('grid', { name: 'Confusable pairs' }).getByRole('row').nth(1).click()
    await press(page, /^Write what tells them apart/)
    await seen(page.getByRole('dialog').getByRole('button', { name: 'Write what tells it apart' }))
  },
  'hubs of queries': async (page) => {
    await catalogScenes.confusable?.(page)
    await page.getByText('Hubs', { exact: true }).click()
    await seen(page.getByRole('grid', { name: 'Hubs of queries' }))
  },
  'never found, without a run': async (page) => {
    await catalogScenes.confusable?.(page)
    await page.getByText('Never found', { exact: true }).click()
    await seen(page.getByText('Run an evaluation first'))
  },
  'a tool, document': (page) => openTool(page, 'create_event', 'Document as indexed'),
  'a tool, fields': async (page) => {
    await openTool(page, 'create_event', 'Fields')
    await seen(page.getByLabel('Description, as compared'))
  },
  'standardise, no model': async (page) => {
    await openCatalog(page)
    await press(page, 'Standardise')
    await seen(page.getByText(/No chat model is chosen/))
  },
  'enhance, no model': async (page) => {
    await go(page, 'Improve')
    await press(page, 'Enhance…')
    await seen(page.getByRole('dialog').getByText(/new questions?$/))
  },
  'enhance, what was taken': async (page) => {
    await catalogScenes['enhance, no model']?.(page)
    await press(page.getByRole('dialog'), /^Propose \d+ question/)
    await seen(page.getByText(/questions? proposed for/))
  },
  'enhance with a model': async (page) => {
    await go(page, 'Improve')
    await press(page, 'Enhance…')
    await page.getByRole('dialog').getByText('Ask the chat model').click()
    await seen(page.getByText(/No chat model is chosen/))
  },
  'write for what is missed, no model': async (page) => {
    await go(page, 'Improve')
    await press(page, 'Write for what is missed…')
    await seen(page.getByRole('dialog').getByText(/^Missed: \d+ tool/))
  },
  'a tool, texts': (page) => openTool(page, 'create_event', 'Texts'),
  'an edit and its effect': async (page) => {
    await openTool(page, 'create_event', 'Texts')
    await page.getByRole('textbox', { name: 'Retrieval description' }).fill('nothing in particular')
    await seen(page.getByText(/2 broken, 2 worse/))
  },
  'proposed edges': async (page) => {
    await openEdges(page)
    await seen(page.getByText('MAP@10, all queries'))
  },
  'edges, accepted at once': async (page) => {
    await openEdges(page)
    await atOnce(page, /^Accept \d+ proposed edges/)
    await seen(page.getByRole('dialog').getByText('MAP@10, all queries'))
  },
  'what is done at once': async (page) => {
    await go(page, 'Improve', 'To do')
    await toDoOf(page).getByRole('checkbox').nth(1).click()
    await press(toDoOf(page), /ticked$/)
    await seen(page.getByRole('menuitem', { name: 'Look for edges' }))
  },
  'proposed texts': async (page) => {
    await openReview(page)
    await page.getByText('Asking golden queries').waitFor({ state: 'detached' })
  },
  'an edited proposal': async (page) => {
    await openReview(page)
    await page.keyboard.press('e')
    await seen(page.getByText('Accept as edited'))
  },
  'accept by rule': async (page) => {
    await openReview(page)
    await atOnce(page, /by rule/)
    await seen(page.getByText(/left to look at/))
  },
  'a proposed text to decide': async (page) => {
    await openReview(page)
    await seen(decidedOf(page).getByText(/\d+ golden quer/))
  },
  'accepted texts': async (page) => {
    await openReview(page)
    await page.keyboard.press('a')
    await page.getByText('U takes it back').waitFor()
    await toDoOf(page).getByLabel('Which').selectOption('accepted')
    await lookAtFirst(page)
    await seen(page.getByText('Take it back'))
  },
  'a tool, source': (page) => openTool(page, 'create_event', 'Source'),
  'filter by server': async (page) => {
    await openCatalog(page)
    await press(page, /^Server/)
    await seen(page.getByRole('listbox'))
  },
  'some found': async (page) => {
    await search(page, 'calendar')
    await seen(toolRow(page, 'create_event'))
  },
  'none found': async (page) => {
    await search(page, 'zzzz qqqq')
    await seen(page.getByText('No tool passes the filter'))
  },
  'rows selected': (page) => checkRows(page, 3),
  'remove tools': async (page) => {
    await checkRows(page, 2)
    await press(page, /^Remove/)
    await seen(page.getByRole('dialog'))
  },
  'export menu': async (page) => {
    await openCatalog(page)
    await press(page, 'Export')
    await seen(page.getByRole('menu'))
  },
  'export with refusals': async (page) => {
    await openCatalog(page)
    await choose(page, 'Export', 'OpenAI')
    await seen(page.getByRole('dialog'))
  },
}
