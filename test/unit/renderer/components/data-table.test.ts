// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import DataTable from '../../../../src-renderer/components/DataTable.vue'
import { settle } from '../in-app'
import type { RowSource } from '../../../../src-renderer/components/table-column'

beforeEach(() => localStorage.clear())

interface Row {
  name: string
  size: number
}

const columns = [
  { key: 'name', title: 'Name', sortable: true, value: (row: Row) => row.name },
  {
    key: 'size',
    title: 'Size',
    unit: 'tokens',
    align: 'end' as const,
    sortable: true,
    value: (row: Row) => row.size,
  },
]
const many = Array.from({ length: 4076 }, (_, index) => ({ name: `tool ${index}`, size: index }))
const loaded = { total: many.length, at: (index: number) => many[index], ensure: () => undefined }

interface TableProps {
  rows?: RowSource<Row>
  checkable?: boolean
  sort?: object
  active?: number
  storageKey?: string
  keysBetween?: (first: number, last: number) => Promise<string[]>
}

function table(props: TableProps = {}) {
  return mount(DataTable<Row>, {
    props: {
      label: 'Tools',
      columns,
      rows: loaded,
      rowKey: (row: Row) => row.name,
      ...props,
    } as never,
    attachTo: document.body,
  })
}

test('a list of thousands says how long it is and draws only a part', () => {
  const grid = table().get('[role=grid]')
  expect(grid.attributes('aria-rowcount')).toBe('4077')
  expect(grid.findAll('[role=row]').length).toBeLessThan(100)
})

test('the arrow, page, home and end keys move the active row', async () => {
  const wrapper = table()
  const grid = wrapper.get('[role=grid]')
  const active = (): unknown => (wrapper.emitted<[number]>('update:active') ?? []).at(-1)?.[0]
  await grid.trigger('keydown', { key: 'ArrowDown' })
  expect(active()).toBe(0)
  await grid.trigger('keydown', { key: 'End' })
  expect(active()).toBe(4075)
  await grid.trigger('keydown', { key: 'ArrowDown' })
  expect(active()).toBe(4075)
  await grid.trigger('keydown', { key: 'Home' })
  await grid.trigger('keydown', { key: 'PageDown' })
  expect(active()).toBeGreaterThan(5)
})

test('moving to a row far away brings it into sight and asks for it', async () => {
  const asked: number[] = []
  const rows = { ...loaded, ensure: (_: number, last: number) => void asked.push(last) }
  const grid = table({ rows }).get('[role=grid]')
  await grid.trigger('keydown', { key: 'End' })
  await grid.trigger('scroll')
  expect(grid.element.scrollTop).toBeGreaterThan(100_000)
  expect(asked.at(-1)).toBe(4075)
})

test('the active row is named to assistive technology', async () => {
  const grid = table().get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  const id = grid.attributes('aria-activedescendant')
  expect(document.getElementById(id ?? '')?.textContent).toContain('tool 0')
})

test('Enter opens the active row', async () => {
  const wrapper = table()
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('open')).toEqual([[many[0], 0]])
})

test('Space selects the active row, and again takes it back', async () => {
  const wrapper = table({ checkable: true })
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: ' ' })
  await grid.trigger('keydown', { key: ' ' })
  const sets = (wrapper.emitted('update:checked') ?? []).map(([set]) => [...(set as Set<string>)])
  expect(sets).toEqual([['tool 0'], []])
})

test('sorting starts from the largest number, and a second press turns it round', async () => {
  const wrapper = table()
  const header = wrapper.findAll('[role=columnheader] button')
  await header[1]?.trigger('click')
  expect(wrapper.emitted('update:sort')).toEqual([[{ key: 'size', descending: true }]])
  await wrapper.setProps({ sort: { key: 'size', descending: true } })
  expect(wrapper.findAll('[role=columnheader]')[1]?.attributes('aria-sort')).toBe('descending')
  await header[1]?.trigger('click')
  expect(wrapper.emitted('update:sort')?.at(-1)).toEqual([{ key: 'size', descending: false }])
})

test('a row that is not there yet keeps its place', () => {
  const rows: RowSource<Row> = { total: 10, at: () => undefined, ensure: () => undefined }
  const wrapper = table({ rows })
  expect(wrapper.findAll('[role=rowgroup] [role=row]')).toHaveLength(10)
  expect(wrapper.find('.skeleton').exists()).toBe(true)
})

test('a shift-click checks all rows from the last one on, those that are not there yet included', async () => {
  const asked: number[][] = []
  const keysBetween = async (first: number, last: number) => {
    asked.push([first, last])
    return ['far away']
  }
  const wrapper = table({ checkable: true, keysBetween })
  const rows = wrapper.findAll('[role=rowgroup] [role=row]')
  const checked = (): unknown => [
    ...((wrapper.emitted<[Set<string>]>('update:checked') ?? []).at(-1)?.[0] ?? []),
  ]
  await rows[1]?.trigger('click')
  await rows[4]?.trigger('click', { shiftKey: true })
  await settle()
  expect(checked()).toEqual(['tool 1', 'tool 2', 'tool 3', 'tool 4'])
  expect(asked).toEqual([])
  const few = { ...loaded, at: (index: number) => (index < 5 ? many[index] : undefined) }
  await wrapper.setProps({ rows: few })
  await rows[6]?.trigger('click', { shiftKey: true })
  await settle()
  expect(asked).toEqual([[1, 6]])
  expect(checked()).toContain('far away')
})

test('shift and an arrow checks the next row as well, and the mark in the header asks for all', async () => {
  const wrapper = table({ checkable: true })
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: 'ArrowDown', shiftKey: true })
  await settle()
  const [checked] = wrapper.emitted<[Set<string>]>('update:checked')?.at(-1) ?? []
  expect([...(checked ?? [])]).toEqual(['tool 0', 'tool 1'])
  await wrapper.get('[role=columnheader] input').trigger('click')
  expect(wrapper.emitted('checkAll')).toEqual([[true]])
})

test('a row that the arrow keys reach is in sight, though its table is told the place by its parent', async () => {
  const wrapper = table({ active: 25 })
  await wrapper.setProps({
    'onUpdate:active': (active: number) => wrapper.setProps({ active }),
  })
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'End' })
  expect(grid.element.scrollTop).toBeGreaterThan(100_000)
})

test('a column keeps the width it is given by the keyboard, until that is taken back', async () => {
  const first = table({ storageKey: 'trial' })
  const edge = first.get('[role=separator][aria-label="Width of Name"]')
  await edge.trigger('keydown', { key: 'ArrowRight' })
  expect(first.get('[role=grid]').attributes('style')).toContain('--tracks: 48px')
  const again = table({ storageKey: 'trial' })
  expect(again.get('[role=grid]').attributes('style')).toContain('--tracks: 48px')
  expect(table({ storageKey: 'other' }).get('[role=grid]').attributes('style')).not.toContain(
    '48px',
  )
  await again.get('[role=separator]').trigger('keydown', { key: 'Home' })
  expect(again.get('[role=grid]').attributes('style')).not.toContain('48px')
})

test('widths that are kept in no form that is known are as if there were none', () => {
  for (const kept of ['{', '[1]', '{"name":"wide"}', 'null']) {
    localStorage.setItem('pegboard.columns.odd', kept)
    expect(table({ storageKey: 'odd' }).get('[role=grid]').attributes('style')).toContain('1fr')
  }
})

test('what a cell says is told in a tooltip, for where it is cut off', () => {
  expect(table().get('[role=gridcell]').attributes('title')).toBe('tool 0')
})
