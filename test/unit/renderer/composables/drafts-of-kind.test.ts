// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { draftsOfKind } from '../../../../src-renderer/composables/drafts-of-kind'
import { useStoredDraft } from '../../../../src-renderer/composables/useStoredDraft'
import { DRAFT_IS_BACK } from '../../../../src-renderer/words/draft-words'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

interface Note {
  text: string
  lines: Record<string, string>
}
const useNotes = draftsOfKind<Note, Note>('note')
const note = (text: string, lines = {}): Note => ({ text, lines })
const KEY = 'pegboard.drafts'

let pages: (() => void)[] = []
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  for (const unmount of pages) unmount()
  pages = []
})

/** The window, loaded anew: nothing but what is stored is left of the page before. */
function load<Result>(setup: () => Result): Result {
  const { result, unmount } = withBridge(fakeBridge(), setup)
  pages.push(unmount)
  return result
}
const loadNotes = (dir = '/a') => load(() => useNotes(dir))
const leave = () => dispatchEvent(new Event('pagehide'))
const textOf = (notes: ReturnType<typeof loadNotes>, id: string) =>
  notes.kept(id, (base) => base)?.draft.text

describe('drafts', () => {
  it('are there again after the page was loaded again, each of its workspace, kind and thing', () => {
    const notes = loadNotes()
    notes.keep('1', { draft: note('one', { toString: 'x' }), base: note('') })
    expect([notes.hasDraft('1'), notes.isBack('1')]).toEqual([true, false])
    leave()
    const again = loadNotes()
    expect(again.isBack('1')).toBe(true)
    expect(again.kept('1', (base) => base)).toEqual({
      draft: note('one', { toString: 'x' }),
      base: note(''),
      isBack: true,
    })
    expect(loadNotes('/b').hasDraft('1')).toBe(false)
    expect(load(() => draftsOfKind('other')('/a')).hasDraft('1')).toBe(false)
  })

  it('are stored soon after they are typed, where the page ends without a word', async () => {
    loadNotes().keep('1', { draft: note('one'), base: note('') })
    expect(sessionStorage.getItem(KEY)).toBeNull()
    await settle(320)
    expect(textOf(loadNotes(), '1')).toBe('one')
  })

  it('that are saved or discarded are gone at once', () => {
    const notes = loadNotes()
    notes.keep('1', { draft: note('one'), base: note('') })
    leave()
    notes.forget('1')
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it('have no more names in them than were written', () => {
    loadNotes().keep('1', { draft: note('one'), base: note('') })
    leave()
    expect(loadNotes().kept('1', (base) => base)?.draft.lines['constructor']).toBeUndefined()
  })

  it.each([
    ['no JSON', '[["note'],
    ['no list', '{"note": 1}'],
    ['no drafts', '[1, [2], ["note\\n/a\\n1"], ["note\\n/a\\n1", {"draft": 1}]]'],
    [
      'a draft of another form',
      '[["note\\n/a\\n1", {"draft": {"text": 1}, "base": {"text": ""}}]]',
    ],
    ['a draft of no form', '[["note\\n/a\\n1", {"draft": {"text": ""}, "base": null}]]'],
  ])('are none where %s is stored', (_, stored) => {
    sessionStorage.setItem(KEY, stored)
    expect(loadNotes().kept('1', ({ text, lines }) => ({ text, lines }))).toBeUndefined()
  })

  it('are stored up to a bound: the oldest go, and so does one that is too long', () => {
    const notes = loadNotes()
    for (let id = 0; id < 120; id++) notes.keep(`${id}`, { draft: note('x'), base: note('') })
    notes.keep('20', { draft: note('changed'), base: note('') })
    notes.keep('long', { draft: note('x'.repeat(1_000_001)), base: note('') })
    leave()
    const again = loadNotes()
    expect(['19', '20', '21', '119', 'long'].map((id) => again.hasDraft(id))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    const half = note('x'.repeat(600_000))
    for (const id of ['a', 'b']) again.keep(id, { draft: half, base: note('') })
    leave()
    const last = loadNotes()
    expect(['119', 'a', 'b'].map((id) => last.hasDraft(id))).toEqual([false, false, true])
  })

  it('are kept in the page where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const notes = loadNotes()
    notes.keep('1', { draft: note('one'), base: note('') })
    leave()
    expect(textOf(notes, '1')).toBe('one')
  })
})

describe('a form', () => {
  const loadForm = (saved: Note) => {
    const read = shallowRef(saved)
    const form = load(() =>
      useStoredDraft<Note, Note>({
        drafts: useNotes('/a'),
        id: '1',
        read: () => read.value,
        draftOf: ({ text }) => note(text),
        isDirty: (draft, { text }) => draft.text !== text,
      }),
    )
    return { form, read }
  }
  async function typed(text: string) {
    const { form } = loadForm(note('saved'))
    form.draft.text = text
    await settle()
    leave()
    expect([form.isBack.value, form.notSaved.value]).toEqual([false, 'Not saved yet'])
  }

  it('holds what was typed before, says so, and forgets it where it is discarded', async () => {
    await typed('mine')
    const { form } = loadForm(note('saved'))
    expect([form.draft.text, form.isDirty.value]).toEqual(['mine', true])
    expect(form.notSaved.value).toBe(DRAFT_IS_BACK)
    form.draft.text = 'mine too'
    await settle()
    expect(form.isBack.value).toBe(true)
    form.discard()
    expect([form.draft.text, form.isBack.value]).toEqual(['saved', false])
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it('stays made of what it was made of where somebody saved another since', async () => {
    await typed('mine')
    const { form } = loadForm(note('theirs'))
    expect([form.draft.text, form.base.value.text]).toEqual(['mine', 'saved'])
    form.discard()
    expect(form.draft.text).toBe('theirs')
  })

  it('holds nothing of what came to be saved', async () => {
    await typed('mine')
    const { form } = loadForm(note('mine'))
    expect([form.isDirty.value, form.isBack.value]).toEqual([false, false])
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })
})
