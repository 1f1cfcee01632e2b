// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { h } from 'vue'
import { expect, test } from 'vitest'
import { markdownNodes } from '../../../../src-renderer/views/help/markdown-nodes'

const drawn = (text: string) =>
  mount(() => markdownNodes(text, (href, children) => h('a', { href }, children)))

test('headings, lists, tables, code and links are drawn as such', () => {
  const wrapper = drawn(
    '# Title\n\nA **bold** `k` and [more](other.md).\n\n1. one\n\n| a | b |\n| - | - |\n| c | d |\n\n```sh\nnpm ci\n```',
  )
  expect(wrapper.get('h1').text()).toBe('Title')
  expect(wrapper.get('p').text()).toBe('A bold k and more.')
  expect(wrapper.get('a').attributes('href')).toBe('other.md')
  expect(wrapper.get('ol li').text()).toBe('one')
  expect(wrapper.findAll('td').map((cell) => cell.text())).toEqual(['c', 'd'])
  expect(wrapper.get('pre').text()).toBe('npm ci')
})

test('nothing is taken for HTML, and pictures are left out', () => {
  const wrapper = drawn('<b onclick="x()">so</b> & `<i>`\n\n![A picture](a.png)')
  expect(wrapper.find('b').exists()).toBe(false)
  expect(wrapper.find('i').exists()).toBe(false)
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.get('code').text()).toBe('<i>')
  expect(wrapper.text()).toContain('so & ')
})
