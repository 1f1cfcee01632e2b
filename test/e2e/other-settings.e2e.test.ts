import { it } from 'vitest'
import {
  expectText,
  go,
  importAll,
  importFiles,
  newWorkspace,
  openDemo,
  takeFor,
  unfold,
} from './window'

const TOPICS = 'invoice visa flight recipe parcel tenant lawn violin insurance garage'.split(' ')
const DEEDS = 'cancel translate print weigh insure photograph'.split(' ')

/** Tools whose names say what others do: what each does stands behind its first sentence. */
const tools = TOPICS.flatMap((topic, at) =>
  DEEDS.map((deed, of) => ({
    name: `${TOPICS[(at + 3) % TOPICS.length]}_${DEEDS[(of + 2) % DEEDS.length]}`,
    description: `Number ${at * DEEDS.length + of} of the office suite. It can ${deed} a ${topic} for a customer.`,
    inputSchema: { type: 'object', properties: {} },
  })),
)
const queries = TOPICS.flatMap((topic, at) =>
  DEEDS.map((deed, of) => ({
    id: `${deed} ${topic}`,
    query: `${deed} the ${topic} of a customer`,
    tools: [tools[at * DEEDS.length + of]?.name],
  })),
)

it('what suits a workspace is told at the end of an import, used, opened and undone', async () => {
  const page = await openDemo()
  await newWorkspace(page, 'Office')
  await importAll(
    page,
    { name: 'office.json', content: { tools } },
    { button: 'Import 60 tools', done: /60 tools added/ },
  )

  const dialog = await importFiles(page, [{ name: 'asked.json', content: queries }])
  await dialog.getByText(/holds no catalog/).waitFor()
  await takeFor(dialog, 'Golden set')
  await dialog.getByRole('button', { name: 'Import 60 golden queries' }).click()
  const line = page.getByRole('region', { name: 'Other settings' })
  await expectText(
    line,
    /Hybrid, with documents joined to one text: \d+\.\d points more Recall@5 to be expected on other queries \[\d/,
  )
  await line.getByRole('button', { name: 'Use it' }).click()
  await expectText(line, /Kept as “Hybrid, tuned on asked”/)
  await line.getByRole('button', { name: 'Open in Playground' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectText(page.getByRole('main'), /Hybrid, tuned on asked/)

  await go(page, 'Evaluate')
  await unfold(page, 'Details', 'Weights and settings')
  await line.getByRole('button', { name: 'Use it' }).click()
  await line.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Hybrid, tuned on asked” is deleted.').waitFor()
})
