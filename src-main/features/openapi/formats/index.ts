import { openapi } from './openapi'

export const formats = [openapi]
