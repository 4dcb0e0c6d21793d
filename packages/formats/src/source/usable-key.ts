import { isKeyName } from '@dragoman/core'
import { hasLoneSurrogate } from './lone-surrogates.ts'

/** Returns whether a key can be part of a name: not empty, not too long, no U+0000, no lone surrogate. */
export function isUsableKey(key: string): boolean {
  return isKeyName(key) && !hasLoneSurrogate(key)
}
