// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ExplainedTerm from '../../../../src-renderer/components/ExplainedTerm.vue'
import { GLOSSARY } from '../../../../src-renderer/words/glossary'

test('a term says what it means once it has the focus', async () => {
  const term = mount(ExplainedTerm, { props: { term: 'golden set' }, attachTo: document.body })
  expect(term.text()).toBe('golden set')
  expect(document.body.textContent).not.toContain(GLOSSARY['golden set'])
  await term.get('button').trigger('focus')
  await expect.poll(() => document.body.textContent).toContain(GLOSSARY['golden set'])
  const described = term.get('button').attributes('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toContain(GLOSSARY['golden set'])
  term.unmount()
})

test('every term with a meaning is told somewhere in the window', () => {
  const window = globSync('src-renderer/**/*.vue').map((file) => readFileSync(file, 'utf8'))
  const untold = Object.keys(GLOSSARY).filter(
    (term) => !window.some((file) => new RegExp(`\\bterm(="|: ')${term}["']`).test(file)),
  )
  expect(window.length).toBeGreaterThan(100)
  expect(untold).toEqual([])
})
