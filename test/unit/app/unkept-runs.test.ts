import { expect, it } from 'vitest'
import { unkeptRunsOf } from '../../../src-main/app/evaluation/unkept-runs'
import type { Sessions } from '../../../src-main/app/sessions'
import { sampleRun } from '../renderer/evaluation/sample-runs'

it('runs that could not be kept make room by how long their lists are', () => {
  const unkept = unkeptRunsOf({ sessions: {} as Sessions })
  const held = (k: number) => {
    const ids = [`first ${k}`, `second ${k}`]
    for (const id of ids) {
      const { provenance, ...run } = sampleRun({ id, queries: 40_000, k: [k] })
      unkept.hold('dir', { run, outcomes: [] })
    }
    return ids.filter((id) => unkept.of('dir', id))
  }
  expect(held(1)).toEqual(['first 1', 'second 1'])
  expect(held(100)).toEqual(['second 100'])
})
