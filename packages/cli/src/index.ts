export { run } from './run.ts'
export type { Terminal } from './terminal.ts'
