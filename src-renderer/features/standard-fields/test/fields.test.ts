// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { settingsWith } from '../../../../test/fixtures/settings-in-use'
import type { AuthorLayer, StandardisedFields } from '../../../../src-main/domain/tool/tool'
import { useSettings } from '../../../composables/useSettings'
import { useStatus } from '../../../composables/useStatus'
import CatalogView from '../../../views/catalog/CatalogView.vue'
import { correctionOf, fieldsDraft } from '../fields-draft'
import { useStandardising } from '../useStandardising'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'
import { fieldAnswers, type FakeField } from '../../../../test/fakes/field-answers'
import {
  mountInApp,
  sectionHead,
  setSection,
  settle,
  withBridge,
} from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const WRITTEN: StandardisedFields = {
  description: 'Mails it.',
  response: 'A receipt.',
  parameters: { to: { type: 'string', description: 'Who gets it', example: 'Anna' } },
  examples: [{ intent: 'Mail Anna', arguments: { to: 'Anna' } }],
}
const sendMail = (layer: AuthorLayer = {}) =>
  catalogTool(
    'send_mail',
    {
      description: 'Sends a mail.',
      parameters: { type: 'object', properties: { to: { type: 'string', description: 'To' } } },
    },
    layer,
  )

interface Ways {
  known?: Record<string, FakeField>
  layer?: AuthorLayer
  chatModel?: string | null
}

/** The catalog of two tools with what is known of their fields. */
async function catalog({ known = {}, layer, chatModel = 'ollama:small' }: Ways = {}) {
  const tools = [sendMail(layer), catalogTool('read_mail')]
  const answers = {
    ...fieldAnswers(tools, known),
    'settings.read': () => settingsWith({ ...(chatModel && { chatModel }) }),
  }
  const bridge = fakeBridge(answers, tools)
  const wrapper = await mountInApp(bridge, CatalogView, () => void useSettings().read())
  return { bridge, wrapper }
}

async function openFields(ways: Ways = {}) {
  const opened = await catalog(ways)
  opened.wrapper.navigation.go('catalog', { tool: 'send_mail' })
  await settle(30)
  await setSection('Fields')
  return opened
}
const detail = () => document.querySelector<HTMLElement>('[aria-label=Tool]')
const text = () => detail()?.textContent.replace(/\s+/g, ' ') ?? ''
const dialogText = () =>
  document.querySelector('[role=dialog]')?.textContent.replace(/\s+/g, ' ') ?? ''

async function click(name: string, within: ParentNode | null = document): Promise<void> {
  const found = [...(within?.querySelectorAll('button') ?? [])].find((one) =>
    one.textContent.trim().startsWith(name),
  )
  expect(found, name).toBeDefined()
  found?.click()
  await settle(30)
}
async function write(label: string, value: string): Promise<void> {
  const field = document.querySelector<HTMLTextAreaElement>(`[aria-label="${label}"]`)
  if (!field) throw new Error(`There is no field “${label}”.`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
}

describe('the fields of a tool', () => {
  it('are its definition before anybody standardised it, and a model is asked at a click', async () => {
    const { bridge } = await openFields()
    expect(text()).toContain('Nobody standardised this tool: it is compared by its definition.')
    expect(text()).toContain('Description as defined')
    await click('Standardise', detail())
    expect(bridge.inputsOf('fields.standardise')).toEqual([
      { dir: expect.any(String) as string, ids: ['send_mail'], again: true },
    ])
  })

  it('stand beside what the definition says, and say whose they are', async () => {
    await openFields({
      known: { send_mail: { state: 'written', fields: WRITTEN } },
      layer: { standardised: { of: 'now', response: 'Nothing.' } },
    })
    expect(text()).toMatch(/Description written by a model.*The definition says: Sends a mail\./)
    expect(text()).toContain('The definition says: To')
    expect(text()).toContain('Response corrected by you')
  })

  it('are saved as corrections of what is written, for the tool as it was seen', async () => {
    const layer = { note: 'Mine.' }
    const known = { send_mail: { state: 'written' as const, fields: WRITTEN } }
    const { bridge } = await openFields({ known, layer })
    await write('Description, as compared', ' Sends letters. ')
    expect(text()).toContain('Not saved yet')
    await click('Save', document.querySelector('[aria-label=Fields]'))
    expect(bridge.inputsOf('catalog.saveLayer')).toEqual([
      {
        dir: expect.any(String) as string,
        id: 'send_mail',
        base: layer,
        layer: { ...layer, standardised: { description: 'Sends letters.', of: 'now' } },
      },
    ])
    expect(text()).toContain('Saved')
  })

  it('that are not saved are there again once it was folded, which says so', async () => {
    await openFields({ known: { send_mail: { state: 'written', fields: WRITTEN } } })
    await write('Description, as compared', 'Sends letters.')
    await setSection('Fields', false)
    const isMarked = (name: string) => !!sectionHead(name)?.querySelector('[aria-label=changed]')
    expect([isMarked('Fields'), isMarked('Source')]).toEqual([true, false])
    await setSection('Fields')
    expect(
      document.querySelector<HTMLTextAreaElement>('[aria-label="Description, as compared"]')?.value,
    ).toBe('Sends letters.')
    expect(text()).toContain('Not saved yet')
  })

  it('say when they are stale, refused, or corrected for a tool that was another', async () => {
    const layer = { standardised: { of: 'before', description: 'Mails.' } }
    await openFields({ known: { send_mail: { state: 'stale', fields: WRITTEN } }, layer })
    expect(text()).toContain('Stale: the tool changed since ollama:small described it.')
    expect(text()).toContain('The tool changed since you corrected its fields.')
    expect(text()).toContain('Standardise again')
  })

  it('say why an answer was refused', async () => {
    const why = 'parameters leaves out “to”'
    await openFields({ known: { send_mail: { state: 'refused', why } } })
    expect(text()).toContain(`Refused: ${why}. The answer of ollama:small did not fit, twice.`)
  })
})

test('many tools are standardised at once, and those refused lead to their fields', async () => {
  const { bridge } = await catalog({
    known: { read_mail: { state: 'refused', why: 'examples has none' } },
  })
  await click('Standardise')
  expect(dialogText()).toContain('2 tools: 1 refused, 1 not standardised.')
  expect(dialogText()).toContain('It takes 1 question to ollama:small')
  await click('Standardise 1 tool', document.querySelector('[role=dialog]'))
  expect(bridge.inputsOf('fields.standardise')).toEqual([
    { dir: expect.any(String) as string, again: false },
  ])
  expect(dialogText()).toContain('1 tool asked about: 1 standardised, 0 refused. 1 passed over.')
  await click('read_mail', document.querySelector('[role=dialog]'))
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(text()).toContain('Refused: examples has none')
})

describe('a run that standardises tools', () => {
  const tools = [sendMail(), catalogTool('read_mail')]
  const started = (answers: Answers = {}) =>
    withBridge(fakeBridge({ ...fieldAnswers(tools), ...answers }, tools), () => ({
      run: useStandardising().run,
      status: useStatus().status,
    })).result

  it('says how it ended, whatever is on show by then', async () => {
    const { run, status } = started()
    await run({ dir: '/dir' })
    expect(status.value?.text).toMatch(/^2 tools asked about: 2 standardised, 0 refused/)
  })

  it('says why it failed', async () => {
    const message = 'Ollama does not answer.'
    const { run, status } = started({
      'fields.standardise': () => failure({ code: 'unavailable', message }),
    })
    await run({ dir: '/dir' })
    expect(status.value).toEqual({ text: `Standardising failed: ${message}`, tone: 'danger' })
  })

  it('is said to be another’s where it goes on in another workspace', async () => {
    const never = new Promise<never>(() => undefined)
    const answers = {
      ...fieldAnswers(tools),
      'fields.standardise': () => never,
      'settings.read': () => settingsWith({ chatModel: 'ollama:small' }),
    }
    await mountInApp(fakeBridge(answers, tools), CatalogView, () => {
      void useSettings().read()
      void useStandardising().run({ dir: '/another' })
    })
    await click('Standardise')
    expect(dialogText()).toContain('Tools of another workspace are being standardised.')
  })
})

test('refused tools are still listed when fewer are left than stood before their page', async () => {
  const tools = [sendMail(), catalogTool('read_mail')]
  let refused = 60
  const counts = { data: 0, written: 0, stale: 0, none: 0 }
  const bridge = fakeBridge(
    {
      ...fieldAnswers(tools),
      'fields.list': ({ offset = 0, limit = 100 }) => ({
        tools: 60,
        counts: { ...counts, refused },
        refusedToOthers: 0,
        corrected: 0,
        total: refused,
        rows: Array.from({ length: Math.max(0, Math.min(limit, refused - offset)) }, (_, at) => {
          const tool = id(`tool_${offset + at}`)
          return { id: tool, name: tool, state: 'refused' as const, isCorrected: false }
        }),
      }),
    },
    tools,
  )
  await mountInApp(bridge, CatalogView)
  await click('Standardise')
  document.querySelector<HTMLElement>('[role=dialog] [aria-label^="The next"]')?.click()
  await settle(30)
  expect(dialogText()).toContain('tool_59')
  refused = 40
  const [{ dir } = { dir: '' }] = bridge.inputsOf('fields.list')
  bridge.change({ dir, revision: 99 })
  await settle(50)
  expect(dialogText()).toContain('tool_39')
})

test('without a chat model it is said where one is chosen', async () => {
  const { wrapper } = await catalog({ chatModel: null })
  await click('Standardise')
  expect(dialogText()).toContain('No chat model is chosen')
  await click('Choose a model', document.querySelector('[role=dialog]'))
  expect(wrapper.navigation.section.value).toBe('settings')
})

describe('a correction', () => {
  const inForce = WRITTEN
  const of = { uncorrected: WRITTEN, inForce }

  it('is none where nothing differs but spaces', () => {
    expect(
      correctionOf({ ...fieldsDraft(WRITTEN), description: ' Mails it. ' }, of),
    ).toBeUndefined()
  })

  it('keeps what no form shows: arguments of examples, examples of parameters', () => {
    const draft = fieldsDraft(WRITTEN)
    const changed = {
      ...draft,
      examples: 'Write to Bob\n\nMail Anna',
      parameters: draft.parameters.map((each) => ({ ...each, required: false })),
    }
    expect(correctionOf(changed, of)).toEqual({
      examples: [
        { intent: 'Write to Bob', arguments: {} },
        { intent: 'Mail Anna', arguments: { to: 'Anna' } },
      ],
      parameters: {
        to: { type: 'string', description: 'Who gets it', example: 'Anna', required: false },
      },
    })
  })
})
