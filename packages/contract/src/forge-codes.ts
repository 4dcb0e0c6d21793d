/** Why a forge (GitHub, GitLab, Gitea, Forgejo) refused a request; each has a sentence in the client. */
export const FORGE_CODES = [
  /** The token is wrong, expired or revoked. */
  'sign-in-refused',
  /** The private key of the app is invalid. */
  'key-unusable',
  /**
   * GitHub does not accept the app with this key: the app was deleted, the id belongs to another app, or the
   * clocks differ.
   */
  'app-refused',
  /** The app is not installed for the repository. */
  'app-not-installed',
  'app-suspended',
  /** The app is installed with too few permissions; `missing` names them. */
  'app-permissions',
  /** No such repository or pull request, or the token cannot read it. */
  'not-found',
  /** The token does not allow this. */
  'not-allowed',
  'rate-limited',
  'branch-missing',
  /** The branch has moved to another commit. */
  'branch-moved',
  'pull-request-exists',
  /** The branch has no commits that its base does not have. */
  'nothing-to-merge',
  /** The forge redirects: the repository has another URL now. */
  'moved',
  /** The forge is offline, too slow, or broken. */
  'unreachable',
  /** An address in a private network that the operator has not allowed. */
  'address-refused',
  /** Plain HTTP to a host outside of private networks: the token would be readable in transit. */
  'not-https',
  'unexpected-answer',
] as const
export type ForgeCode = (typeof FORGE_CODES)[number]
