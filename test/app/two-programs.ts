import { libraryIn, withStores } from '../fakes/app-on'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'

/** Two programs on one workspace; `meanwhile` happens after the first worked its change out and before it is written. */
export async function twoPrograms(
  meanwhile: (second: AppUnderTest, dir: string) => Promise<unknown>,
) {
  const folder = await emptyFolder()
  const isArmed = { now: false }
  const library = withStores(libraryIn(folder), (store) => ({
    async commit(change, expected) {
      if (isArmed.now) {
        isArmed.now = false
        await meanwhile(second, dir)
      }
      return store.commit(change, expected)
    },
  }))
  const first = await openAppOn(folder, { library })
  const second = await openAppOn(folder)
  const dir = await first.smallWorkspace()
  isArmed.now = true
  return { first, second, dir }
}
