// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { WorkspaceInfo } from '../../../../src-main/domain/workspace/workspace'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { commitOf, standardWorks } from '../../../fakes/bridge-answers'
import { settle, withBridge } from '../in-app'

const info = (dir: string, changes: Partial<WorkspaceInfo> = {}): WorkspaceInfo => ({
  dir,
  name: dir,
  createdAt: '2026-11-02T08:00:00Z',
  revision: 1,
  commit: commitOf(changes.revision ?? 1),
  tools: 10,
  goldenSets: 0,
  bundles: 0,
  runs: 0,
  worksWith: standardWorks,
  ...changes,
})

/** An answer that comes when it is told to. */
function held<Value>() {
  const waiting: ((value: Value) => void)[] = []
  return {
    answer: () => new Promise<Value>((resolve) => waiting.push(resolve)),
    give: (at: number, value: Value) => waiting[at]?.(value),
  }
}

async function showing(answers: Answers = {}) {
  const bridge = fakeBridge({ 'workspace.first': () => info('/a'), ...answers })
  const { result } = withBridge(bridge, useWorkspace)
  await result.start()
  return { bridge, ...result }
}

test('of two workspaces opened in a row the later is shown, whichever is answered first', async () => {
  const opening = held<WorkspaceInfo>()
  const { open, current } = await showing({ 'workspace.open': opening.answer })
  void open('/b')
  void open('/c')
  await settle()
  opening.give(1, info('/c'))
  await settle()
  opening.give(0, info('/b'))
  await settle()
  expect(current.value?.dir).toBe('/c')
})

test('a new revision counts at once, and the counts of the workspace follow', async () => {
  const reading = held<WorkspaceInfo>()
  const { bridge, current } = await showing({ 'workspace.read': reading.answer })
  bridge.change({ dir: '/a', revision: 2 })
  expect(current.value).toMatchObject({ revision: 2, tools: 10 })
  await settle()
  reading.give(0, info('/a', { revision: 2, tools: 12 }))
  await settle()
  expect(current.value).toMatchObject({ revision: 2, tools: 12 })
})

test('another commit of the same revision counts: the folder was replaced by a copy that went another way', async () => {
  const reading = held<WorkspaceInfo>()
  const { current, bridge } = await showing({ 'workspace.read': reading.answer })
  bridge.change({ dir: '/a', revision: 1, commit: 'theirs' })
  expect(current.value).toMatchObject({ revision: 1, commit: 'theirs' })
  expect(bridge.inputsOf('workspace.read')).toHaveLength(1)
})

test('a late answer about an older revision is dropped', async () => {
  const reading = held<WorkspaceInfo>()
  const { bridge, current } = await showing({ 'workspace.read': reading.answer })
  bridge.change({ dir: '/a', revision: 2 })
  bridge.change({ dir: '/a', revision: 3 })
  await settle()
  reading.give(1, info('/a', { revision: 3, tools: 13 }))
  await settle()
  reading.give(0, info('/a', { revision: 2, tools: 12 }))
  await settle()
  expect(current.value).toMatchObject({ revision: 3, tools: 13 })
})

test('a change while another workspace is being opened does not bring the old one back', async () => {
  const reading = held<WorkspaceInfo>()
  const { bridge, open, current } = await showing({
    'workspace.read': reading.answer,
    'workspace.open': ({ dir }) => info(dir),
  })
  bridge.change({ dir: '/a', revision: 2 })
  await open('/b')
  reading.give(0, info('/a', { revision: 2 }))
  await settle()
  expect(current.value?.dir).toBe('/b')
})

test('a change of a workspace that is not on show is ignored', async () => {
  const { bridge, current } = await showing()
  bridge.change({ dir: '/b', revision: 2 })
  await settle()
  expect(current.value?.revision).toBe(1)
  expect(bridge.inputsOf('workspace.read')).toEqual([])
})
