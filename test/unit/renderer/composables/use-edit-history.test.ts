// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { FindingRow } from '../../../../src-main/contract/lint'
import { useEditHistory } from '../../../../src-renderer/composables/useEditHistory'
import { useLogging } from '../../../../src-renderer/composables/useLogging'
import { useFindingActions } from '../../../../src-renderer/views/catalog/findings/useFindingActions'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { id } from '../../../fakes/catalog-tool'
import { withBridge } from '../in-app'

let close = (): void => undefined
afterEach(() => close())

function opened(answers: Answers = {}) {
  const bridge = fakeBridge(answers)
  const { result, unmount } = withBridge(bridge, () => ({
    history: useEditHistory('/dir'),
    findings: useFindingActions('/dir'),
    log: useLogging('/dir'),
  }))
  close = unmount
  return { bridge, ...result }
}

const finding = (where: string, reason?: string): FindingRow => ({
  ...{ rule: 'no-purpose', severity: 'warning', tool: id('send_mail'), where, mark: 'm' },
  ...{ what: 'It says nothing.', fix: 'Say something.' },
  ...(reason !== undefined && { setAside: { reason, at: '2026-11-22T10:00:00Z' } }),
})
const place = { rule: 'no-purpose', tool: 'send_mail', mark: 'm' }
const kept: Answers = {
  'lint.setAside': ({ findings }) => ({ setAside: findings.length, passedOver: 0 }),
  'lint.takeBack': ({ findings }) => ({ takenBack: findings.length }),
}

test('findings that were set aside count again after undo, and are set aside again after redo', async () => {
  const { bridge, history, findings } = opened(kept)
  await findings.setAside([finding('a'), finding('b')], ' As we like it. ')
  expect(history.undoable.value?.label).toBe('Set 2 findings aside')
  await history.undo()
  expect(bridge.inputsOf('lint.takeBack')).toMatchObject([
    { findings: [{ ...place, where: 'a' }, { where: 'b' }] },
  ])
  await history.redo()
  expect(bridge.inputsOf('lint.setAside')[1]).toMatchObject({
    ...{ findings: [{ ...place, where: 'a' }, { where: 'b' }], reason: 'As we like it.' },
  })
})

test('what was undone cannot be redone any more after another edit', async () => {
  const { history, findings } = opened(kept)
  await findings.setAside([finding('a')], 'As we like it.')
  await history.undo()
  expect(history.redoable.value?.label).toBe('Set 1 finding aside')
  history.note({ label: 'Changed a tool', edit: 'edit 1' })
  expect(history.redoable.value).toBeUndefined()
  expect(history.undoable.value?.label).toBe('Changed a tool')
  expect(await history.redo()).toBeUndefined()
})

test('edits are undone the last one first, and redone in the order in which they were made', async () => {
  const { bridge, history } = opened({
    'catalog.undo': () => ({ changed: 1 }),
    'catalog.redo': () => ({ changed: 1 }),
  })
  for (const edit of ['first', 'second', 'third']) history.note({ label: edit, edit })
  for (let times = 0; times < 3; times++) await history.undo()
  for (let times = 0; times < 3; times++) await history.redo()
  const editsOf = (action: 'catalog.undo' | 'catalog.redo') =>
    bridge.inputsOf(action).map(({ edit }) => edit)
  expect(editsOf('catalog.undo')).toEqual(['third', 'second', 'first'])
  expect(editsOf('catalog.redo')).toEqual(['first', 'second', 'third'])
})

test('findings that count again are set aside after undo, each for its own reason', async () => {
  const { bridge, history, findings } = opened(kept)
  await findings.takeBack([finding('a', 'Odd.'), finding('b', 'Old.'), finding('c', 'Odd.')])
  await history.undo()
  expect(bridge.inputsOf('lint.setAside')).toMatchObject([
    { reason: 'Odd.', findings: [{ where: 'a' }, { where: 'c' }] },
    { reason: 'Old.', findings: [{ where: 'b' }] },
  ])
})

test('a change of logged queries is undone once, says what was left, and is not done again', async () => {
  const { bridge, history, log } = opened({
    'history.undo': () => ({ restored: 3, removed: 0, left: 2 }),
  })
  log('change 1', 'Removed 5 logged queries')
  log(undefined, 'Changed nothing')
  const done = await history.undo()
  expect(bridge.inputsOf('history.undo')).toEqual([{ dir: '/dir', change: 'change 1' }])
  expect(done?.said).toBe('2 queries were changed again since and left as they are.')
  expect([history.undoable.value, history.redoable.value]).toEqual([undefined, undefined])
})

test('a change of logged queries that the app forgot leaves the history and says why', async () => {
  const message = 'It is not remembered any more.'
  const { history, log } = opened({
    'history.undo': () => failure({ code: 'not-found', message }),
  })
  log('change 1', 'Removed 5 logged queries')
  await history.undo()
  expect(history.problem.value).toEqual({
    code: 'not-found',
    message: `“Removed 5 logged queries” cannot be undone. ${message}`,
  })
  expect(history.undoable.value).toBeUndefined()
})

test('undoing accepted texts says what was not put back', async () => {
  const { history } = opened({
    'review.undo': () => ({ undone: 3, putBack: 1, changed: 2, gone: 1, batches: ['batch 1'] }),
  })
  history.note({ label: 'Accepted 4 proposed texts', texts: 'batch 1' })
  const done = await history.undo()
  expect(done?.said).toBe(
    '3 decisions taken back, 2 left: changed by hand since, 1 not: the tool is gone.',
  )
  expect(history.redoable.value).toBeUndefined()
})

test('batches of edges and texts that were taken back in another way are no steps any more', () => {
  const { history } = opened()
  history.note({ label: 'Accepted 2 proposed edges', batch: 'edges' })
  history.note({ label: 'Accepted 4 proposed texts', texts: 'texts' })
  history.forgetBatches(['texts'])
  expect(history.undoable.value?.label).toBe('Accepted 2 proposed edges')
  history.forgetBatches(['edges'])
  expect(history.undoable.value).toBeUndefined()
})
