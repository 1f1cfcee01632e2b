// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { QueueListAnswer, ToDoRow } from '../../../../src-main/contract/to-do'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { id } from '../../../fakes/catalog-tool'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/improve'
})

const ROWS: ToDoRow[] = [
  {
    ...{ tool: id('mail/send_email'), name: 'send_email', server: 'mail', asked: 7 },
    counts: { missed: 6, text: 2 },
  },
  {
    ...{ tool: id('maps/route_between'), name: 'route_between', server: 'maps' },
    counts: { finding: 1 },
    finding: { severity: 'warning', title: 'Short text' },
  },
]

async function improve(answer: Partial<QueueListAnswer> = {}) {
  const bridge = fakeBridge({
    'queue.list': ({ kinds }) => {
      const rows = ROWS.filter(({ counts }) => kinds?.some((kind) => counts[kind]) ?? true)
      return {
        ...{ total: rows.length, rows, all: ROWS.length },
        counts: { missed: 1, finding: 1, text: 1, edge: 0 },
        ...answer,
      }
    },
  })
  const wrapper = await mountInApp(bridge, ImproveView)
  await settle(10)
  return { bridge, wrapper }
}

test('what asks for a decision is listed first, with what misses it', async () => {
  const { wrapper } = await improve({
    basis: {
      ...{ run: 'r', recipe: 'Hybrid', goldenSet: 'dev', queries: 120, k: 5 },
      measuredAt: '2026-11-02T08:00:00Z',
    },
  })
  expect(wrapper.get('[role=tab][data-state=active]').text()).toMatch(/^To do\s*2$/)
  expect(wrapper.text()).toContain('2 tools ask for a decision.')
  expect(wrapper.text()).toContain(
    'Missed by Hybrid at k = 5 on “dev”, 120 queries, measured on 2026-11-02.',
  )
  const rows = wrapper.findAll('[aria-label="To do"] [role=rowgroup] [role=row]')
  expect(rows.map((row) => row.text())).toEqual([
    expect.stringMatching(/send_email.*6 of 7.*2/),
    expect.stringMatching(/route_between.*1.*Short text/),
  ])
})

test('what is not measured is said, and leads to where it is', async () => {
  const { wrapper } = await improve()
  expect(wrapper.text()).toContain('What queries miss is not known yet')
  const link = wrapper.findAll('button').find((button) => button.text() === 'measure it')
  await link?.trigger('click')
  expect(wrapper.navigation.section.value).toBe('evaluation')
})

test('a row opens its tool, where what is proposed stands', async () => {
  const { bridge, wrapper } = await improve()
  const grid = wrapper.get('[role=grid][aria-label="To do"]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await settle(10)
  expect(bridge.inputsOf('catalog.tool')).toMatchObject([{ id: 'mail/send_email' }])
})

test('nothing to do is said so', async () => {
  const { wrapper } = await improve({ rows: [], total: 0, all: 0 })
  expect(wrapper.text()).toContain('Nothing to decide')
})
