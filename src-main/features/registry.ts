// Every feature, a line each.
export { publishing } from './publishing'
