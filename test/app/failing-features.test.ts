import { describe, expect, it } from 'vitest'
import type { ToDoSource } from '../../src-main/app/context'
import { Problem } from '../../src-main/domain/problem'
import { conceptEmbedder } from '../fakes/embedder'
import { id } from '../fakes/catalog-tool'
import { emptyFolder, openAppOn } from './open-app'
import { runOfSmall } from './small-evaluation'

const embedders = { open: async () => conceptEmbedder([]) }

const source = (name: string, find: ToDoSource['find']): ToDoSource => ({
  id: name,
  title: `Things of ${name}`,
  how: 'By hand.',
  find,
})

describe('a feature that fails', () => {
  it('is named in the queue, and keeps nothing of the others from it', async () => {
    const works = source('one', async () => {
      return new Map([
        [id('send_email'), { count: 1, short: '1', text: 'One', lines: [], basis: '' }],
      ])
    })
    const fails = source('other', () =>
      Promise.reject(new Problem('unreadable', 'Its record is damaged.', 'Measure again.')),
    )
    const app = await openAppOn(await emptyFolder(), { embedders }, { toDo: [fails, works] })
    const dir = await app.smallWorkspace()
    const listed = await app.request('queue.list', { dir, kinds: ['one'] })
    expect(listed.rows).toMatchObject([{ tool: 'send_email', ofFeatures: [{ kind: 'one' }] }])
    const failed = [
      {
        title: 'Things of other',
        problem: { code: 'unreadable', message: 'Its record is damaged.', fix: 'Measure again.' },
      },
    ]
    expect(listed.failed).toEqual(failed)
    expect(await app.request('queue.tool', { dir, tool: id('send_email') })).toMatchObject({
      failed,
    })
  })

  it('is not named where the list was only stopped', async () => {
    const stop = new AbortController()
    const stopped = source('one', async ({ call }) => {
      stop.abort()
      call.signal.throwIfAborted()
      return new Map()
    })
    const app = await openAppOn(await emptyFolder(), { embedders }, { toDo: [stopped] })
    const dir = await app.smallWorkspace()
    expect(await app.reply('queue.list', { dir }, stop.signal)).toMatchObject({
      error: { code: 'cancelled' },
    })
  })

  it('is named in the report in place of its section', async () => {
    const failing = {
      title: 'Weather',
      below: 'measures',
      write: () => Promise.reject(new Error('no /home/ada')),
    } as const
    const app = await openAppOn(await emptyFolder(), { embedders }, { reportSections: [failing] })
    const dir = await app.smallWorkspace()
    const { id: run } = await runOfSmall(app, dir, { recipe: 'bm25' })
    const { file, failed } = await app.request('evaluation.report', { dir, runs: [run] })
    const { bytes } = await app.request('files.read', { file, offset: 0 })
    const page = Buffer.from(bytes, 'base64').toString()
    expect(page).toContain('Weather could not be written.')
    // A report is handed on: what failed may name folders of this machine.
    expect(page).not.toContain('/home/ada')
    expect(failed).toEqual(['Weather could not be written: no /home/ada'])
  })
})
