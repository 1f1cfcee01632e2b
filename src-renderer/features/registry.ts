// Every feature of the window, a line each.
export { publishing } from './publishing'
