/** Which of the two kinds of server this is, and what follows from that. */
export type Edition = {
  /** `team`: `dragoman start`; `folder`: `dragoman FOLDER`, for the person at this machine. */
  readonly name: 'team' | 'folder'
  /**
   * People sign in with a password, a passkey or at a provider, and there are members, tasks and notifications.
   * Otherwise a link from the terminal signs in the only person.
   */
  readonly hasAccounts: boolean
  /** Only this machine can reach it: there is no proxy, and calls are not limited. */
  readonly isLocal: boolean
}

export const EDITIONS = {
  team: { name: 'team', hasAccounts: true, isLocal: false },
  folder: { name: 'folder', hasAccounts: false, isLocal: true },
} as const satisfies { readonly [Name in Edition['name']]: Edition & { readonly name: Name } }
