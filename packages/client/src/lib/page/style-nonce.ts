/**
 * Returns the nonce by which the server permits this page's script-generated styles; the
 * Content-Security-Policy rejects others. Empty without a policy, in development and tests. React Aria reads
 * it automatically.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
