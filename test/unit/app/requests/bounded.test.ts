import { expect, test } from 'vitest'
import type { Reply } from '../../../../src-main/contract/reply'
import { bounded } from '../../../../src-main/app/requests/bounded'

const call = { signal: new AbortController().signal, emit: () => undefined }

test('beyond the bound a request is refused at once, and answered again once others are done', async () => {
  const waiting: ((reply: Reply<unknown>) => void)[] = []
  const dispatch = bounded(() => new Promise((done) => waiting.push(done)), { most: 2 })
  const ask = () => dispatch('serving.search', {}, call)
  const first = ask()
  const second = ask()
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'busy' } })
  waiting[0]?.({ ok: true, data: 1 })
  expect(await first).toEqual({ ok: true, data: 1 })
  const third = ask()
  expect(waiting).toHaveLength(3)
  for (const done of waiting) done({ ok: true, data: 2 })
  expect(await Promise.all([second, third])).toHaveLength(2)
})
