export * from './ftl-cursor.ts'
export * from './ftl-pattern.ts'
