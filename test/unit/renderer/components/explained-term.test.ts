// @vitest-environment happy-dom
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
