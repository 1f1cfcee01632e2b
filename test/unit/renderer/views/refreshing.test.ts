// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useEditHistory } from '../../../../src-renderer/composables/useEditHistory'
import { useImportDialog } from '../../../../src-renderer/composables/useImportDialog'
import ImportWizard from '../../../../src-renderer/views/import/ImportWizard.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { accountOf, noClashes } from '../../../fakes/import-answers'
import { lookAtProgram } from '../../../fakes/source-answers'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)

const DIR = '/home/ada/Pegboard/demo'

const dialog = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role=dialog]')
  if (!found) throw new Error('The wizard is not shown.')
  return found
}

const labelOf = (button: Element): string =>
  (button.getAttribute('aria-label') ?? button.textContent).trim().replace(/\s+/g, ' ')
const buttons = (): string[] => [...dialog().querySelectorAll('button')].map(labelOf)

async function click(start: string): Promise<void> {
  const found = [...dialog().querySelectorAll<HTMLElement>('button, input, [role=switch]')].find(
    (one) => labelOf(one).startsWith(start),
  )
  if (!found) throw new Error(`There is no ${start} among ${buttons().join(', ')}.`)
  found.click()
  await settle(20)
}

const rowOf = (name: string): string =>
  [...dialog().querySelectorAll('ul[aria-label=Sources] > li')]
    .find((row) => row.querySelector('h3')?.textContent === name)
    ?.textContent.replace(/\s+/g, ' ')
    .trim() ?? ''

const list = (prefix: string, total: number) => ({
  total,
  first: Array.from({ length: total }, (_, at) => ({
    id: `${prefix}_${at}` as never,
    description: `Does ${prefix}.`,
    fields: [],
  })),
})
const changeOf = (name: string, [added, changed, removed]: readonly [number, number, number]) => ({
  added: list(`${name}/new`, added),
  changed: list(`${name}/changed`, changed),
  removed: list(`${name}/gone`, removed),
  unchanged: 3,
})
const told = (name: string, counts: readonly [number, number, number]) => ({
  format: 'mcp',
  account: accountOf(5),
  change: changeOf(name, counts),
  clashes: noClashes,
  changes: `read ${name}`,
  goldenSets: [],
  bundles: 0,
  report: [],
})

/** What each source holds: new, changed and removed tools. */
const HOLDS: Record<string, readonly [number, number, number]> = {
  mail: [1, 2, 0],
  files: [0, 0, 0],
  notes: [0, 0, 2],
  maps: [0, 0, 0],
}

const counts = { fixed: 0, broken: 0, better: 0, worse: 0, same: 3 }
const effectOf = (broken: number) => ({
  goldenSet: 'demo',
  askedOf: 'Hybrid',
  k: 5,
  asked: 12,
  of: 40,
  degraded: [],
  own: { ...counts, broken },
  neighbours: counts,
  rows: [],
})

async function wizard(answers: Answers = {}, names = ['mail', 'files', 'broken', 'notes']) {
  let commits = 4
  const bridge = fakeBridge({
    'sources.look': ({ source: { name } }) => lookAtProgram({ args: [name], isAgreed: true }),
    'sources.agree': ({ source: { name } }) => lookAtProgram({ args: [name], isAgreed: true }),
    'import.preview': ({ source }) => {
      const name = source?.name ?? ''
      const holds = HOLDS[name]
      return holds
        ? { ...told(name, holds), candidates: [], tools: 5, base: `commit ${commits}` }
        : failure({ code: 'unavailable', message: `${name} did not list its tools.` })
    },
    'import.effect': ({ changes }) => ({ effect: effectOf(changes === 'read mail' ? 1 : 0) }),
    'import.commit': ({ source, base }) => {
      const name = source?.name ?? ''
      if (base !== `commit ${commits}`) {
        return failure({ code: 'conflict', message: 'The folder has changed since.' })
      }
      commits += 1
      return {
        ...told(name, HOLDS[name] ?? [0, 0, 0]),
        undo: `undo ${name}`,
        workspace: { dir: '/home/ada/demo', commit: `commit ${commits}`, tools: 9 } as never,
      }
    },
    ...answers,
  })
  let history: ReturnType<typeof useEditHistory> | undefined
  await mountInApp(bridge, ImportWizard, () => {
    history = useEditHistory(DIR)
    useImportDialog().openSources(names.map((name) => ({ name })))
  })
  await settle(40)
  return { bridge, undoable: () => history?.undoable.value, commit: () => (commits += 1) }
}

test('all sources are read, and what each would change is shown at once', async () => {
  const { bridge } = await wizard()
  expect(bridge.inputsOf('import.preview').map(({ source }) => source?.name)).toEqual([
    'mail',
    'files',
    'broken',
    'notes',
  ])
  expect(bridge.inputsOf('import.commit')).toEqual([])
  expect(dialog().textContent).toContain('2 of 4 sources changed, 1 failed.')
  expect(rowOf('mail')).toMatch(/1 added, 2 changed.*mail\/changed_0/)
  expect(rowOf('notes')).toMatch(/2 removed.*notes\/gone_0/)
  expect(rowOf('broken')).toContain('broken did not list its tools.')
  expect(dialog().textContent.replace(/\s+/g, ' ')).toContain('1 source is unchanged: files.')
})

test('golden queries are asked of one after the other, and what breaks is said', async () => {
  const { bridge } = await wizard()
  expect(bridge.inputsOf('import.effect')).toMatchObject([
    { changes: 'read mail', removeMissing: true },
    { changes: 'read notes', removeMissing: true },
  ])
  expect(rowOf('mail')).toContain('breaks 1 query')
  expect(rowOf('notes')).not.toContain('breaks')
})

test('all is taken over by one press, each source upon what the one before it left', async () => {
  const { bridge, undoable } = await wizard()
  await click('Take over 5 changes of 2 sources')
  expect(bridge.inputsOf('import.commit')).toMatchObject([
    { source: { name: 'mail' }, changes: 'read mail', base: 'commit 4', removeMissing: true },
    { source: { name: 'notes' }, changes: 'read notes', base: 'commit 5', removeMissing: true },
  ])
  expect(dialog().textContent).toContain('2 of 4 sources taken over, 1 failed.')
  expect(buttons()).toEqual(expect.arrayContaining(['Read 1 source again', 'Done']))
  expect(undoable()).toMatchObject({ label: 'Imported notes', change: 'undo notes' })
})

test('a source can be left out, and its tools that are gone kept', async () => {
  const { bridge } = await wizard()
  await click('Take over mail')
  expect(rowOf('mail')).not.toContain('mail/changed_0')
  await click('Take over 2 changes of 1 source')
  expect(bridge.inputsOf('import.commit').map(({ source }) => source?.name)).toEqual(['notes'])
  expect(dialog().textContent).toContain('1 of 4 sources taken over, 1 not taken over, 1 failed.')
})

test('what another window committed meanwhile is a conflict, and is read again', async () => {
  const { bridge, commit } = await wizard({}, ['mail', 'notes'])
  commit()
  await click('Take over 5 changes of 2 sources')
  expect(rowOf('mail')).toContain('The folder has changed since.')
  expect(dialog().textContent).toContain('0 of 2 sources changed, 2 failed.')
  await click('Read 2 sources again')
  await settle(40)
  await click('Take over 5 changes of 2 sources')
  expect(bridge.inputsOf('import.commit').slice(2)).toMatchObject([
    { base: 'commit 5' },
    { base: 'commit 6' },
  ])
  expect(buttons()).toContain('Done')
})

test('one that fails to be written keeps none of the others from it', async () => {
  const written: string[] = []
  await wizard(
    {
      'import.commit': ({ source, base }) => {
        const name = source?.name ?? ''
        written.push(`${name} upon ${base}`)
        if (name === 'mail') return failure({ code: 'storage', message: 'The disk is full.' })
        return {
          ...told(name, [0, 0, 2]),
          workspace: { dir: '/home/ada/demo', commit: 'commit 9', tools: 9 } as never,
        }
      },
    },
    ['mail', 'notes'],
  )
  await click('Take over 5 changes of 2 sources')
  expect(written).toEqual(['mail upon commit 4', 'notes upon commit 4'])
  expect(rowOf('mail')).toContain('The disk is full.')
  expect(dialog().textContent).toContain('1 of 2 sources taken over, 1 failed.')
})

test('reading can be stopped: what was read can be taken over, the rest be read later', async () => {
  await wizard({
    'import.preview': ({ source }) =>
      source?.name === 'mail'
        ? { ...told('mail', [1, 0, 0]), candidates: [], tools: 5, base: 'commit 4' }
        : (new Promise(() => undefined) as never),
  })
  expect(rowOf('files')).toContain('is being read')
  expect(rowOf('notes')).toContain('waits')
  await click('Stop')
  expect(rowOf('files')).toContain('was not read')
  expect(buttons()).toEqual(
    expect.arrayContaining(['Read 3 sources again', 'Take over 1 change of 1 source']),
  )
})

const NEEDS = {
  'sources.look': ({ source: { name } }) =>
    lookAtProgram({ args: [name], isAgreed: name !== 'notes' }),
} satisfies Answers

test('those that nobody agreed to are shown first, and nothing is read before', async () => {
  const { bridge } = await wizard(NEEDS)
  expect(dialog().textContent).toContain('/usr/bin/node notes')
  expect(dialog().textContent).not.toContain('/usr/bin/node mail')
  expect(bridge.inputsOf('import.preview')).toEqual([])
  await click('Start and read its tools')
  await settle(40)
  expect(bridge.inputsOf('sources.agree')).toMatchObject([{ source: { name: 'notes' } }])
  expect(rowOf('notes')).toContain('2 removed')
})

test('those that nobody agreed to can be left out', async () => {
  const { bridge } = await wizard(NEEDS)
  await click('Leave it out')
  await settle(40)
  expect(bridge.inputsOf('sources.agree')).toEqual([])
  expect(bridge.inputsOf('import.preview').map(({ source }) => source?.name)).not.toContain('notes')
  expect(rowOf('notes')).toContain('nobody agreed')
})

test('a source whose server wants a sign-in is signed in to, and read again by itself', async () => {
  let isSignedIn = false
  const { bridge } = await wizard(
    {
      'import.preview': ({ source }) =>
        isSignedIn || source?.name === 'files'
          ? {
              ...told('mail', HOLDS['mail'] ?? [0, 0, 0]),
              candidates: [],
              tools: 5,
              base: 'commit 4',
            }
          : failure({ code: 'asks-sign-in', message: 'It wants a sign-in.' }),
      'sources.signIn': ({ clientId }) =>
        clientId === undefined
          ? failure({ code: 'unavailable', message: 'Nobody can register.' })
          : { id: '7', address: 'https://login.example.com/' },
      'sources.signedIn': () => {
        isSignedIn = true
        return {}
      },
    },
    ['mail', 'files'],
  )
  await click('Sign in')
  expect(rowOf('mail')).toContain('Nobody can register.')
  const field = dialog().querySelector<HTMLInputElement>('section[aria-label="Sign in"] input')
  if (!field) throw new Error('There is no field for a client id.')
  field.value = ' pegboard-1 '
  field.dispatchEvent(new Event('input'))
  await settle(10)
  await click('Sign in')
  await settle(40)
  expect(bridge.inputsOf('sources.signIn')).toMatchObject([
    { source: { name: 'mail' } },
    { source: { name: 'mail' }, clientId: 'pegboard-1' },
  ])
  const read = bridge.inputsOf('import.preview').map(({ source }) => source?.name)
  expect(read).toEqual(['mail', 'files', 'mail'])
  expect(rowOf('mail')).toMatch(/1 added, 2 changed/)
})

test('where nothing has changed there is nothing but to close', async () => {
  const { bridge } = await wizard({}, ['files', 'maps'])
  expect(dialog().textContent).toContain('2 sources are unchanged: files, maps.')
  await click('Nothing has changed: close')
  expect(bridge.inputsOf('import.commit')).toEqual([])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('where a model would be asked it is asked once that is allowed, for all', async () => {
  const { bridge } = await wizard(
    {
      'import.effect': ({ mayAsk }) =>
        mayAsk
          ? { effect: effectOf(2) }
          : failure({ code: 'asks-model', message: 'It asks a model: 24 calls.' }),
    },
    ['mail', 'notes'],
  )
  const tab = [...dialog().querySelectorAll<HTMLElement>('[role=tab]')].find((one) =>
    one.textContent.includes('Broken queries'),
  )
  tab?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await settle(20)
  await click('Ask the model')
  await settle(40)
  expect(bridge.inputsOf('import.effect').map(({ mayAsk }) => mayAsk)).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(rowOf('notes')).toContain('breaks 2 queries')
})
