import { Failure } from '@dragoman/contract'
import { explain, type OnText, type TextAction } from '@dragoman/core'
import type { Caller } from '../http/caller.ts'

/** Throws `not-allowed` if the caller may not perform the action on texts of a language and namespace. */
export function requireOnText({ actor }: Caller, action: TextAction, on: Omit<OnText, 'on'>): void {
  const refusal = explain(actor, action, { on: 'text', ...on })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}
