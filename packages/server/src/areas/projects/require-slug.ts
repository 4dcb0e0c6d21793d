import { Failure } from '@dragoman/contract'
import { isProjectSlug } from '@dragoman/core'

/** Throws `invalid-input` for a URL name that a project cannot have. */
export function requireSlug(slug: string): void {
  if (!isProjectSlug(slug))
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/slug', code: 'reserved' }] })
}
