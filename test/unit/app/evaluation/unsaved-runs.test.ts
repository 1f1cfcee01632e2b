import { expect, it } from 'vitest'
import { unsavedRunsOf } from '../../../../src-main/app/evaluation/unsaved-runs'
import type { Sessions } from '../../../../src-main/app/workspaces/sessions'
import { sampleRun } from '../../renderer/evaluation/sample-runs'

it('runs that could not be kept make room by how long their lists are', () => {
  const unsaved = unsavedRunsOf({ sessions: {} as Sessions })
  const held = (k: number) => {
    const ids = [`first ${k}`, `second ${k}`]
    for (const id of ids) {
      const { provenance, ...run } = sampleRun({ id, queries: 40_000, k: [k] })
      unsaved.hold('dir', { run, outcomes: [] })
    }
    return ids.filter((id) => unsaved.of('dir', id))
  }
  expect(held(1)).toEqual(['first 1', 'second 1'])
  expect(held(100)).toEqual(['second 100'])
})
