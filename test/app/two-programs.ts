import { libraryIn, withStores } from '../fakes/app-on'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'

/**
 * Two programs on one data folder. What `meanwhile` is given happens once: while the first commits
 * next, after its change was worked out and before it is written.
 */
export async function programsOnOneFolder() {
  const folder = await emptyFolder()
  const { library, meanwhile } = interruptedLibrary(folder)
  const first = await openAppOn(folder, { library })
  const second = await openAppOn(folder)
  return { folder, first, second, meanwhile }
}

/**
 * The library of a data folder, and the way to have something happen once while it commits next, as
 * above.
 */
export function interruptedLibrary(folder: string) {
  let work: (() => Promise<unknown>) | undefined
  const library = withStores(libraryIn(folder), (store) => ({
    async commit(change, expected) {
      const now = work
      work = undefined
      await now?.()
      return store.commit(change, expected)
    },
  }))
  const meanwhile = (happens: () => Promise<unknown>): void => {
    work = happens
  }
  return { library, meanwhile }
}

/** The same on one workspace, with what is to happen while the first commits next. */
export async function twoPrograms(
  happens: (second: AppUnderTest, dir: string) => Promise<unknown>,
) {
  const { first, second, meanwhile } = await programsOnOneFolder()
  const dir = await first.smallWorkspace()
  meanwhile(() => happens(second, dir))
  return { first, second, dir }
}
