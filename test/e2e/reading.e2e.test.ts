import { it } from 'vitest'
import { expectText, importFiles, openDemo, toolRow } from './window'

/** More than is read in place. */
const tools = Array.from({ length: 3_000 }, (_, at) => ({
  name: `large_${at}`,
  description: `Does the work of number ${at}.`,
  inputSchema: { type: 'object', properties: {} },
}))

it('a large file is imported while another tab goes on', async () => {
  const page = await openDemo()
  const dialog = await importFiles(page, [{ name: 'large.json', content: tools }])
  const second = await page.context().newPage()
  await second.goto(new URL(page.url()).origin)
  await toolRow(second, 'approve_deployment').waitFor()
  await dialog.getByRole('button', { name: /^Import 3,?000 tools$/ }).click()
  await expectText(dialog, /3,?000 tools added/)
  await second.getByPlaceholder('Search tools').fill('large_2999')
  await toolRow(second, 'large_2999').waitFor()
})

it('a large broken file is answered with line and column', async () => {
  const page = await openDemo()
  const content = `${JSON.stringify(tools, undefined, 1).slice(0, -2)},\n {"name": }\n]`
  const line = content.split('\n').length - 1
  const dialog = await importFiles(page, [{ name: 'broken.json', content }])
  await expectText(dialog.getByRole('alert'), new RegExp(`line ${line}, column 11`))
  await expectText(dialog.getByRole('alert'), /import it again/)
})
