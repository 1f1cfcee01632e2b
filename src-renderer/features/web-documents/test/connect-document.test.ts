// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import { useImportDialog } from '../../../composables/useImportDialog'
import ImportWizard from '../../../views/import/ImportWizard.vue'

enableAutoUnmount(afterEach)

const field = (label: string): HTMLInputElement | HTMLSelectElement => {
  const found = [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')].find(
    (one) => one.htmlFor && one.textContent.includes(label),
  )
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}

async function enter(label: string, value: string): Promise<void> {
  const control = field(label)
  control.value = value
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'))
  await settle(10)
}

/** Where an address is written; gives the origin that is looked at next. */
async function addresses() {
  const bridge = fakeBridge()
  await mountInApp(bridge, ImportWizard, () => useImportDialog().openConnect('address'))
  await settle(20)
  return async () => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
    buttons.find((one) => one.textContent.trim() === 'Continue')?.click()
    await settle(20)
    return bridge.inputsOf('sources.look').at(-1)?.source
  }
}

test('an address is that of a document where this is said, else of an MCP server', async () => {
  const goOn = await addresses()
  await enter('MCP server (streamable HTTP)', 'https://shop.example.com/mcp')
  expect(await goOn()).toEqual({
    name: 'shop.example.com',
    origin: { kind: 'http', url: 'https://shop.example.com/mcp', headers: {} },
  })
})

test('a document’s address is sent a token by the name of its variable', async () => {
  const goOn = await addresses()
  await enter('What answers there', 'document')
  await enter('Address of a document', 'https://shop.example.com/openapi.json')
  await enter('Token in variable', 'SHOP_TOKEN')
  expect(await goOn()).toEqual({
    name: 'shop.example.com',
    origin: {
      kind: 'address',
      as: 'document',
      url: 'https://shop.example.com/openapi.json',
      headers: { Authorization: 'Bearer ${SHOP_TOKEN}' },
    },
  })
})
