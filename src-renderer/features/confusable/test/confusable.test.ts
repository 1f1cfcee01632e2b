// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useWorkspace } from '../../../composables/useWorkspace'
import ImproveView from '../../../views/improve/ImproveView.vue'
import PairDialog from '../../../tool/pairs/PairDialog.vue'
import { failure, fakeBridge } from '../../../../test/fakes/bridge'
import { catalogTool, id } from '../../../../test/fakes/catalog-tool'
import { isSectionOpen, mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const tools = [
  catalogTool('send_letter', { description: 'Sends a letter on paper to one person.' }),
  catalogTool('post_letter', { description: 'Sends a letter on paper to one person by post.' }),
  catalogTool('paint_wall', { description: 'Paints the wall of a room.' }),
]

async function open(answers: Parameters<typeof fakeBridge>[0] = {}) {
  const bridge = fakeBridge(answers, [...tools])
  const wrapper = await mountInApp(bridge, ImproveView)
  wrapper.navigation.go('improve', { tab: 'confusable' })
  await settle(10)
  return { bridge, wrapper }
}
async function choose(wrapper: VueWrapper, label: string): Promise<void> {
  await wrapper
    .findAll('label')
    .find((one) => one.text() === label)
    ?.get('input')
    .setValue()
  await settle(10)
}

describe('confusable tools in the catalog', () => {
  it('are listed with how alike they are, and say by what', async () => {
    const { wrapper } = await open()
    expect(wrapper.text()).toContain('1 pair says much the same. By the words they share.')
    const rows = wrapper.findAll('[aria-label="Confusable pairs"] [role=rowgroup] [role=row]')
    expect(rows.map((row) => row.text())).toEqual([
      expect.stringMatching(/send_letter.*post_letter.*%/),
    ])
  })

  it('are put side by side, from where the author’s layer of either is one click away', async () => {
    const { wrapper } = await open()
    await wrapper.get('[aria-label="Confusable pairs"]').trigger('keydown', { key: 'ArrowDown' })
    await settle(10)
    dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }))
    await settle(20)
    const dialog = document.querySelector('[role=dialog]')
    expect([...(dialog?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual([
      'by',
      'post',
    ])
    const [, second] = [...(dialog?.querySelectorAll<HTMLButtonElement>('section button') ?? [])]
    second?.click()
    await settle(20)
    expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('post_letter')
    expect(isSectionOpen('Texts')).toBe(true)
  })

  it('stay marked, and side by side, when the catalog changes', async () => {
    const { bridge, wrapper } = await open()
    await wrapper.get('[aria-label="Confusable pairs"]').trigger('keydown', { key: 'ArrowDown' })
    await settle(10)
    dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }))
    await settle(20)
    const [{ dir } = { dir: '' }] = bridge.inputsOf('confusable.pairs')
    bridge.change({ dir, revision: 99 })
    await settle(30)
    expect(document.querySelector('[role=dialog]')).not.toBeNull()
    expect(wrapper.find('[aria-label="Confusable pairs"] [aria-selected=true]').exists()).toBe(true)
  })

  it('that cannot be read leave the choice of by what they are said', async () => {
    const { wrapper } = await open({
      'confusable.pairs': () => failure({ code: 'internal', message: 'That run cannot be read.' }),
    })
    expect(wrapper.text()).toContain('That run cannot be read.')
    expect(
      wrapper.find('[aria-label="Confusable tools"] header select, [aria-label=By]').exists(),
    ).toBe(true)
  })

  it('say why there is no map', async () => {
    const { wrapper } = await open({
      'confusable.map': () => failure({ code: 'internal', message: 'No place for the map.' }),
    })
    expect(wrapper.text()).toContain('No place for the map.')
  })

  it('are not said to say the same where neither says anything', async () => {
    const bare = ['a_letter', 'b_letter'].map((name) => catalogTool(name, { description: '' }))
    const pair = { one: 'a_letter', other: 'b_letter' }
    const view = defineComponent({
      setup: () => {
        const dir = useWorkspace().current.value?.dir ?? ''
        return () => h(PairDialog, { dir, pair })
      },
    })
    await mountInApp(fakeBridge({}, bare), view)
    const dialog = document.querySelector('[role=dialog]')
    expect(dialog?.textContent).toContain('Neither has a description')
    expect(dialog?.textContent).not.toContain('word for word')
  })

  it('say that only a run tells which tools are never found', async () => {
    const { wrapper } = await open()
    await choose(wrapper, 'Never found')
    expect(wrapper.text()).toContain('Run an evaluation first')
  })

  it('tell by a run who took how many queries, and which tools are given unasked', async () => {
    const basis = {
      by: 'run' as const,
      run: 'r',
      recipe: 'bm25',
      goldenSet: 'main',
      k: 5,
      queries: 40,
      startedAt: '2026-11-22T10:00:00Z',
      gone: 0,
      remarks: ['None is of yours.'],
    }
    const one = id('send_letter')
    const other = id('post_letter')
    const { wrapper } = await open({
      'confusable.pairs': () => ({
        basis,
        total: 1,
        sums: { pairs: 1, hubs: 1, orphans: 1 },
        rows: [{ one: one, other: other, taken: { byOne: 3, byOther: 1 }, examples: [] }],
      }),
      'confusable.tools': ({ show }) => ({
        basis,
        total: 1,
        rows: [
          show === 'hubs'
            ? { tool: one, given: 9, unwanted: 7, golden: 2, isHidden: false }
            : { tool: other, given: 0, unwanted: 0, golden: 4, isHidden: true },
        ],
      }),
    })
    expect(wrapper.text()).toContain(
      'By the run of bm25 on main, 40 queries at k = 5. None is of yours.',
    )
    expect(wrapper.text()).toContain('3 : 1')
    await choose(wrapper, 'Hubs')
    expect(wrapper.get('[aria-label="Hubs of queries"]').text()).toMatch(/send_letter\s*72/)
    await choose(wrapper, 'Never found')
    expect(wrapper.get('[aria-label="Tools never found"]').text()).toMatch(/post_letter.*hidden.*4/)
  })
})
