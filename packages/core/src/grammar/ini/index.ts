export * from './ini-lines.ts'
export * from './ini-value.ts'
export * from './write-ini-value.ts'
