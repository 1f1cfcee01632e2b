// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogTool, Dependency } from '../../../../src-main/domain/tool/tool'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { lintAnswers } from '../../../fakes/lint-answers'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { mountInApp, setSection, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/improve/findings'
})

const edge = (on: string): Dependency => ({ on: id(on), kind: 'tool-direct' })

/** The sample catalog with an edge to a tool that is not there, and one to a tool itself. */
function faultyCatalog(): CatalogTool[] {
  const faults: Record<string, Dependency[]> = {
    'mail/send_email': [edge('mail/find_contact')],
    'maps/route_between': [edge('maps/route_between')],
  }
  return sampleCatalog().map((entry) => {
    const dependencies = faults[entry.tool.id] ?? entry.tool.dependencies
    return { ...entry, tool: { ...entry.tool, dependencies } }
  })
}

async function press(wrapper: VueWrapper, name: RegExp): Promise<void> {
  await wrapper
    .findAll('button')
    .find((button) => name.test(button.text()))
    ?.trigger('click')
  await settle(20)
}
async function giveReason(text: string): Promise<void> {
  const reason = document.querySelector<HTMLInputElement>('[role=dialog] input')
  if (reason) reason.value = text
  reason?.dispatchEvent(new Event('input'))
  await settle(10)
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
  buttons.find(({ textContent }) => textContent.trim() === 'Dismiss')?.click()
  await settle(20)
}
const rows = (wrapper: VueWrapper) =>
  wrapper.findAll('[aria-label=Findings] [role=rowgroup] [role=row]').map((row) => row.text())

describe('the findings of a catalog', () => {
  it('are counted beside the tools, and say what is wrong and what to do', async () => {
    const wrapper = await mountInApp(fakeBridge({}, faultyCatalog()), ImproveView)
    expect(wrapper.get('[role=tab][data-state=active]').text()).toMatch(/^Findings\s*5$/)
    await settle(10)
    expect(wrapper.text()).toContain('1 error and 4 warnings by 3 rules.')
    expect(rows(wrapper).filter((row) => row.includes('Edge'))).toEqual([
      expect.stringMatching(/Edge to a tool that is not there.*mail\/send_email.*Import that tool/),
      expect.stringMatching(/Edge to itself.*maps\/route_between.*It needs itself/),
    ])
  })

  it('tell on demand what the mend of one would do', async () => {
    const about = 'Requires the key of the account. Finds trains between two towns.'
    const bridge = fakeBridge({}, [catalogTool('find_trains', { description: about })])
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    expect(rows(wrapper)).toEqual([expect.stringMatching(/Purpose buried.*find_trains/)])
    const grid = wrapper.get('[role=grid][aria-label=Findings]')
    await grid.trigger('keydown', { key: 'End' })
    await settle(10)
    await press(wrapper, /Measure the effect/)
    expect(wrapper.text()).toContain('begins “Finds trains between two towns.')
    expect(bridge.inputsOf('effect.measure').at(-1)).toMatchObject({
      layer: { description: expect.stringMatching(/^Finds trains/) as string },
    })
  })

  it('open the tool that is to be changed, by click and by keyboard', async () => {
    const bridge = fakeBridge({}, faultyCatalog())
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    const grid = wrapper.get('[role=grid][aria-label=Findings]')
    await grid.trigger('keydown', { key: 'End' })
    await settle(10)
    expect(bridge.inputsOf('catalog.tool').at(-1)).toMatchObject({ id: 'maps/route_between' })
    await wrapper.find('[aria-label=Findings] [role=rowgroup] [role=row]').trigger('click')
    await settle(10)
    expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('send_email')
  })

  it('that there are none are said so', async () => {
    const good = catalogTool('mail/send_letter', { description: 'Sends a letter to one person.' })
    const wrapper = await mountInApp(fakeBridge({}, [good]), ImproveView)
    await settle(10)
    expect(wrapper.text()).toContain('No findings')
  })

  it('are dismissed by keyboard with a reason, and put back from the list of those', async () => {
    const bridge = fakeBridge({}, faultyCatalog())
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    await wrapper.get('[role=grid][aria-label=Findings]').trigger('keydown', { key: 'ArrowDown' })
    await settle(10)
    dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
    await settle(10)
    await giveReason('It comes with the next import.')
    expect(bridge.inputsOf('lint.setAside').at(-1)).toMatchObject({
      findings: [{ rule: 'edge-dangling', tool: 'mail/send_email' }],
      reason: 'It comes with the next import.',
    })
  })

  it('that are ticked are dismissed, and no other, though the catalog changed meanwhile', async () => {
    const tools = faultyCatalog()
    const bridge = fakeBridge({}, tools)
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    const grid = wrapper.get('[role=grid][aria-label=Findings]')
    await grid.trigger('keydown', { key: 'End' })
    await grid.trigger('keydown', { key: ' ' })
    await grid.trigger('keydown', { key: 'Home' })
    await settle(10)
    await press(wrapper, /^Dismiss: 1/)
    const [{ dir } = { dir: '' }] = bridge.inputsOf('lint.run')
    for (const { tool } of tools) if (tool.id === 'maps/route_between') tool.dependencies = []
    bridge.change({ dir, revision: 99 })
    await settle(20)
    await giveReason('It is meant so.')
    expect(bridge.inputsOf('lint.setAside')).toMatchObject([
      { findings: [{ tool: 'maps/route_between' }] },
    ])
  })

  it('stay ticked when they cannot be put back', async () => {
    const answers = { 'lint.takeBack': () => failure({ code: 'internal', message: 'No space.' }) }
    const bridge = fakeBridge(answers, faultyCatalog())
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    const grid = () => wrapper.get('[role=grid][aria-label=Findings]')
    await grid().trigger('keydown', { key: 'ArrowDown' })
    await settle(10)
    await press(wrapper, /^Dismiss(?!ed)/)
    await giveReason('It is meant so.')
    await wrapper.get('input[value=set-aside]').setValue(true)
    await settle(20)
    await grid().trigger('keydown', { key: 'ArrowDown' })
    await grid().trigger('keydown', { key: ' ' })
    await press(wrapper, /^Restore: 1/)
    expect(wrapper.text()).toContain('No space.')
    expect(wrapper.text()).toContain('Restore: 1')
  })

  it('are searched by their own search', async () => {
    await mountInApp(fakeBridge({}, faultyCatalog()), ImproveView)
    await settle(10)
    dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search findings')
  })

  it('of a tool are never those of the one before, and say why they cannot be read', async () => {
    const refused = failure({ code: 'internal', message: 'Lint cannot be read.' })
    const never = new Promise<never>(() => undefined)
    const answers = lintAnswers(faultyCatalog())
    const bridge = fakeBridge(
      {
        'lint.run': (input, options) => {
          if (input.tool === 'maps/route_between') return never
          if (input.tool === 'calendar/create_event') return refused
          return answers['lint.run']?.(input, options) ?? refused
        },
      },
      faultyCatalog(),
    )
    const wrapper = await mountInApp(bridge, ImproveView)
    const own = () => wrapper.find('[aria-label="Findings of this tool"]')
    for (const tool of ['mail/send_email', 'maps/route_between']) {
      wrapper.navigation.go('improve', { tool })
      await settle(20)
      await setSection('Edges')
      expect(own().exists()).toBe(tool === 'mail/send_email')
    }
    wrapper.navigation.go('improve', { tool: 'calendar/create_event' })
    await settle(20)
    expect(wrapper.get('[aria-label=Tool]').text()).toContain('Lint cannot be read.')
  })

  it('of a tool stand in its overview, those of its edges beside these', async () => {
    const bridge = fakeBridge({}, faultyCatalog())
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    const grid = wrapper.get('[role=grid][aria-label=Findings]')
    await grid.trigger('keydown', { key: 'ArrowDown' })
    await settle(10)
    const list = wrapper.get('[aria-label=Edges] [aria-label="Findings of this tool"]')
    expect(list.text()).toContain('It needs mail/find_contact')
  })
})

describe('the rules of lint', () => {
  it('are switched off and on one by one', async () => {
    const bridge = fakeBridge({}, faultyCatalog())
    const wrapper = await mountInApp(bridge, ImproveView)
    await settle(10)
    await wrapper
      .findAll('button')
      .find((button) => button.text().startsWith('Rules'))
      ?.trigger('click')
    await settle(10)
    const switches = [
      ...document.querySelectorAll<HTMLButtonElement>('[role=dialog] [role=switch]'),
    ]
    expect(switches.length).toBeGreaterThan(20)
    switches[0]?.click()
    await settle(10)
    expect(bridge.inputsOf('lint.switch')).toMatchObject([
      { rules: ['speaks-to-model'], isOn: false },
    ])
  })
})
