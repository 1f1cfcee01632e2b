// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { FindingRow } from '../../../../src-main/contract/lint'
import { useEditHistory } from '../../../../src-renderer/composables/useEditHistory'
import { useLogging } from '../../../../src-renderer/composables/useLogging'
import { useFindingActions } from '../../../../src-renderer/tool/findings/useFindingActions'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { id } from '../../../fakes/catalog-tool'
import { undone } from '../../../fakes/undo-answers'
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
  rule: 'no-purpose',
  severity: 'warning',
  tool: id('send_mail'),
  where,
  mark: 'm',
  what: 'It says nothing.',
  fix: 'Say something.',
  ...(reason !== undefined && { setAside: { reason, at: '2026-11-22T10:00:00Z' } }),
})
const taken: Answers = {
  'changes.undo': ({ change = '' }) => undone(change),
  'changes.redo': ({ change }) => undone(change),
}
const kept: Answers = {
  ...taken,
  'lint.setAside': ({ findings }) => ({
    setAside: findings.length,
    passedOver: 0,
    change: 'aside',
  }),
  'lint.takeBack': ({ findings }) => ({ takenBack: findings.length, change: 'back' }),
}

test('findings that are dismissed or restored are steps, undone and redone by their name', async () => {
  const { bridge, history, findings } = opened(kept)
  await findings.setAside([finding('a'), finding('b')], 'As we like it.')
  expect(history.undoable.value?.label).toBe('Dismissed 2 findings')
  await findings.takeBack([finding('a', 'Odd.')])
  await history.undo()
  await history.redo()
  await history.undo()
  await history.undo()
  expect(bridge.inputsOf('changes.undo').map(({ change }) => change)).toEqual([
    'back',
    'back',
    'aside',
  ])
  expect(bridge.inputsOf('changes.redo')).toEqual([{ dir: '/dir', change: 'back' }])
})

test('what was undone cannot be redone any more after another edit', async () => {
  const { history, findings } = opened(kept)
  await findings.setAside([finding('a')], 'As we like it.')
  await history.undo()
  expect(history.redoable.value?.label).toBe('Dismissed 1 finding')
  history.note('Changed a tool', { change: 'edit 1' })
  expect(history.redoable.value).toBeUndefined()
  expect(history.undoable.value?.label).toBe('Changed a tool')
  expect(await history.redo()).toBeUndefined()
})

test('edits are undone the last one first, and redone in the order in which they were made', async () => {
  const { bridge, history } = opened(taken)
  for (const change of ['first', 'second', 'third']) history.note(change, { change })
  for (let times = 0; times < 3; times++) await history.undo()
  for (let times = 0; times < 3; times++) await history.redo()
  const changesOf = (action: 'changes.undo' | 'changes.redo') =>
    bridge.inputsOf(action).map(({ change }) => change)
  expect(changesOf('changes.undo')).toEqual(['third', 'second', 'first'])
  expect(changesOf('changes.redo')).toEqual(['first', 'second', 'third'])
})

test('a change of logged queries is undone and says what was left; one that changed nothing is no step', async () => {
  const { bridge, history, log } = opened({
    'changes.undo': ({ change = '' }) => undone(change, { undone: 3, left: 2 }),
  })
  log('change 1', 'Removed 5 logged queries')
  log(undefined, 'Changed nothing')
  const done = await history.undo()
  expect(bridge.inputsOf('changes.undo')).toEqual([{ dir: '/dir', change: 'change 1' }])
  expect(done?.said).toBe('2 left as they are, changed since.')
  expect(history.undoable.value).toBeUndefined()
})

test('a change of logged queries that the app forgot leaves the history and says why', async () => {
  const message = 'It is not remembered any more.'
  const { history, log } = opened({
    'changes.undo': () => failure({ code: 'not-found', message }),
  })
  log('change 1', 'Removed 5 logged queries')
  await history.undo()
  expect(history.problem.value).toEqual({
    code: 'not-found',
    message: `“Removed 5 logged queries” cannot be undone. ${message}`,
  })
  expect(history.undoable.value).toBeUndefined()
})

test('undoing accepted texts says what was not put back, and is not done again', async () => {
  const { history } = opened({
    'changes.undo': ({ change = '' }) =>
      undone(change, { undone: 3, putBack: 1, left: 2, gone: 1 }),
  })
  history.note('Accepted 4 proposed texts', { change: 'batch 1' }, 'decision')
  const done = await history.undo()
  expect(done?.said).toBe(
    '2 left as they are, changed since; 1 stays, as its tool is not in the catalog.',
  )
  expect(history.redoable.value).toBeUndefined()
})

test('decisions that were taken back in another way are no steps any more', () => {
  const { history } = opened()
  history.note('Accepted 2 proposed edges', { change: 'edges' }, 'decision')
  history.note('Accepted 4 proposed texts', { change: 'texts' }, 'decision')
  history.forget(['texts'])
  expect(history.undoable.value?.label).toBe('Accepted 2 proposed edges')
  history.forget(['edges'])
  expect(history.undoable.value).toBeUndefined()
})
