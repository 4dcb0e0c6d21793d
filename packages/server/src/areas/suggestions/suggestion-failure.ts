import { Failure, type RefusedItem } from '@dragoman/contract'
import type { SuggestionRefusal } from '@dragoman/store'
import { refusedField } from '../../refused-field.ts'

/** Returns why a suggestion was not created, changed or voted for. */
export function failureOfSuggestion(refusal: SuggestionRefusal): Failure {
  switch (refusal.code) {
    case 'not-found':
      return new Failure('not-found', { what: refusal.what })
    case 'gone':
      return new Failure('gone')
    case 'empty':
    case 'same-text':
      return refusedField('/forms', refusal.code, {})
    case 'already-exists':
      return new Failure('already-exists', { what: 'suggestion', id: refusal.id })
    case 'too-many':
      return refusedField('/forms', 'too-many', { limit: refusal.limit })
    case 'decided':
      return new Failure('already-decided', { state: refusal.current.state })
    case 'stale':
      return new Failure('suggestion-changed', { version: refusal.current.version })
    case 'too-many-requests':
      return new Failure('too-many-requests', {
        what: 'suggestions',
        retryAfterS: refusal.retryAfterS,
      })
    case 'own':
      return refusedField('/isFor', 'own-suggestion', {})
    case 'not-own':
      return new Failure('not-allowed', { reason: 'not-own' })
    default:
      return refusal satisfies never
  }
}

/** Returns why one suggestion was neither accepted nor rejected. */
export function failureOfItem({ code, id, reason, issues, current, suggestion }: RefusedItem): Failure {
  switch (code) {
    case 'stale-edit':
      if (current === null) throw new Error('a stale text comes with the present one')
      return new Failure(
        'stale-edit',
        { keyId: current.keyId, language: current.language },
        { current: { translation: current } },
      )
    case 'suggestion-changed':
      return new Failure('suggestion-changed', { version: suggestion?.version ?? 0 })
    case 'already-decided':
      return new Failure('already-decided', { state: suggestion?.state ?? '' })
    case 'not-allowed':
      return new Failure('not-allowed', { reason: reason ?? '' })
    case 'not-found':
      return new Failure('not-found', { what: 'suggestion' })
    case 'gone':
      return new Failure('gone', { id })
    case 'failing-checks':
      return new Failure('failing-checks', {}, { current: { issues } })
    case 'twice':
      throw new Error(`a single suggestion cannot be refused as ${code}`)
    default:
      return code satisfies never
  }
}
