import type { ActionName } from '../../../../src-main/features/actions'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { fakeBridge, type FakeBridge } from '../../../fakes/bridge'
import { Failure, type Answers } from '../../../fakes/bridge-script'
import { queueAnswers } from '../../../fakes/queue-answers'
import { mountInApp, settle } from '../in-app'

const DIR = '/home/ada/Pegboard/demo'

/** Actions that commit, so that the list is read again. */
const COMMITTING: ReadonlySet<string> = new Set<ActionName>([
  'review.decide',
  'proposals.decide',
  'proposals.find',
  'lint.setAside',
  'lint.takeBack',
  'lint.switch',
  'changes.undo',
])

/** Answers of which those that commit tell the window so. */
function committing(answers: Answers, bridge: () => FakeBridge): Answers {
  let revision = 1000
  const told = Object.entries(answers).map(([name, answer]) => {
    if (!COMMITTING.has(name)) return [name, answer]
    const ask = answer as (...asked: unknown[]) => unknown
    return [
      name,
      async (...asked: unknown[]) => {
        const done = await ask(...asked)
        if (!(done instanceof Failure)) bridge().change({ dir: DIR, revision: ++revision })
        return done
      },
    ]
  })
  return Object.fromEntries(told) as Answers
}

/** Improve with a queue over what `base` answers, showing one kind, as the palette leads there. */
export async function openQueue(
  base: Answers,
  {
    kind,
    answers = {},
    catalog,
    prepare,
  }: {
    kind: string
    answers?: Answers
    catalog?: CatalogTool[]
    prepare?: () => void
  },
) {
  const all = queueAnswers({ ...base, ...answers })
  const bridge: FakeBridge = fakeBridge(
    committing({ ...all, ...answers }, () => bridge),
    catalog,
  )
  const wrapper = await mountInApp(bridge, ImproveView, prepare)
  wrapper.navigation.go('improve', { tab: 'todo', toDo: { kind } })
  await settle(20)

  const list = () => wrapper.get('[role=grid][aria-label="To do"]')
  const press = async (key: string) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settle(30)
  }
  const key = async (name: string) => {
    await list().trigger('keydown', { key: name })
    await settle(30)
  }
  /** Chooses one value of a filter of several. */
  const narrow = async (filter: string, name: RegExp) => {
    const button = wrapper.findAll('button').find((one) => one.text() === filter)
    await button?.trigger('click')
    await settle(20)
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    options.find(({ textContent }) => name.test(textContent))?.click()
    await settle(30)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settle(20)
  }
  /** Chooses from the menu of what is done at once. */
  const choose = async (name: RegExp) => {
    const button = wrapper.findAll('button').find((one) => /All at once|ticked/.test(one.text()))
    await button?.trigger('pointerdown', { button: 0 })
    await button?.trigger('click')
    await settle(10)
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const found = items.find((item) => name.test(item.textContent))
    if (!found) throw new Error(`None of ${items.map((item) => item.textContent).join(', ')}.`)
    found.click()
    await settle(40)
  }
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  const submit = async () => {
    dialog()?.querySelector<HTMLElement>('[type=submit]')?.click()
    await settle(40)
  }
  const write = async (selector: string, text: string) => {
    const field = document.querySelector<HTMLInputElement>(selector)
    if (!field) throw new Error(`There is no ${selector}.`)
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await settle(10)
    return field
  }
  return {
    bridge,
    wrapper,
    said: wrapper.said,
    list,
    press,
    key,
    choose,
    narrow,
    dialog,
    submit,
    write,
    rows: () =>
      wrapper.findAll('[aria-label="To do"] [role=rowgroup] [role=row]').map((row) => row.text()),
    text: () => wrapper.get('section[aria-label="To do"]').text(),
    pane: () => wrapper.find('[aria-label="To decide"]'),
    change: async (revision: number) => {
      bridge.change({ dir: DIR, revision })
      await settle(30)
    },
  }
}
