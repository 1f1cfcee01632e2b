// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { handFieldsOf } from '../../../../src-main/domain/tool/hand-fields'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import {
  definitionDraftOf,
  draftedFields,
  isWritten,
} from '../../../../src-renderer/tool/definition/definition-draft'
import ParameterForm from '../../../../src-renderer/tool/definition/ParameterForm.vue'
import { MOST_ROWS } from '../../../../src-renderer/tool/definition/schema-form'
import { useDefinition } from '../../../../src-renderer/tool/definition/useDefinition'
import { useDefinitionDrafts } from '../../../../src-renderer/tool/definition/useDefinitionDrafts'
import ToolDetail from '../../../../src-renderer/tool/ToolDetail.vue'
import { useToolSections } from '../../../../src-renderer/tool/useToolSections'
import { fakeBridge } from '../../../fakes/bridge'
import { catalogTool } from '../../../fakes/catalog-tool'
import { mountInApp, settle, withBridge } from '../in-app'

enableAutoUnmount(afterEach)

const schema: JsonObject = {
  type: 'object',
  properties: { to: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } },
}
const entry = catalogTool('send_mail', { description: 'Sends it.', parameters: schema })

describe('a definition with white space around its texts', () => {
  const fields = handFieldsOf({ ...entry.tool, name: ' send_mail', description: 'Sends it.\n' })
  const draft = definitionDraftOf(fields)

  it('is not taken for edited when it is only looked at', () => {
    expect(isWritten(draft, fields)).toBe(false)
  })

  it('keeps it in the fields that nobody writes into', () => {
    const drafted = draftedFields({ ...draft, name: 'mail' }, fields)
    expect(drafted).toEqual({ fields: { name: 'mail' }, base: { name: ' send_mail' } })
  })
})

it('what is typed while a definition is saved stays, and is not saved yet', async () => {
  const bridge = fakeBridge({}, [entry])
  const { result } = withBridge(bridge, () => {
    const form = useDefinition('/dir', () => entry)
    return { form, drafts: useDefinitionDrafts('/dir') }
  })
  const { form, drafts } = result
  form.draft.name = 'mail'
  const saved = form.save()
  form.draft.description = 'Sends it at once.'
  await saved
  expect(form.draft).toMatchObject({ name: 'mail', description: 'Sends it at once.' })
  expect(form.state.value).toBe('Not saved yet')
  expect(drafts.kept(entry.tool.id, definitionDraftOf)?.base).toMatchObject({ name: 'mail' })
  form.draft.description = 'Sends it.'
  await settle()
  expect(drafts.hasDraft(entry.tool.id)).toBe(false)
})

it('integers beyond 2^53 keep their digits while a description is written and saved', async () => {
  const parameters: JsonObject = { type: 'object', const: { id: 9223372036854775807n } }
  const other = catalogTool('read_mail', { description: 'Reads it.', parameters })
  const bridge = fakeBridge({}, [other])
  const { result: form } = withBridge(bridge, () => useDefinition('/dir', () => other))
  expect(form.draft.schema).toContain('9223372036854775807')
  form.draft.description = 'Reads one mail.'
  form.draft.schema = form.draft.schema.replace('"const"', '"x-const"')
  await form.save()
  expect(bridge.inputsOf('catalog.edit')).toMatchObject([
    {
      fields: {
        description: 'Reads one mail.',
        parameters: { type: 'object', 'x-const': { id: 9223372036854775807n } },
      },
    },
  ])
})

it('a save by keyboard takes the parameter’s name and values that the keyboard is in', async () => {
  const bridge = fakeBridge({}, [entry])
  const sections = useToolSections()
  sections.setOpen('definition', true)
  const dir = '/home/ada/Pegboard/demo'
  const page = () => h(ToolDetail, { dir, id: entry.tool.id, sections })
  const wrapper = await mountInApp(bridge, page)
  await settle(40)
  const values = wrapper.get<HTMLInputElement>('input[aria-label="Allowed values of kind"]')
  values.element.focus()
  values.element.value = 'a, b, c'
  await values.trigger('input')
  dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }))
  await settle()
  expect(bridge.inputsOf('catalog.edit')).toMatchObject([
    { fields: { parameters: { properties: { kind: { enum: ['a', 'b', 'c'] } } } } },
  ])
})

describe('parameters as a form', () => {
  const form = (given: JsonObject) => mount(ParameterForm, { props: { schema: given } })
  const nameOf = (wrapper: ReturnType<typeof form>, place: number) =>
    wrapper.get<HTMLInputElement>(`input[aria-label="Name of parameter ${place}"]`)

  it('put a name back that is taken or empty, and say why', async () => {
    const wrapper = form(schema)
    const name = nameOf(wrapper, 1)
    for (const [written, why] of [
      ['kind', 'Another one is called “kind”: this one is still “to”.'],
      ['  ', 'A parameter needs a name: this one is still “to”.'],
    ] as const) {
      await name.setValue(written)
      await name.trigger('change')
      expect(name.element.value).toBe('to')
      expect(wrapper.text()).toContain(why)
    }
    await name.setValue('whom')
    await name.trigger('change')
    expect(wrapper.emitted('change')).toMatchObject([[{ properties: { whom: {} } }]])
    expect(wrapper.text()).not.toContain('still')
  })

  it('take no more than they show: another one is written in the JSON', () => {
    const names = Array.from({ length: MOST_ROWS }, (_, at) => [`p${at}`, { type: 'string' }])
    const wrapper = form({ type: 'object', properties: Object.fromEntries(names) as JsonObject })
    const add = wrapper.findAll('button').find((one) => one.text() === 'Add a parameter')
    expect(add?.attributes()).toHaveProperty('disabled')
    expect(wrapper.text()).toContain('More of them are written in the JSON.')
  })

  it('leave allowed values to the JSON that a list with commas cannot say', () => {
    const wrapper = form({ properties: { kind: { type: 'string', enum: ['a, b', 'c'] } } })
    const values = wrapper.get('input[aria-label="Allowed values of kind"]')
    expect(values.attributes()).toHaveProperty('disabled')
  })
})
