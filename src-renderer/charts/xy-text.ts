import type { XyData, XyPoint } from './chart-data'

/**
 * Whether all points that belong together stand above one another, so that one line through them
 * names them all.
 */
export const isAlongX = ({ series, together }: XyData): boolean =>
  !!together && series.every(({ points }) => points.every(({ x, at }) => x === at))

/** What a tooltip says of a point, and of those of the other series that belong with it. */
export function pointText(data: XyData, name: string, point: XyPoint): string {
  if (data.together && point.at !== undefined) return textTogether(data, point.at)
  return [
    point.label ? `${name}, ${point.label}` : name,
    `${data.x.title}  ${data.x.format(point.x)}`,
    `${data.y.title}  ${valueText(data, point)}`,
  ].join('\n')
}

/**
 * What a tooltip says where the pointer stands along the x axis; `shown` is what echarts says of
 * the points there.
 */
export function textAlong(data: XyData, shown: unknown): string {
  const [first] = shown as { value?: unknown }[]
  const at = Array.isArray(first?.value) ? Number(first.value[0]) : NaN
  return Number.isNaN(at) ? '' : textTogether(data, at)
}

/** All points with this `at`, each with its series. */
function textTogether(data: XyData, at: number): string {
  const lines = data.series.flatMap(({ name, points }) => {
    const point = points.find((one) => one.at === at)
    if (!point) return []
    const where = point.x === at ? '' : `, ${data.x.format(point.x)} ${data.x.unit ?? ''}`
    return [`${name}  ${valueText(data, point)}${where}`]
  })
  return [data.together?.(at) ?? '', ...lines].join('\n')
}

function valueText({ y }: XyData, { y: value, interval }: XyPoint): string {
  const between = interval?.map(y.format).join(' – ')
  return `${y.format(value)}${between ? `  (${between})` : ''}`
}
