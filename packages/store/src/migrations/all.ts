import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { start } from './0001-start.ts'
import { messageSyntax } from './0002-message-syntax.ts'
import { partsOfFiles } from './0003-parts-of-files.ts'

/** One step of the schema. Numbers rise by one; a step that was released never changes. */
export type Migration = {
  readonly number: number
  readonly up: (db: Kysely<Tables>, dialect: 'sqlite' | 'postgres') => Promise<void>
}

export const MIGRATIONS: readonly Migration[] = [start, messageSyntax, partsOfFiles]
