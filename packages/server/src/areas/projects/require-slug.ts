import { isProjectSlug } from '@dragoman/core'
import { refusedField } from '../../refused-field.ts'

/** Throws `invalid-input` for a URL name that a project cannot have. */
export function requireSlug(slug: string): void {
  if (!isProjectSlug(slug)) throw refusedField('/slug', 'reserved')
}
