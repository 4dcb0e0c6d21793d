import type { Size } from './seed.ts'

/** How thorough this run is. */
export type Plan = { readonly size: Size; readonly isQuick: boolean }
