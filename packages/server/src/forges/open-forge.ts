import type { Forge, ForgeLocation, ForgeSignIn } from './forge.ts'
import { ForgeError } from './forge-error.ts'
import { openGitea } from './open-gitea.ts'
import { type ForgeParts, openGitHub } from './open-github.ts'
import { openGitLab } from './open-gitlab.ts'

/**
 * Opens the repository at its forge, without any request yet. Throws ForgeError for a sign-in of the wrong
 * kind.
 */
export function openForge(parts: ForgeParts, place: ForgeLocation, signIn: ForgeSignIn): Forge {
  if (place.kind === 'github') return openGitHub(parts, place, signIn)
  if (signIn.kind !== 'token') throw new ForgeError('sign-in-refused', { host: new URL(place.origin).host })
  return place.kind === 'gitlab'
    ? openGitLab(parts, place, signIn.token)
    : openGitea(parts, place, signIn.token)
}
