import { expect, it } from 'vitest'
import { savedTrace } from '../fixtures/workspace/content'
import { libraryIn } from '../fakes/app-on'
import { emptyFolder, openAppOn } from './open-app'

it('answers that an earlier program saved stay as they were, in archives too', async () => {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  const library = libraryIn(folder)
  const saved = { ...savedTrace('theirs'), size: 'own', toolsKept: 20 }
  const { steps, ...head } = saved
  const store = await library.open(dir)
  await store.commit({ traces: { put: [saved] } })
  await store.close()
  const kept = async (place: string) => {
    const read = await library.open(place)
    const { traces } = await read.read('traces')
    const members = await read.members('traces', head.id)
    await read.close()
    return [traces, members]
  }

  const layer = { description: 'Send an email.' }
  await app.request('catalog.saveLayer', { dir, id: 'get_weather', layer })
  await app.request('changes.undo', { dir })
  expect(await kept(dir)).toEqual([[head], steps])

  const copy = await library.importArchive(await library.exportArchive(dir), 'Copy')
  await copy.close()
  expect(await kept(copy.dir)).toEqual([[head], steps])
})
