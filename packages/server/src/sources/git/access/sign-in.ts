import type { GitHubApp } from '../../../forges/github-app.ts'
import type { Sealing } from '../../../secrets/open-sealing.ts'

/** Credentials for a repository; a deploy key is in a row of its own. */
export type GitSignIn =
  | { readonly kind: 'none' }
  /** A token is a password, with the user name that its forge requires. */
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'deploy-key' }
  /** A GitHub App, and where people open its GitHub if that is not the host of the repository. */
  | ({ readonly kind: 'github-app'; readonly origin: string | null } & GitHubApp)

const PURPOSE = 'git-sign-in'
const KEY_PURPOSE = 'git-key'
const NEW_KEY_PURPOSE = 'new-git-key'

export function sealSignIn(sealing: Sealing, signIn: GitSignIn): string {
  return sealing.seal(JSON.stringify(signIn), PURPOSE)
}

/** Returns null if it was sealed with another secret of the instance. */
export function openSignIn(sealing: Sealing, sealed: string): GitSignIn | null {
  const text = sealing.open(sealed, PURPOSE)
  return text === null ? null : (JSON.parse(text) as GitSignIn) // sealed above
}

export function sealPrivateKey(sealing: Sealing, privateKey: string): string {
  return sealing.seal(privateKey, KEY_PURPOSE)
}

/** Returns null if it was sealed with another secret of the instance. */
export function openPrivateKey(sealing: Sealing, sealed: string): string | null {
  return sealing.open(sealed, KEY_PURPOSE)
}

/** A key that no source uses yet. */
export type NewKey = { readonly publicKey: string; readonly privateKey: string }

/** Returns a new key for the browser to keep until it is used: nothing of it is stored here. */
export function sealNewKey(sealing: Sealing, { publicKey, privateKey }: NewKey): string {
  return sealing.seal(JSON.stringify({ publicKey, privateKey }), NEW_KEY_PURPOSE)
}

/** Returns null if it was not sealed here, or with another secret of the instance. */
export function openNewKey(sealing: Sealing, sealed: string): NewKey | null {
  const text = sealing.open(sealed, NEW_KEY_PURPOSE)
  return text === null ? null : (JSON.parse(text) as NewKey) // sealed above
}
