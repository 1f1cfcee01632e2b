// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import type { FieldsOfTool } from '../../../../src-main/features/standard-fields/shared/answers'
import type { AuthorLayer, CorrectedFields } from '../../../../src-main/domain/tool/tool'
import { useCorrections } from '../useCorrections'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { catalogTool } from '../../../../test/fakes/catalog-tool'
import { settle, withBridge } from '../../../../test/unit/renderer/in-app'

const uncorrected = {
  description: 'Mails it.',
  response: 'A receipt.',
  parameters: {},
  examples: [],
}

/** The fields of a tool as it is, corrected so. */
function fields(version: string, corrected?: CorrectedFields): FieldsOfTool {
  const { of, ...texts } = corrected ?? {}
  return {
    state: 'written',
    version,
    original: uncorrected,
    uncorrected,
    inForce: { ...uncorrected, ...texts },
    origins: { description: 'model', parameters: 'model', response: 'model', examples: 'model' },
    ...(corrected && { corrected }),
    isCorrectionOld: corrected !== undefined && of !== version,
  }
}

let close = (): void => undefined
afterEach(() => close())

function form(given: FieldsOfTool, layer: AuthorLayer = {}) {
  const bridge = fakeBridge({}, [catalogTool('send_mail', {}, layer)])
  const shown = shallowRef(given)
  const entry = shallowRef(catalogTool('send_mail', {}, layer))
  const { result, unmount } = withBridge(bridge, () =>
    useCorrections({ dir: '/dir', entry: () => entry.value }, () => shown.value),
  )
  close = unmount
  const sent = () =>
    bridge
      .inputsOf('catalog.saveLayer')
      .map(({ base, layer: written }) => [base?.standardised, written.standardised])
  return { ...result, shown, entry, sent }
}

describe('corrections of fields', () => {
  const old = { of: 'before', response: 'Nothing.' }

  it('that still fit are said to, and what is written besides is not saved with them', async () => {
    const { draft, isDirty, stillFits, save, shown, state, sent } = form(fields('now', old), {
      standardised: old,
    })
    draft.description = 'Sends letters.'
    await stillFits()
    expect(sent()).toEqual([[old, { ...old, of: 'now' }]])
    expect([isDirty.value, state.value]).toEqual([true, 'Not saved yet'])
    shown.value = fields('now', { ...old, of: 'now' })
    await settle()
    expect(draft.description).toBe('Sends letters.')
    await save()
    expect(sent()[1]).toEqual([
      { ...old, of: 'now' },
      { description: 'Sends letters.', response: 'Nothing.', of: 'now' },
    ])
  })

  it('are saved upon the ones that they were made of, for the tool as it was then', async () => {
    const { draft, save, shown, entry, sent } = form(fields('first'))
    draft.description = 'Sends letters.'
    await settle()
    const theirs = { of: 'second', description: 'Posts it.' }
    shown.value = fields('second', theirs)
    entry.value = catalogTool('send_mail', {}, { standardised: theirs })
    await settle()
    await save()
    expect(sent()).toEqual([[undefined, { description: 'Sends letters.', of: 'first' }]])
  })

  it('keep what is typed while they are saved as not saved yet', async () => {
    const { draft, save, state, sent } = form(fields('now'))
    draft.description = 'Sends letters.'
    const saved = save()
    draft.response = 'A number.'
    await saved
    expect(draft.response).toBe('A number.')
    expect(state.value).toBe('Not saved yet')
    await save()
    expect(sent()[1]).toEqual([
      { description: 'Sends letters.', of: 'now' },
      { description: 'Sends letters.', response: 'A number.', of: 'now' },
    ])
    expect(state.value).toBe('Saved')
  })
})
