// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ref } from 'vue'
import { onAsked } from '../../../../src-renderer/composables/useAsking'
import { usePaletteCommands } from '../../../../src-renderer/composables/usePaletteCommands'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

async function palette() {
  const typed = ref('')
  const asked: unknown[] = []
  const bridge = fakeBridge()
  const { result } = withBridge(bridge, () => {
    void useWorkspace().start()
    onAsked('evaluation', (what) => asked.push(what))
    onAsked('export', ({ format }) => asked.push(format))
    onAsked('workspace', (what) => asked.push(what))
    return usePaletteCommands(typed)
  })
  await settle(10)
  const command = (id: string) => {
    const found = result.commands.value.find((one) => one.id === id)
    if (!found) throw new Error(`The palette has no ${id}.`)
    return found
  }
  return { typed, asked, bridge, commands: result.commands, loading: result.loading, command }
}

test('what was done last comes first, once, and only while nothing is typed', async () => {
  const { typed, commands, command } = await palette()
  command('theme:dark').run()
  command('import').run()
  command('theme:dark').run()
  expect(commands.value.slice(0, 2).map(({ id, group }) => [group, id])).toEqual([
    ['Recent', 'theme:dark'],
    ['Recent', 'import'],
  ])
  expect(commands.value.filter(({ id }) => id === 'import')).toHaveLength(1)
  typed.value = 'import'
  expect(commands.value.some(({ group }) => group === 'Recent')).toBe(false)
})

test('a tab of a feature stands among those of its section', async () => {
  const { commands } = await palette()
  const places = commands.value.filter(({ id }) => id.startsWith('go:'))
  const sections = new Set(places.map(({ id }) => /^go:(.*)\//.exec(id)?.[1]).filter(Boolean))
  expect([...sections]).toEqual(['catalog', 'queries', 'improve', 'settings'])
  const inOrder = places.map(({ id }) => id)
  expect(inOrder.indexOf('go:catalog/graph')).toBeGreaterThan(inOrder.indexOf('go:catalog/tools'))
  expect(inOrder.indexOf('go:catalog/graph')).toBeLessThan(inOrder.indexOf('go:queries/golden'))
})

test('commands ask the part of the window that does them', async () => {
  const { asked, commands, command } = await palette()
  command('evaluate').run()
  const exports = commands.value.filter(({ id }) => id.startsWith('export:'))
  exports[0]?.run()
  command('workspace:create').run()
  await settle()
  expect(asked).toEqual(['run', exports[0]?.id.replace('export:', ''), 'create'])
})

test('tools are asked for best match first, and none is offered once nothing is typed', async () => {
  const { typed, bridge, commands, loading } = await palette()
  typed.value = 'refund'
  await settle()
  expect(bridge.inputsOf('catalog.list').at(-1)).toMatchObject({ sort: 'match', limit: 12 })
  await settle(10)
  expect(loading.value).toBe(false)
  const tools = () => commands.value.filter(({ group }) => group === 'Tools')
  expect(tools()[0]?.title).toBe('refund_payment')
  typed.value = ''
  await settle()
  expect(tools()).toEqual([])
})

test('any action of the app is offered once something is typed, and asks for its form', async () => {
  const typed = ref('')
  const asked: string[] = []
  const bridge = fakeBridge({
    'app.actions': () => [{ name: 'golden.rename', summary: 'Gives a name', schema: {} }],
  })
  const { result, unmount } = withBridge(bridge, () => {
    void useWorkspace().start()
    onAsked('action', (name) => asked.push(name))
    return usePaletteCommands(typed)
  })
  await settle(10)
  expect(result.commands.value.find(({ id }) => id === 'action:golden.rename')).toBeUndefined()
  typed.value = 'golden.re'
  await settle(10)
  const found = result.commands.value.find(({ id }) => id === 'action:golden.rename')
  expect(found).toMatchObject({ group: 'Any action', detail: 'Gives a name' })
  found?.run()
  await settle()
  expect(asked).toEqual(['golden.rename'])
  unmount()
})

test('the last changes are offered to whoever begins to type undo or redo, to be taken back or made again by their name', async () => {
  const typed = ref('')
  const row = { at: '2026-11-01T10:00:00Z', isUndone: false }
  const bridge = fakeBridge({
    'changes.list': () => ({
      total: 2,
      rows: [
        { ...row, name: 'one', what: 'Removed 2 tools' },
        { ...row, name: 'two', what: 'Made pay', isUndone: true },
      ],
    }),
  })
  const { result, unmount } = withBridge(bridge, () => {
    void useWorkspace().start()
    return usePaletteCommands(typed)
  })
  await settle(10)
  typed.value = 'refund'
  await settle(10)
  expect(bridge.inputsOf('changes.list')).toEqual([])
  typed.value = 'undo'
  await settle(10)
  const changes = result.commands.value.filter(({ group }) => group === 'Changes')
  expect(changes.map(({ title }) => title)).toEqual(['Undo: Removed 2 tools', 'Redo: Made pay'])
  for (const { run } of changes) run()
  await settle()
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'one' }])
  expect(bridge.inputsOf('changes.redo')).toMatchObject([{ change: 'two' }])
  typed.value = ''
  await settle()
  expect(result.commands.value.some(({ id }) => id.startsWith('change:'))).toBe(false)
  unmount()
})
