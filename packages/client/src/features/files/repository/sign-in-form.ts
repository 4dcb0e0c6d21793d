import type { GitSignInInput, HostKeyReply } from '@dragoman/contract'
import type { Transport } from './shown-repository.ts'

/** Input for all kinds of credentials, so that nothing is lost by switching between them. */
export type SignInForm = {
  readonly web: 'none' | 'token' | 'password' | 'app'
  readonly token: string
  readonly user: string
  readonly password: string
  /** A GitHub App; an empty installation is looked up. */
  readonly app: { readonly appId: string; readonly installation: string; readonly privateKey: string }
  /** A new key, which the server stores when this form is sent, or with `key: null` the one that the source has. */
  readonly key: { readonly publicKey: string; readonly key: string | null } | null
  /** Host keys that the server presented, for which repository, and whether a person has confirmed them. */
  readonly host: { readonly repository: string; readonly keys: readonly HostKeyReply[] } | null
  readonly areKeysConfirmed: boolean
}

export const EMPTY_SIGN_IN: SignInForm = {
  web: 'token',
  token: '',
  user: '',
  password: '',
  app: { appId: '', installation: '', privateKey: '' },
  key: null,
  host: null,
  areKeysConfirmed: false,
}

/** Null: something is missing. */
export function signInOf(form: SignInForm, transport: Transport): GitSignInInput | null {
  const { web, token, user, password, key, host, areKeysConfirmed } = form
  if (transport === null) return null
  if (transport === 'ssh') {
    if (key === null || host === null || !areKeysConfirmed) return null
    const hostKeys = host.keys.map(({ type, key }) => ({ type, key }))
    return { kind: 'deploy-key', key: key.key, hostKeys }
  }
  if (web === 'none') return { kind: 'none' }
  if (web === 'app') return appOf(form.app)
  if (web === 'token') return token === '' ? null : { kind: 'password', user: '', password: token }
  return user === '' || password === '' ? null : { kind: 'password', user, password }
}

function appOf({ appId, installation: typed, privateKey }: SignInForm['app']): GitSignInInput | null {
  const installation = installationOf(typed)
  if (!/^[A-Za-z0-9._-]+$/.test(appId) || installation === undefined || !isWholeKey(privateKey)) return null
  return { kind: 'github-app', appId, installation, privateKey: privateKey.trim() }
}

/** Null: nothing was typed; undefined: not a valid GitHub installation. */
export function installationOf(typed: string): number | null | undefined {
  if (typed === '') return null
  return /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : undefined
}

/** Whether a key has the first and last line of a file downloaded for an app. */
export function isWholeKey(text: string): boolean {
  return /^-----BEGIN (RSA )?PRIVATE KEY-----[\s\S]*-----END (RSA )?PRIVATE KEY-----$/.test(text.trim())
}
