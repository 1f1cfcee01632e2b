// In place of @types/node, to which Electron's types refer: a sandboxed preload script has nothing
// of Node.
export {}
