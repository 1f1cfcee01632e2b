import { describe, expect, it, vi } from 'vitest'
import { prepareServed } from '../../../../src-main/app/serving/prepare-served'
import { servedNaming } from '../../../../src-main/app/serving/served-naming'
import { Problem } from '../../../../src-main/domain/problem'
import { conceptEmbedder } from '../../../fakes/embedder'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { asked, call, servedPlace } from './served-place'

const tools = [
  catalogTool('mail/send', { description: 'Sends a mail.' }),
  catalogTool('mail/list', { description: 'Lists mails.' }),
  catalogTool('chat/send', { description: 'Sends a message.', visibility: 'hidden' }),
]

describe('what is served', () => {
  it('is the recipe, k and the tools that it may give', async () => {
    expect(await prepareServed(servedPlace(tools), asked(), call)).toEqual({
      recipe: 'BM25',
      k: 3,
      tools: 2,
    })
    const options = { servers: ['mail'], visibilities: ['hidden', 'public'] }
    const ofMail = await prepareServed(servedPlace(tools), asked({ options }), call)
    expect(ofMail.tools).toBe(2)
  })

  it('has no k where the recipe decides how many tools there are', async () => {
    const { opens, ...place } = withEmbedder()
    const served = await prepareServed(place, asked({ recipe: 'ptr' }), call)
    expect(served).not.toHaveProperty('k')
    expect(opens).toHaveBeenCalled()
  })

  it('says what does not answer yet, and serves words all the same', async () => {
    const served = await prepareServed(servedPlace(tools), asked({ recipe: 'hybrid' }), call)
    expect(served).toMatchObject({ tools: 2, missing: 'The embedder is away.', k: 3 })
    const ofMeaning = await prepareServed(servedPlace(tools), asked({ recipe: 'dense' }), call)
    expect(ofMeaning).toMatchObject({ missing: 'The embedder is away.' })
  })

  it('says of nothing that it is missing where all is there', async () => {
    const { opens, ...place } = withEmbedder()
    const served = await prepareServed(place, asked({ recipe: 'dense' }), call)
    expect(served).not.toHaveProperty('missing')
    expect(opens).toHaveBeenCalled()
  })

  it('is nothing where the recipe is gone or does not take the options', async () => {
    const gone = prepareServed(servedPlace(tools), asked({ recipe: 'gone' }), call)
    await expect(gone).rejects.toThrow(Problem)
    const options = { depth: 'deep' }
    const unfit = prepareServed(servedPlace(tools), asked({ options }), call)
    await expect(unfit).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('is nothing once who asked for it stops', async () => {
    const stopped = { ...call, signal: AbortSignal.abort() }
    const preparing = prepareServed(servedPlace(tools), asked({ recipe: 'dense' }), stopped)
    await expect(preparing).rejects.toThrow()
  })
})

function withEmbedder() {
  const opens = vi.fn(async () => conceptEmbedder([['mail', 'mails'], ['message']]))
  return { opens, ...servedPlace(tools, { embedders: { open: opens } }) }
}

describe('the names of served tools', () => {
  it('are those of all that the recipe may find, and no others', async () => {
    const at = servedPlace(tools)
    const plain = await servedNaming(at, asked())
    // Who cannot be found takes no name away.
    expect(plain.nameOf(id('mail/send'))).toBe('send')
    expect(plain.called('send')).toEqual(['mail/send'])
    const options = { visibilities: ['public', 'hidden'] }
    const all = await servedNaming(at, asked({ options }))
    expect(all.nameOf(id('mail/send'))).toBe('mail/send')
  })

  it('are made once for a recipe with its options, whatever k is', async () => {
    const at = servedPlace(tools)
    const plain = await servedNaming(at, asked({ k: 1 }))
    expect(await servedNaming(at, asked({ k: 9 }))).toBe(plain)
    expect(await servedNaming(at, asked({ options: { servers: ['mail'] } }))).not.toBe(plain)
    expect(await servedNaming(servedPlace(tools), asked())).not.toBe(plain)
  })
})
