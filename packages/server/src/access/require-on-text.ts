import { Failure } from '@dragoman/contract'
import { explain, type OnText, type TextAction } from '@dragoman/core'
import type { Caller } from '../http/caller.ts'

/** Throws `not-allowed` where somebody may not do something to texts of a language and namespace. */
export function requireOnText({ actor }: Caller, action: TextAction, on: Omit<OnText, 'on'>): void {
  const refusal = explain(actor, action, { on: 'text', ...on })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}
