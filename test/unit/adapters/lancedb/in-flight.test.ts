import { expect, it } from 'vitest'
import { inFlight } from '../../../../src-main/adapters/lancedb/tables/in-flight'

const refusal = () => new Error('closed')

it('waits for what is under way, and refuses what comes once it closes', async () => {
  const work = inFlight(refusal)
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = work.run(() => promise)
  const closing = work.close(60_000)
  expect(work.isOpen()).toBe(false)
  await expect(work.run(async () => 'late')).rejects.toThrow('closed')
  resolve('done')
  expect(await running).toBe('done')
  expect(await closing).toBe(true)
  await work.over
})

it('counts what fails as over', async () => {
  const work = inFlight(refusal)
  const running = work.run(() => Promise.reject(new Error('broken')))
  const closing = work.close(60_000)
  await expect(running).rejects.toThrow('broken')
  expect(await closing).toBe(true)
})

it('goes on where something takes too long, which then is over later', async () => {
  const work = inFlight(refusal)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const running = work.run(() => promise)
  expect(await work.close(1)).toBe(false)
  resolve(undefined)
  await running
  await work.over
  expect(await work.close(60_000)).toBe(true)
})
