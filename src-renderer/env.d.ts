/// <reference types="vite/client" />

// For tools that know plain TypeScript only, such as ESLint; vue-tsc reads the component itself.
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
