// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { h } from 'vue'
import ActionDialog from '../../../../src-renderer/views/actions/ActionDialog.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

const RENAME = {
  name: 'golden.rename',
  summary: 'Gives a golden set another name',
  schema: {
    type: 'object',
    properties: {
      dir: { type: 'string' },
      set: { type: 'string', description: 'its name' },
      name: { type: 'string', description: 'its new name' },
    },
    required: ['dir', 'set', 'name'],
  },
} as const

async function opened(answers: Answers = {}) {
  const bridge = fakeBridge({ 'app.actions': () => [RENAME as never], ...answers })
  const view = () => h(ActionDialog, { name: 'golden.rename', dir: '/w' })
  const wrapper = await mountInApp(bridge, view)
  await settle(10)
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]') as HTMLElement
  const type = async (label: string, text: string) => {
    const found = [...dialog.querySelectorAll('label')].find(({ textContent }) =>
      textContent?.includes(label),
    )
    const input = dialog.querySelector<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? '')}`)
    if (!input) throw new Error(`There is no field “${label}”.`)
    input.value = text
    input.dispatchEvent(new Event('input'))
    input.dispatchEvent(new Event('change'))
    await settle()
  }
  const run = async () => {
    const button = [...dialog.querySelectorAll('button')].find((each) => each.type === 'submit')
    dialog.querySelector('form')?.dispatchEvent(new Event('submit'))
    await settle(10)
    return button
  }
  return { bridge, wrapper, dialog, type, run }
}

test('an action is filled in by a form of what it takes, run in the workspace, and answers', async () => {
  const { bridge, wrapper, dialog, type, run } = await opened({
    'golden.rename': () => ({ name: 'dev' }),
  })
  expect(dialog.textContent).toContain('Gives a golden set another name')
  expect(dialog.textContent).toContain('It needs Set, Name.')
  expect(dialog.textContent).not.toContain('Dir')
  await type('Set', 'asked')
  expect(dialog.textContent).toContain('It needs Name.')
  await type('Name', 'dev')
  await run()
  expect(bridge.inputsOf('golden.rename')).toEqual([{ dir: '/w', set: 'asked', name: 'dev' }])
  expect(dialog.querySelector('[aria-label="Answer"]')?.textContent).toContain('dev')
  wrapper.unmount()
})

test('what is refused says why', async () => {
  const { wrapper, dialog, type, run } = await opened({
    'golden.rename': () =>
      failure({ code: 'not-found', message: 'There is no golden set “gone”.' }),
  })
  await type('Set', 'gone')
  await type('Name', 'dev')
  await run()
  expect(dialog.querySelector('[role="alert"]')?.textContent).toContain('There is no golden set')
  wrapper.unmount()
})
