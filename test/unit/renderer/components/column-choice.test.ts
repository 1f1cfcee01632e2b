// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { useColumnChoice } from '../../../../src-renderer/components/data-table/useColumnChoice'
import type { TableColumn } from '../../../../src-renderer/components/table-column'

beforeEach(() => localStorage.clear())

const COLUMNS: TableColumn<object>[] = [
  { key: 'name', title: 'Tool', shown: 'always' },
  { key: 'server', title: 'Server' },
  { key: 'size', title: 'Size' },
  { key: 'questions', title: 'Questions', shown: 'if-chosen' },
]

const choiceOf = (columns = COLUMNS, key = 'list') =>
  useColumnChoice(
    () => columns,
    () => key,
  )
const keysOf = ({ columns }: ReturnType<typeof choiceOf>) => columns.value.map(({ key }) => key)

test('columns are those that say so themselves, until others are chosen, which is remembered', () => {
  const choice = choiceOf()
  expect(keysOf(choice)).toEqual(['name', 'server', 'size'])
  choice.show('questions', true)
  choice.show('server', false)
  expect(keysOf(choice)).toEqual(['name', 'size', 'questions'])
  expect(keysOf(choiceOf())).toEqual(['name', 'size', 'questions'])
  expect(keysOf(choiceOf(COLUMNS, 'another list'))).toEqual(['name', 'server', 'size'])
})

test('the column that names the row cannot be hidden', () => {
  const choice = choiceOf()
  choice.show('name', false)
  expect(keysOf(choice)).toContain('name')
})

test('a column moved to the place of another pushes that one on, and all go back as they were', () => {
  const choice = choiceOf()
  choice.move('size', 'name')
  expect(keysOf(choice)).toEqual(['size', 'name', 'server'])
  choice.move('size', 'server')
  expect(keysOf(choice)).toEqual(['name', 'server', 'size'])
  choice.move('nothing', 'server')
  choice.move('size', 'nothing')
  expect(choice.isChosen.value).toBe(true)
  choice.reset()
  expect([keysOf(choice), choice.isChosen.value]).toEqual([['name', 'server', 'size'], false])
})

test('a column that came after the choice stands behind the one that it follows by itself', () => {
  choiceOf().move('size', 'server')
  const tags = { key: 'tags', title: 'Tags' }
  const later = choiceOf([...COLUMNS.slice(0, 2), tags, ...COLUMNS.slice(2)])
  expect(keysOf(later)).toEqual(['name', 'size', 'server', 'tags'])
})

test('what is kept in no form that is known is as if there were none', () => {
  for (const kept of ['{', '[1]', '7', '{"order":"size","shown":{"size":"no"}}', 'null']) {
    localStorage.setItem('pegboard.columns-shown.list', kept)
    expect(keysOf(choiceOf())).toEqual(['name', 'server', 'size'])
  }
})
