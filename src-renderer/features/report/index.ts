import { FileText } from '@lucide/vue'
import type { WindowFeature } from '../../places/places'
import { useReport } from './useReport'

export const report: WindowFeature = {
  decisionActions: [
    { title: 'Report', icon: FileText, waiting: 'Writing the report', use: useReport },
  ],
}
