import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { it, onTestFinished } from 'vitest'
import { expectNoViolations } from './axe'
import {
  command,
  expectCount,
  expectFocus,
  expectPageWidth,
  expectText,
  face,
  openDemo,
  tabTo,
  takeFor,
  toolRow,
  newWorkspace,
} from './window'

const SERVER = resolve(import.meta.dirname, '../fixtures/tool-server.mjs')

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
})
const BEFORE = [tool('read_note', 'Reads a note.'), tool('write_note', 'Writes a note.')]
const AFTER = [tool('read_note', 'Reads a note aloud.'), tool('find_note', 'Finds a note.')]

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-sources-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file that the server lists its tools from. */
async function listOf(tools: object[]): Promise<string> {
  const list = join(await temporaryFolder(), 'tools.json')
  await writeFile(list, JSON.stringify(tools))
  return list
}

/** A button of the wizard, pressed by whoever has no mouse. */
async function enter(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Beyond what is looked at by itself: targets are at least 24 px wide and high. */
const SIZES = { rules: { 'target-size': { enabled: true } } }

it('a server is connected by its command, followed, taken over and undone, by keyboard', async () => {
  const list = await listOf(BEFORE)
  const page = await openDemo({ viewport: { width: 1280, height: 800 } })
  const dialog = page.getByRole('dialog')

  await command(page, 'Connect a server')
  await expectFocus(dialog.getByLabel('Command that starts the server'))
  await page.keyboard.type(`"${process.execPath}" "${SERVER}" "${list}"`)
  await expectNoViolations(page, 'connecting', SIZES)
  await page.keyboard.press('Enter')

  await expectText(dialog.getByRole('region', { name: 'tool-server' }), /Starts a program/)
  await expectText(dialog, new RegExp(`${SERVER} ${list}`.replaceAll('.', '\\.')))
  await expectNoViolations(page, 'consent', SIZES)
  await enter(page, dialog.getByRole('button', { name: 'Start and read its tools' }))

  const take = dialog.getByRole('button', { name: 'Import 2 tools' })
  await take.waitFor()
  await takeFor(dialog, 'Demo')
  await enter(page, take)
  await expectText(dialog, /2 tools added/)
  await closed(page)
  await page.getByPlaceholder('Search tools').fill('note')
  await toolRow(page, 'write_note').waitFor()

  await writeFile(list, JSON.stringify(AFTER))
  await command(page, 'Check sources')
  const sources = page.getByRole('table', { name: 'Sources' })
  await expectText(sources, /1 added, 1 changed, 1 removed/)
  await expectNoViolations(page, 'sources', SIZES)

  await enter(page, sources.getByRole('button', { name: 'Refresh tool-server' }))
  await expectText(dialog, /Reads a note/)
  await enter(page, dialog.getByRole('button', { name: 'Take over 3 changes' }))
  await expectText(dialog, /1 tool added, 1 changed/)
  await closed(page)
  await enter(page, sources.getByRole('button', { name: 'Refresh tool-server' }))
  await enter(page, dialog.getByRole('button', { name: 'Nothing has changed: close' }))
  await dialog.waitFor({ state: 'detached' })
  await face(page, 'Table').click()
  await toolRow(page, 'find_note').waitFor()
  await toolRow(page, 'write_note').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+z')
  await toolRow(page, 'write_note').waitFor()
  await toolRow(page, 'find_note').waitFor({ state: 'detached' })
})

it('the servers of a configuration are agreed to at once; one that fails keeps none from the catalog', async () => {
  const notes = await listOf(BEFORE)
  const config = join(await temporaryFolder(), '.mcp.json')
  const started = (list: string) => ({ command: process.execPath, args: [SERVER, list] })
  const mcpServers = {
    notes: started(notes),
    broken: started(`${notes}.gone`),
    mail: started(await listOf([tool('send_mail', 'Sends a mail.')])),
  }
  await writeFile(config, JSON.stringify({ mcpServers }))
  const page = await openDemo({ viewport: { width: 1280, height: 800 } })
  await newWorkspace(page, 'Mine')
  await page.getByRole('button', { name: 'Connect a server' }).click()
  const dialog = page.getByRole('dialog')
  await face(page, 'Configuration file').click()
  await dialog.getByLabel(/configuration file/).fill(config)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Connect all 3' }).last().click()
  await expectText(dialog, /mail\s+Starts a program/)
  await dialog.getByRole('button', { name: 'Start these 3 and read their tools' }).click()
  await expectText(dialog, /notes\s+2 added/)
  await expectText(dialog, /broken[^]*did not list its tools/)
  await expectText(dialog, /mail\s+1 added/)
  await expectNoViolations(page, 'report of several', SIZES)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await toolRow(page, 'send_mail').waitFor()
  await face(page, 'Sources').click()
  await expectCount(page.getByRole('table', { name: 'Sources' }).getByRole('row'), 3)
})

it('what of the person’s own goes out is ticked one by one before a server is started', async () => {
  const config = join(await temporaryFolder(), '.mcp.json')
  const list = await listOf(BEFORE)
  const env = {
    LOG_LEVEL: '${HOME}',
    NODE_OPTIONS: '--no-warnings',
    API_URL: 'https://api.example.com/v1',
    TRICK: 'plain\nCommand /bin/true',
  }
  const started = { command: process.execPath, args: [SERVER, list, 'two\nlines'], env }
  const server = { ...started, envFile: '.env' }
  await writeFile(join(config, '..', '.env'), 'SHOP_TOKEN=swordfish\nSHOP_URL=x\n')
  await writeFile(config, JSON.stringify({ mcpServers: { shop: server } }))
  const page = await openDemo({ viewport: { width: 1000, height: 800 } })
  const dialog = page.getByRole('dialog')
  await newWorkspace(page, 'Shop')
  await page.getByRole('button', { name: 'Connect a server' }).click()
  await face(page, 'Configuration file').click()
  await dialog.getByLabel(/configuration file/).fill(config)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Connect shop' }).last().click()
  const shop = dialog.getByRole('region', { name: 'shop' })
  await expectText(shop, /LOG_LEVEL\s*: \$\{HOME\}/)
  await expectText(shop, /NODE_OPTIONS\s*: --no-warnings\s*loads other code/)
  await expectText(shop, /"plain\\nCommand/)
  await expectText(shop, /SHOP_TOKEN\s*from .*\.env/)
  await expectNoViolations(page, 'consent with variables', SIZES)
  await expectPageWidth(page, 1000)
  const agree = dialog.getByRole('button', { name: 'Start and read its tools' })
  await expectCount(shop.getByRole('checkbox'), 2)
  await expectCount(
    dialog.getByRole('button', { name: 'Start and read its tools', disabled: true }),
    1,
  )
  await shop.getByRole('checkbox', { name: /HOME of your environment/ }).focus()
  await page.keyboard.press('Space')
  await expectCount(
    dialog.getByRole('button', { name: 'Start and read its tools', disabled: true }),
    1,
  )
  await shop.getByText('SHOP_TOKEN, SHOP_URL').click()
  await enter(page, agree)
  await dialog.getByRole('button', { name: 'Import 2 tools' }).waitFor()
})

it('several servers are read again at once, previewed together, taken over by one press and undone', async () => {
  const notes = await listOf(BEFORE)
  const mail = await listOf(BEFORE)
  const maps = await listOf(BEFORE)
  const lists = { notes, mail, maps, gone: await listOf(BEFORE) }
  const config = join(await temporaryFolder(), '.mcp.json')
  const servers = Object.entries(lists).map(([name, list]) => [
    name,
    { command: process.execPath, args: [SERVER, list] },
  ])
  await writeFile(config, JSON.stringify({ mcpServers: Object.fromEntries(servers) }))
  const page = await openDemo({ viewport: { width: 900, height: 800 } })
  const dialog = page.getByRole('dialog')
  await newWorkspace(page, 'Several')
  await page.getByRole('button', { name: 'Connect a server' }).click()
  await face(page, 'Configuration file').click()
  await dialog.getByLabel(/configuration file/).fill(config)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Connect all 4' }).last().click()
  await dialog.getByRole('button', { name: 'Start these 4 and read their tools' }).click()
  await expectText(dialog, /gone\s+2 added/)
  await closed(page)

  await writeFile(notes, JSON.stringify(AFTER))
  await writeFile(mail, JSON.stringify([...BEFORE, tool('send_mail', 'Sends a mail.')]))
  await rm(lists.gone)
  await command(page, 'Refresh all sources')
  const source = (name: string) =>
    dialog
      .getByRole('list', { name: 'Sources' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('heading', { name, exact: true }),
      })
  await expectText(dialog, /2 of 4 sources changed, 1 failed\./)
  await expectText(dialog, /1 source is unchanged: maps\./)
  await expectText(source('notes'), /1 added, 1 changed, 1 removed[^]*Reads a note.*aloud/)
  await expectText(source('mail'), /1 added[^]*send_mail/)
  await expectText(source('gone'), /did not list its tools/)
  await expectNoViolations(page, 'refreshing several', SIZES)
  await expectPageWidth(page, 900)

  await enter(page, dialog.getByRole('button', { name: 'Take over 4 changes of 2 sources' }))
  await expectText(dialog, /2 of 4 sources taken over, 1 failed\./)
  await expectNoViolations(page, 'refreshed several', SIZES)
  await enter(page, dialog.getByRole('button', { name: 'Done' }))
  await dialog.waitFor({ state: 'detached' })
  await face(page, 'Table').click()
  await toolRow(page, 'send_mail').waitFor()
  await toolRow(page, 'find_note').waitFor()

  await page.keyboard.press('Control+z')
  await toolRow(page, 'find_note').waitFor({ state: 'detached' })
  await toolRow(page, 'send_mail').waitFor()
  await page.keyboard.press('Control+z')
  await toolRow(page, 'send_mail').waitFor({ state: 'detached' })
})
