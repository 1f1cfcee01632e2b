// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import LineChart from '../../../../src-renderer/charts/LineChart.vue'

enableAutoUnmount(afterEach)

test('a chart turns into a table of its data and back', async () => {
  const wrapper = mount(LineChart, {
    props: {
      title: 'Recall against k',
      data: {
        x: { title: 'k', format: String },
        y: { title: 'Recall@k', format: (value: number) => value.toFixed(3) },
        series: [{ name: 'BM25', points: [{ x: 5, y: 0.6441 }] }],
      },
    },
    global: { stubs: { Echarts: true } },
  })
  expect(wrapper.find('table').exists()).toBe(false)
  await wrapper.get('[aria-label="Show the data as a table"]').trigger('click')
  const cells = wrapper.findAll('td').map((cell) => cell.text())
  expect(cells).toEqual(['BM25', '5', '0.644'])
  await wrapper.get('[aria-label="Show the chart"]').trigger('click')
  expect(wrapper.find('table').exists()).toBe(false)
})
