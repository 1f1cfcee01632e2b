/** Names that a shell can set. */
const SET_BY_SHELL = /^[A-Za-z_]\w*$/

/** Whether a value comes of no variable that is called like it: a client asks or finds it out. */
export const isInput = (name: string): boolean => !SET_BY_SHELL.test(name)

/** The variable in which a shell gives what a client would ask for. */
export const variableOfInput = (name: string): string =>
  `PEGBOARD_INPUT_${name
    .replace(/^input:/, '')
    .toUpperCase()
    .replace(/\W+/g, '_')}`
