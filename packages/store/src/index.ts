export * from './errors.ts'
export * from './signatures.ts'
export type { Reader, Store, StoreConfig, Writer } from './store.ts'
export * from './types.ts'
