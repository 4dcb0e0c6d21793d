/**
 * What the server has given this page to mark styles that scripts make; the policy refuses others. Empty where
 * there is no policy, in development and tests. React Aria reads it by itself.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
