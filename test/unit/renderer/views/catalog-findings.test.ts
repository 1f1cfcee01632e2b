// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CORE_RULES } from '../../../../src-main/authoring/lint/registry'
import type { CatalogTool, Dependency } from '../../../../src-main/domain/tool/tool'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { failure, fakeBridge } from '../../../fakes/bridge'
import type { Answers } from '../../../fakes/bridge-script'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { lintAnswers } from '../../../fakes/lint-answers'
import { queueAnswers } from '../../../fakes/queue-answers'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { mountInApp, setSection, settle } from '../in-app'
import { openQueue } from './in-queue'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = ''
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

const openFindings = (answers: Answers = {}, catalog = faultyCatalog()) =>
  openQueue(lintAnswers(catalog), { kind: 'finding', answers, catalog })

describe('the findings of a catalog', () => {
  it('are counted by how grave they are, and say what is wrong and what to do', async () => {
    const { text, rows, key, pane } = await openFindings()
    expect(text()).toContain('1 error and 4 warnings by 3 rules.')
    expect(rows().some((row) => row.includes('mail/send_email'))).toBe(true)
    await key('ArrowDown')
    expect(pane().text()).toContain('Edge to a tool that is not there')
    expect(pane().text()).toContain('Import that tool')
  })

  it('tell on demand what the mend of one would do', async () => {
    const about = 'Requires the key of the account. Finds trains between two towns.'
    const catalog = [catalogTool('find_trains', { description: about })]
    const { bridge, key, pane } = await openFindings({}, catalog)
    await key('ArrowDown')
    expect(pane().text()).toContain('Purpose buried')
    const measure = pane()
      .findAll('button')
      .find((one) => /Measure the effect/.test(one.text()))
    await measure?.trigger('click')
    await settle(20)
    expect(pane().text()).toContain('begins “Finds trains between two towns.')
    expect(bridge.inputsOf('effect.measure').at(-1)).toMatchObject({
      layer: { description: expect.stringMatching(/^Finds trains/) as string },
    })
  })

  it('lead to where the tool is changed: edges to its edges', async () => {
    const { bridge, key, press, wrapper } = await openFindings()
    await key('ArrowDown')
    await press('e')
    expect(bridge.inputsOf('catalog.tool').at(-1)).toMatchObject({ id: 'mail/send_email' })
    const list = wrapper.get('[aria-label=Edges] [aria-label="Findings of this tool"]')
    expect(list.text()).toContain('It needs mail/find_contact')
  })

  it('that there are none are said so', async () => {
    const good = catalogTool('mail/send_letter', { description: 'Sends a letter to one person.' })
    const { text } = await openFindings({}, [good])
    expect(text()).toContain('No findings')
  })

  it('are narrowed to a rule, of which is said why it matters', async () => {
    const { bridge, wrapper, rows, text, pane, key } = await openFindings()
    const all = rows().length
    await wrapper
      .findAll('button')
      .find((one) => one.text() === 'Rule')
      ?.trigger('click')
    await settle(20)
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    options.find(({ textContent }) => textContent.includes('Edge to itself'))?.click()
    await settle(30)
    expect(bridge.inputsOf('queue.list').at(-1)).toMatchObject({ rules: ['edge-self'] })
    expect(rows().length).toBeLessThan(all)
    const why = CORE_RULES.find(({ id }) => id === 'edge-self')?.why ?? ''
    expect(text()).toContain(why)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settle(20)
    await key('ArrowDown')
    expect(pane().text()).toContain('Edge to itself')
  })

  it('are dismissed by keyboard with a reason, and restored from the list of those', async () => {
    const { bridge, key, press, write, wrapper, pane } = await openFindings()
    await key('ArrowDown')
    await press('x')
    const reason = await write('.rejecting input', 'It comes with the next import.')
    reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await settle(30)
    expect(bridge.inputsOf('lint.setAside')).toMatchObject([
      {
        findings: [{ rule: 'edge-dangling', tool: 'mail/send_email' }],
        reason: 'It comes with the next import.',
      },
    ])
    await wrapper.get('select[aria-label=Which]').setValue('rejected')
    await settle(30)
    await key('ArrowDown')
    expect(pane().text()).toContain('Dismissed: It comes with the next import.')
    await press('x')
    expect(bridge.inputsOf('lint.takeBack')).toMatchObject([
      { findings: [{ rule: 'edge-dangling', tool: 'mail/send_email' }] },
    ])
  })

  it('of ticked tools are dismissed, and no others, each as it was read', async () => {
    const { bridge, list, choose, write, submit } = await openFindings()
    await list().trigger('keydown', { key: 'End' })
    await list().trigger('keydown', { key: ' ' })
    await list().trigger('keydown', { key: 'Home' })
    await settle(20)
    await choose(/^Dismiss \d+ finding/)
    await submit()
    expect(bridge.inputsOf('lint.setAside')).toEqual([])
    await write('[role=dialog] input', 'It is meant so.')
    await submit()
    const [asked] = bridge.inputsOf('lint.setAside')
    expect(asked?.reason).toBe('It is meant so.')
    const [named] = bridge.inputsOf('queue.things')
    expect(named?.tools).toHaveLength(1)
    expect(new Set(asked?.findings.map(({ tool }) => tool))).toEqual(new Set(named?.tools))
  })

  it('that cannot be restored stay, and that is said', async () => {
    const refused = failure({ code: 'internal', message: 'No space.' })
    const base = lintAnswers(faultyCatalog())
    const { choose, write, submit, wrapper, rows, dialog } = await openQueue(base, {
      kind: 'finding',
      answers: { 'lint.takeBack': () => refused },
      catalog: faultyCatalog(),
    })
    await choose(/^Dismiss 5 findings/)
    await write('[role=dialog] input', 'It is meant so.')
    await submit()
    await wrapper.get('select[aria-label=Which]').setValue('rejected')
    await settle(30)
    const before = rows().length
    await choose(/^Restore 5 findings/)
    expect(dialog()?.textContent).toContain('Restore 5 findings?')
    await submit()
    expect(dialog()?.textContent).toContain('No space.')
    expect(rows()).toHaveLength(before)
  })

  it('are restored as they are shown, whatever is chosen meanwhile', async () => {
    const lint = lintAnswers(faultyCatalog())
    const shown = queueAnswers(lint)
    const { bridge, choose, narrow, write, submit, wrapper } = await openQueue(lint, {
      kind: 'finding',
      answers: {
        'queue.list': (input, options) =>
          input.severities
            ? new Promise(() => undefined)
            : (shown['queue.list']?.(input, options) as never),
      },
      catalog: faultyCatalog(),
    })
    await choose(/^Dismiss 5 findings/)
    await write('[role=dialog] input', 'It is meant so.')
    await submit()
    await wrapper.get('select[aria-label=Which]').setValue('rejected')
    await settle(30)
    await narrow('Severity', /^Errors/)
    expect(bridge.inputsOf('queue.list').at(-1)).toMatchObject({ severities: ['error'] })
    await choose(/^Restore 5 findings/)
    expect(bridge.inputsOf('queue.things').at(-1)).not.toHaveProperty('severities')
    await submit()
    expect(bridge.inputsOf('lint.takeBack').at(-1)?.findings).toHaveLength(5)
  })

  it('are searched by their own search', async () => {
    const { press } = await openFindings()
    await press('/')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search what is to do')
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
})

describe('the rules of lint', () => {
  it('are switched off and on one by one', async () => {
    const { bridge, choose, text } = await openFindings()
    await choose(/^Rules of findings/)
    const switches = [
      ...document.querySelectorAll<HTMLButtonElement>('[role=dialog] [role=switch]'),
    ]
    expect(switches.length).toBeGreaterThan(20)
    switches[0]?.click()
    await settle(10)
    expect(bridge.inputsOf('lint.switch')).toMatchObject([
      { rules: ['description-missing'], isOn: false },
    ])
    await settle(30)
    expect(text()).toContain('1 rule is switched off.')
  })
})
